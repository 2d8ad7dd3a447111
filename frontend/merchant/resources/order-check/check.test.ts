import { describe, expect, it } from "vitest";
import type { FilterConditions } from "#domain/filters/filter.ts";
import type { FunnelRow, OrderCheck } from "#domain/wire/filters/order-check.ts";
import type { CountState } from "../order-count.ts";
import { knownCountText } from "../order-count.ts";
import { describeCheck } from "./describe-check.ts";
import { buildFunnelLines } from "./funnel-rows.ts";
import { finalCount, isWorthChecking } from "./settled-count.ts";

const check = (change: Partial<OrderCheck> = {}): OrderCheck => ({
  Left: 3,
  Checked: 250,
  Total: 1_204,
  IsWhole: false,
  Continuation: "c1",
  Funnel: null,
  ...change,
});
const known = (Count: number, HasPostProcessFilters: boolean, more = {}): CountState => ({
  state: "known",
  count: { Count, HasPostProcessFilters },
  ...more,
});
const whole = check({ Left: 4, Checked: 7, Total: 7, IsWhole: true, Continuation: null });

describe("a count with a check", () => {
  it("becomes the exact number once all orders are checked, and says so", () => {
    const settled = finalCount(known(7, true), { state: "over", known: whole });
    expect(settled).toEqual(known(4, false, { isChecked: true }));
    expect(settled.state === "known" && knownCountText(settled)).toBe("exactly 4 orders");
  });

  it.each([
    ["while orders are being checked", known(1_204, true), { state: "checking", known: check(), stop: () => {} }],
    ["if not all orders were checked", known(12_000, true), { state: "over", known: check({ Continuation: null }) }],
    ["if it was exact before", known(7, false), { state: "over", known: whole }],
    ["if there is no count", { state: "loading" }, { state: "over", known: whole }],
  ] as const)("stays the same %s", (_when, count, state) => {
    expect(finalCount(count, state)).toBe(count);
  });

  it("is worth checking if it is an upper bound or small, and there are conditions", () => {
    expect(isWorthChecking(known(5_000, true), true)).toBe(true);
    expect(isWorthChecking(known(10, false), true)).toBe(true);
    expect(isWorthChecking(known(11, false), true)).toBe(false);
    expect(isWorthChecking(known(0, false), false)).toBe(false);
    expect(isWorthChecking({ state: "loading" }, true)).toBe(false);
  });
});

describe("the text about a check", () => {
  const act = () => {};
  it.each([
    [
      "3 or more orders. 1 order couldn't be read from your store.",
      { state: "over", known: check({ Checked: 1_204, Unread: 1, Continuation: null }) },
    ],
    ["Checking", { state: "checking", known: null, stop: act }],
    ["3 or more orders, 250 of 1,204 checked so far", { state: "checking", known: check(), stop: act }],
    [
      "3 or more orders, 250 of the newest 2,000 checked so far",
      { state: "checking", known: check({ Total: 12_000 }), stop: act },
    ],
    ["None found, 250 of 1,204 checked so far", { state: "checking", known: check({ Left: 0 }), stop: act }],
    ["1 or more orders, 250 of 1,204 checked.", { state: "stopped", known: check({ Left: 1 }), why: null, goOn: act }],
    ["Not checked. The store is away.", { state: "stopped", known: null, why: "The store is away.", goOn: act }],
    ["All 7 orders that your store found were checked", { state: "over", known: whole }],
    [
      "3 or more orders (newest 2,000 of 12,000 checked)",
      { state: "over", known: check({ Checked: 2_000, Total: 12_000 }) },
    ],
  ] as const)("%s", (conditionText, state) => {
    expect(describeCheck(state)).toBe(conditionText);
  });
});

describe("the lines of a funnel", () => {
  const conditions: FilterConditions = {
    financial_status: 3,
    fulfillment_status: 0,
    order_status: 0,
    sievers: { 1001: ["vip"], 3000: ["Leaf"] },
  };
  const row = (Field: string, Left: number, Bound: FunnelRow["Bound"] = "exact"): FunnelRow => ({
    Field,
    Left,
    Bound,
    EmptiesAlone: false,
  });
  const lines = (Orders: number, ...lefts: [number, number, number]) =>
    buildFunnelLines(
      {
        Orders,
        Rows: [
          row("financial_status", lefts[0]),
          row("OrderSievers.1001", lefts[1]),
          row("OrderSievers.3000", lefts[2]),
        ],
      },
      conditions,
    );
  const blamed = (all: ReturnType<typeof lines>) =>
    all.filter(({ isDecisive }) => isDecisive).map(({ conditionText }) => conditionText);

  it("describe each condition and the number it leaves", () => {
    expect(lines(300, 240, 12, 0).map(({ conditionText, remaining }) => [conditionText, remaining])).toEqual([
      ["Financial status: Paid", "240 left"],
      ["Tags (Order): vip", "12 left"],
      ["Vendor (Product): Leaf", "none left"],
    ]);
  });

  it("blame the first condition that leaves nothing", () => {
    expect(blamed(lines(300, 240, 0, 0))).toEqual(["Tags (Order): vip"]);
  });

  it("blame a condition that leaves nothing by itself, at any place", () => {
    const Rows = [
      row("financial_status", 240),
      row("OrderSievers.1001", 0),
      { ...row("OrderSievers.3000", 0), EmptiesAlone: true },
    ];
    expect(buildFunnelLines({ Orders: 300, Rows }, conditions).map(({ why }) => why)).toEqual([
      null,
      null,
      "Matches no orders on its own.",
    ]);
    expect(lines(300, 240, 0, 0).map(({ why }) => why)).toEqual([null, "Rules out the last orders.", null]);
    expect(lines(300, 240, 12, 4).map(({ why }) => why)).toEqual([null, null, null]);
  });

  it("blame values that can never match together, even if the tag before them left nothing", () => {
    const apart = { ...conditions, sievers: { 1001: ["vip"], 2005: [">10", "<5"] } };
    const Rows = [row("OrderSievers.1001", 0), row("OrderSievers.2005", 0)];
    const moment = { now: "2026-11-20T10:00:00Z", zone: "Europe/Athens" };
    expect(buildFunnelLines({ Orders: 300, Rows }, apart, moment).map(({ isDecisive }) => isDecisive)).toEqual([
      false,
      true,
    ]);
  });

  it("blame the condition that removes the most if some orders are left", () => {
    expect(blamed(lines(300, 240, 12, 4))).toEqual(["Tags (Order): vip"]);
  });

  it("blame none if there were no orders at all", () => {
    expect(blamed(lines(0, 0, 0, 0))).toEqual([]);
  });

  it("mark numbers that are only bounds", () => {
    const Rows = [row("OrderSievers.1001", 40, "at-most"), row("OrderSievers.3000", 2, "at-least")];
    expect(buildFunnelLines({ Orders: 300, Rows }, conditions).map(({ remaining }) => remaining)).toEqual([
      "at most 40 left",
      "at least 2 left",
    ]);
    expect(
      buildFunnelLines({ Orders: 300, Rows: [row("OrderSievers.3000", 0, "at-least")] }, conditions)[0]?.remaining,
    ).toBe("none found");
  });
});
