import type { FunnelRow, OrderCheck, OrderCheckPayload } from "#domain/wire/filters/order-check.ts";
import type { Call, Scripted } from "./scripted-api.ts";

/** The state of a check after a step. */
export const checkStep = (change: Partial<OrderCheck>): OrderCheck => ({
  Left: 0,
  Checked: 250,
  Total: 1_204,
  IsWhole: false,
  Continuation: null,
  Funnel: null,
  ...change,
});

/** Some orders found, and more to check. */
export const begun = checkStep({ Left: 3, Continuation: "c1" });
/** All orders checked. */
export const ended = checkStep({ Left: 12, Checked: 1_204, IsWhole: true });

const row = (Field: string, Left: number, Bound: FunnelRow["Bound"] = "exact"): FunnelRow => ({
  Field,
  Left,
  Bound,
  EmptiesAlone: false,
});
/** Nothing is left, because of the vendor. */
export const emptied = checkStep({
  Checked: 128,
  Total: 128,
  IsWhole: true,
  Funnel: {
    Orders: 300,
    Rows: [
      row("financial_status", 240),
      row("OrderSievers.1001", 40, "at-most"),
      row("OrderSievers.3000", 0),
      row("OrderSievers.4000", 0),
    ],
  },
});

/** Answers each check's first step by `first`, and further ones by their continuation. */
export const answering =
  (first: OrderCheck, further: Record<string, OrderCheck | Scripted> = {}) =>
  (body: unknown): Scripted => {
    const { Continuation } = body as OrderCheckPayload;
    const next = Continuation === null ? first : (further[Continuation] ?? "no answer yet");
    return typeof next === "object" && "Left" in next ? { data: next } : next;
  };

/** Filter and continuation of each requested step. */
export const stepsOf = (calls: Call[]) =>
  calls.map(({ body }) => {
    const { UserOrderFilters, Continuation } = body as OrderCheckPayload;
    return [UserOrderFilters.report_filter_id, Continuation];
  });
