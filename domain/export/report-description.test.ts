import { describe, expect, it } from "vitest";
import { DateRange, FinancialStatus } from "../enumerations.ts";
import { SieverCode } from "../filters/sievers.ts";
import { formatReportDescription } from "./format-report-description.ts";
import { describeReport } from "./report-description.ts";

const input = {
  shop: { shop: "aurora-demo", ianaTimezone: "Europe/Athens" },
  filters: { range: DateRange.custom, from: "2026-10-31T22:00:00Z", to: "2026-11-20T22:00:00Z" },
  filter: null,
  asked: { filterId: null, range: DateRange.custom, from: null, to: null },
  selectedOrderIds: [],
  requestedAt: "2026-11-20T14:05:00.000Z",
};
type Input = Parameters<typeof describeReport>[0];
const wordsOf = (changes: Partial<Input> = {}, userDateFormat = 0) =>
  formatReportDescription(describeReport({ ...input, ...changes }), userDateFormat);

const filter = {
  filterId: "f",
  financial_status: FinancialStatus.paid,
  fulfillment_status: 0,
  order_status: 0,
  sievers: { [SieverCode.OrderTags]: ["vip"], [SieverCode.RefundDate]: [">=date(YYYY-MM-DD; -7)"] },
} as const;
const asked = { ...input.asked, filterId: "f", filterTitle: "Wholesale" };

describe("the description of a report", () => {
  it("names the shop, the days covered, and when and in which zone it was made", () => {
    expect(wordsOf()).toEqual([
      "aurora-demo · Orders from 2026/11/01 to 2026/11/20",
      "Generated 2026/11/20 16:05, times in Europe/Athens",
    ]);
    expect(wordsOf({}, 1)[0]).toBe("aurora-demo · Orders from 01/11/2026 to 20/11/2026");
  });

  it.each<[string, Partial<Input>, string]>([
    ["all time", { filters: { range: 0, from: null, to: "2026-11-20T14:05:00Z" } }, "All orders up to 2026/11/20"],
    [
      "one day",
      { filters: { range: 3, from: "2026-11-18T22:00:00Z", to: "2026-11-19T22:00:00Z" } },
      "Orders on 2026/11/19",
    ],
    [
      "a day that has only begun",
      { filters: { range: 2, from: "2026-11-19T22:00:00Z", to: "2026-11-19T22:00:00Z" } },
      "Orders on 2026/11/20",
    ],
    ["chosen orders", { selectedOrderIds: ["1", "2"] }, "2 chosen orders"],
    ["a chosen order", { selectedOrderIds: ["1"] }, "1 chosen order"],
  ])("names the period or choice of %s", (_name, changes, words) => {
    expect(wordsOf(changes)[0]).toBe(`aurora-demo · ${words}`);
  });

  it("names its filter and its conditions, with the days of calculated dates", () => {
    const [, filtered] = wordsOf({ filter, asked });
    expect(filtered).toMatch(/^Filter “Wholesale”: Orders .*paid.*“vip”.*lines .*2026-11-13/);
    expect(wordsOf({ filter })[1]).toMatch(/^Orders .*paid/);
  });

  it("describes only the line conditions for chosen orders", () => {
    const words = wordsOf({ filter, selectedOrderIds: ["1"] }).join("\n");
    expect(words).toMatch(/1 chosen order\nOnly lines .*2026-11-13/);
    expect(words).not.toMatch(/paid|vip/);
  });

  it("says that a named filter kept every order", () => {
    const open = { ...filter, financial_status: FinancialStatus.any, sievers: { [SieverCode.OrderTags]: [] } };
    expect(wordsOf({ filter: open, asked })[1]).toBe("Filter “Wholesale”: kept every order.");
    expect(wordsOf({ filter: open })).toHaveLength(2);
  });
});
