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

/** Some orders are found, and there is more to look at. */
export const begun = checkStep({ Left: 3, Continuation: "c1" });
/** All orders are looked at. */
export const ended = checkStep({ Left: 12, Checked: 1_204, IsWhole: true });

const row = (Field: string, Left: number, Bound: FunnelRow["Bound"] = "exact"): FunnelRow => ({
  Field,
  Left,
  Bound,
  EmptiesAlone: false,
});
/** Nothing is left, and the vendor is to blame. */
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

/** Returns the first step of each check by `first`, and those that go on by the continuation they bring. */
export const answering =
  (first: OrderCheck, further: Record<string, OrderCheck | Scripted> = {}) =>
  (body: unknown): Scripted => {
    const { Continuation } = body as OrderCheckPayload;
    const next = Continuation === null ? first : (further[Continuation] ?? "no answer yet");
    return typeof next === "object" && "Left" in next ? { data: next } : next;
  };

/** Filter and continuation of each step that was asked for. */
export const stepsOf = (calls: Call[]) =>
  calls.map(({ body }) => {
    const { UserOrderFilters, Continuation } = body as OrderCheckPayload;
    return [UserOrderFilters.report_filter_id, Continuation];
  });
