import { z } from "zod";
import { UserOrderFilters } from "../reports/reporting.ts";

/** `Continuation`: from the previous response, null to begin. `At`: ISO instant of the choices, null for now. */
export const OrderCheckPayload = z.strictObject({
  UserOrderFilters,
  At: z.iso.datetime().nullable(),
  Continuation: z.string().min(1).max(4_000).nullable(),
});
export type OrderCheckPayload = z.infer<typeof OrderCheckPayload>;

/** A figure is exact, a minimum or a maximum. */
const bounds = ["exact", "at-least", "at-most"] as const;
type Bound = (typeof bounds)[number];

/**
 * Orders left by a condition, after all conditions before it. `EmptiesAlone`: this condition alone leaves none of the
 * orders in the date range if the search answers it, else none of those that the search finds.
 */
export type FunnelRow = { Field: string; Left: number; Bound: Bound; EmptiesAlone: boolean };

/** Count so far of the orders that a date range and a filter leave. */
export type OrderCheck = {
  /** Checked orders that the filter leaves. */
  Left: number;
  Checked: number;
  /** Orders that the search finds, an upper bound of those that the filter can leave. */
  Total: number;
  /** True if all are checked: an export now would contain `Left` orders. */
  IsWhole: boolean;
  /** Checked orders that the filter cannot evaluate for lack of fields (ADR 107); absent if none. */
  Unread?: number | undefined;
  /** Token for the next call; null once the check is over: all orders are checked, or `maxCheckedOrders` of them. */
  Continuation: string | null;
  /**
   * Set at the end of a check that leaves few orders: orders in the date range, then those left by each condition in
   * sequence.
   */
  Funnel: { Orders: number; Rows: FunnelRow[] } | null;
};

/** Schema for answers and for OpenAPI. */
export const OrderCheckData = z.strictObject({
  Left: z.number(),
  Checked: z.number(),
  Total: z.number(),
  IsWhole: z.boolean(),
  Unread: z
    .number()
    .optional()
    .describe("How many of the checked orders the filter can't judge, as they couldn't be read in full"),
  Continuation: z.string().nullable(),
  Funnel: z
    .strictObject({
      Orders: z.number(),
      Rows: z.array(
        z.strictObject({ Field: z.string(), Left: z.number(), Bound: z.enum(bounds), EmptiesAlone: z.boolean() }),
      ),
    })
    .nullable(),
}) satisfies z.ZodType<OrderCheck>;
