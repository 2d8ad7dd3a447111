import { z } from "zod";
import { UserOrderFilters } from "../reports/reporting.ts";

/** `Continuation`: from the previous response, null to begin. `At`: ISO instant of the choices, null for now. */
export const OrderCheckPayload = z.strictObject({
  UserOrderFilters,
  At: z.iso.datetime().nullable(),
  Continuation: z.string().min(1).max(4_000).nullable(),
});
export type OrderCheckPayload = z.infer<typeof OrderCheckPayload>;

const bounds = ["exact", "at-least", "at-most"] as const;
type Bound = (typeof bounds)[number];

/**
 * `Left`: orders after all conditions up to this one. `EmptiesAlone`: alone, it leaves no orders of the date range, or,
 * if the search doesn't answer it, none that the search finds.
 */
export type FunnelRow = { Field: string; Left: number; Bound: Bound; EmptiesAlone: boolean };

/** Counts the orders of a date range and a filter, so far. */
export type OrderCheck = {
  Left: number;
  Checked: number;
  /** Orders that the search finds, at least `Left`. */
  Total: number;
  /** True if all are checked: an export now would have `Left` orders. */
  IsWhole: boolean;
  /** Checked orders whose fields don't suffice for the filter (ADR 107). */
  Unread?: number | undefined;
  /** Null once all orders, or `maxCheckedOrders`, are checked. */
  Continuation: string | null;
  /** Set at the end of a check that leaves few orders: those of the date range, then those left by each condition. */
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
