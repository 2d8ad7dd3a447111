import { describe, expect, it } from "vitest";
import { Grouping } from "../../enumerations.ts";
import { compileDesign } from "../../groupings/compile.ts";
import { rowsOf } from "../../groupings/rows-for-tests.ts";
import type { Order } from "../../orders/order.ts";
import { columnByKey } from "../catalogue.ts";
import { fullOrder } from "../orders-for-tests.ts";
import { shownCell } from "../shown-for-tests.ts";

/** Column texts of an order with these changes. */
const shown = (changes: Partial<Order>, ...keys: string[]) => {
  const columns = keys.map((column) => ({ column, title: null, width: null, format: null }));
  const [row = []] = rowsOf(compileDesign({ grouping: Grouping.OnePerOrder, columns }, columnByKey), {
    ...fullOrder,
    ...changes,
  });
  return row.map(shownCell);
};

describe("the risk of an order", () => {
  it.each([
    [["LOW", "HIGH", "MEDIUM"], "High"],
    [["NONE", "MEDIUM", "LOW"], "Medium"],
    [["PENDING", "LOW"], "Low"],
    [["PENDING", "NONE"], null],
    [[], null],
  ])("assessed as %j is %s", (levels, wanted) => {
    expect(shown({ risk: { assessments: levels.map((riskLevel) => ({ riskLevel })) } }, "Risk")).toEqual([wanted]);
  });

  it.each([
    ["INVESTIGATE", "investigate"],
    ["NONE", null],
    ["PENDING", null],
  ])("has the recommendation %s shown as %s", (recommendation, wanted) => {
    expect(shown({ risk: { recommendation } }, "RiskRecomendation")).toEqual([wanted]);
  });
});

describe("the last visit before an order", () => {
  const lastVisit = { id: "V", landingPage: "https://shop.example/", utmParameters: { source: "news" } };

  it("shows the source and the landing page", () => {
    const journey = { customerJourneySummary: { ready: true, lastVisit } };
    expect(shown(journey, "UTMSource", "LandingSite", "UTMMedium")).toEqual(["news", "https://shop.example/", null]);
  });

  it("is blank while the platform still processes it, or without UTM parameters", () => {
    expect(shown({ customerJourneySummary: { ready: false, lastVisit } }, "UTMSource", "LandingSite")).toEqual([
      null,
      null,
    ]);
    const plain = { ready: true, lastVisit: { ...lastVisit, utmParameters: null } };
    expect(shown({ customerJourneySummary: plain }, "UTMSource")).toEqual([null]);
  });
});

describe("refunds in any sequence", () => {
  const refunds = [
    { id: "2", processedAt: "2026-11-02T09:00:00Z", note: "second" },
    { id: "3", processedAt: "2026-11-03T09:00:00Z", note: "" },
    { id: "1", processedAt: "2026-11-01T10:00:00+02:00", note: "first" },
  ];

  it("are listed oldest first", () => {
    expect(shown({ refunds }, "RefundDates", "LastRefundDate", "RefundNotes")).toEqual([
      "2026-11-01T10:00:00+02:00 | 2026-11-02T09:00:00Z | 2026-11-03T09:00:00Z",
      "2026-11-03T09:00:00Z",
      "first, second",
    ]);
  });
});

it("a property without a value shows only its name, and its own column is blank", () => {
  const customAttributes = [
    { key: "Gift", value: null },
    { key: "_from", value: "app" },
  ];
  expect(shown({ customAttributes }, "OrderProperties", "OrderProperty1", "OrderProperty2")).toEqual([
    "Gift: , _from: app",
    null,
    "app",
  ]);
});
