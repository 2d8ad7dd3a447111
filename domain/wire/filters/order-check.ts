import { z } from "zod";
import { UserOrderFilters } from "../reports/reporting.ts";

/** `Continuation`: of the answer before, null to begin. `At`: ISO instant that the choices are of, null for now. */
export const OrderCheckPayload = z.strictObject({
  UserOrderFilters,
  At: z.iso.datetime().nullable(),
  Continuation: z.string().min(1).max(4_000).nullable(),
});
export type OrderCheckPayload = z.infer<typeof OrderCheckPayload>;

/** Whether a figure is the figure, or the least or the most it can be. */
const bounds = ["exact", "at-least", "at-most"] as const;
type Bound = (typeof bounds)[number];

/**
 * Orders that a condition leaves of those that the conditions before it left. `EmptiesAlone`: it is known to leave none by itself, of all
 * orders of the dates where the search answers it, else of those that the search finds.
 */
export type FunnelRow = { Field: string; Left: number; Bound: Bound; EmptiesAlone: boolean };

/** What is known so far of how many orders a date range and a filter leave. */
export type OrderCheck = {
  /** Orders that the filter leaves of those checked. */
  Left: number;
  Checked: number;
  /** Orders that the search finds: the filter can leave none but these. */
  Total: number;
  /** All are checked: an export of this moment leaves `Left` orders. */
  IsWhole: boolean;
  /** How many of the checked orders the filter cannot judge, as the platform failed to give what it reads (ADR 107); absent where there are none. */
  Unread?: number | undefined;
  /** To go on with; null when the check is over, be it that all are checked or as many as ever are (`mostChecked`). */
  Continuation: string | null;
  /** Once the check is over, of a filter that leaves little: the orders of the dates, and what each condition leaves, in their order. */
  Funnel: { Orders: number; Rows: FunnelRow[] } | null;
};

/** Its schema, for answers and for OpenAPI. */
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
