import { describe, expect, it } from "vitest";
import type { LiveArrival } from "#domain/wire/live.ts";
import { describeNewOrders, describePassedBy, noNewOrders, withArrivals, withoutShown } from "./new-orders.ts";
import { createEventReader } from "./read-events.ts";

describe("server-sent events", () => {
  it("are read however their text is split, without heartbeats", () => {
    const text = ': beat\n\nevent: orders\nid: 7\ndata: {"a":1}\n\nevent: end\r\ndata: x\r\ndata: y\r\n\r\ndata: cut';
    const whole = createEventReader()(text);
    expect(whole).toEqual([
      { event: "orders", data: '{"a":1}', id: "7" },
      { event: "end", data: "x\ny", id: null },
    ]);
    for (const size of [1, 2, 7]) {
      const read = createEventReader();
      const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? [];
      expect(pieces.flatMap(read)).toEqual(whole);
    }
  });
});

describe("new orders", () => {
  const told = (
    Id: string,
    minute: number,
    { Kind = "new", InReport = true }: Partial<LiveArrival> = {},
  ): LiveArrival => ({
    Id,
    Kind,
    At: `2026-11-20T12:${String(minute).padStart(2, "0")}:00Z`,
    InReport,
  });
  const heard = (Orders: LiveArrival[], Missed = 0) => withArrivals(noNewOrders, { Orders, Missed });

  it("are counted once each, without changed ones", () => {
    const once = heard([told("1", 1), told("2", 1), told("1", 2), told("3", 2, { Kind: "changed" })]);
    expect(describeNewOrders(once)).toBe("2 new orders");
    expect(describeNewOrders(withArrivals(once, { Orders: [told("2", 3)], Missed: 0 }))).toBe("2 new orders");
    expect(describeNewOrders(noNewOrders)).toBe("");
    expect(describeNewOrders(heard([told("1", 1)]))).toBe("1 new order");
  });

  it("are counted only if the report would show them", () => {
    const known = heard([told("1", 1), told("2", 1, { InReport: false })]);
    expect(describeNewOrders(known)).toBe("1 new order");
    const change = (Id: string, InReport: boolean) =>
      withArrivals(known, { Orders: [told(Id, 2, { Kind: "changed", InReport })], Missed: 0 });
    expect(describeNewOrders(change("2", true))).toBe("2 new orders");
    expect(describeNewOrders(change("1", false))).toBe("");
  });

  it("are announced as in the shop until it is known whether the report shows them, then as not in it", () => {
    const known = heard([told("1", 1), told("2", 1, { InReport: null }), told("3", 1, { InReport: null })], 1_200);
    expect(describeNewOrders(known)).toBe("1 new order, 1,202 more in the shop");
    expect(describeNewOrders(heard([told("2", 1, { InReport: null })]))).toBe("1 new order in the shop");
    const after = withoutShown(known, "2026-11-20T12:04:00Z", new Set(["1", "2"]));
    expect([describeNewOrders(after), describePassedBy(after)]).toEqual([
      "",
      "1 new order in the shop is not in this report.",
    ]);
    expect(describePassedBy(withArrivals(after, { Orders: [told("9", 5)], Missed: 0 }))).toBe("");
  });

  it("are no longer counted once the table is newer or shows them", () => {
    const known = heard([told("1", 1), told("2", 5), told("3", 6)], 4);
    expect(describeNewOrders(withoutShown(known, "2026-11-20T12:04:00Z", new Set(["3"])))).toBe("1 new order");
    expect(describeNewOrders(withoutShown(known, "2026-11-20T12:07:00Z", new Set()))).toBe("");
  });
});
