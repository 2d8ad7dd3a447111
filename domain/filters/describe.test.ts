import { describe, expect, it } from "vitest";
import { FinancialStatus, FulfillmentStatus, OrderStatus } from "../enumerations.ts";
import { describeFilter, groupConditions } from "./describe.ts";
import type { FilterConditions, SieverValues } from "./filter.ts";
import { nativeConditions } from "./native.ts";
import { SieverCode, sievers } from "./sievers.ts";

const conditions = (values: SieverValues, statuses: Partial<FilterConditions> = {}): FilterConditions => ({
  financial_status: FinancialStatus.any,
  fulfillment_status: FulfillmentStatus.any,
  order_status: OrderStatus.any,
  ...statuses,
  sievers: values,
});

describe("what a filter means, in one sentence", () => {
  it.each<[string, SieverValues, Partial<FilterConditions>]>([
    ["Keeps every order.", {}, {}],
    [
      "Keeps orders that are paid, tagged “vip” or “wholesale” and not “test”; of these only the lines whose quantity is at least 2 and whose vendor is “Acme”.",
      { 1001: ["vip", "wholesale", "!test"], 3000: ["Acme"], 2003: [">=2"] },
      { financial_status: FinancialStatus.paid },
    ],
    [
      "Keeps of every order only the lines whose fulfillment status is “pending” or “not eligible”.",
      { 2000: ["pending", "not_eligible"] },
      {},
    ],
    [
      "Keeps orders that are pending, authorized or partially paid, not fulfilled yet, open.",
      {},
      {
        financial_status: FinancialStatus.unpaid,
        fulfillment_status: FulfillmentStatus.unshipped,
        order_status: OrderStatus.open,
      },
    ],
    [
      "Keeps orders that are not tagged “a” or “b” and whose sales channel is not empty, whose total weight is more than 500 grams and whose country is not “Greece”.",
      { 1001: ["!a", "!b"], 1000: ["*"], 1004: [">500"], 5001: ["!Greece"] },
      {},
    ],
    [
      "Keeps orders whose note attributes include “gift:yes” and do not include “wrap”; of these only the lines whose refund date is on or after date(YYYY-MM-DD; -7) and before 2026-12-01.",
      { 1003: ["gift:yes", "!wrap"], 2004: [">=date(YYYY-MM-DD; -7)", "<2026-12-01"] },
      {},
    ],
    [
      "Keeps orders that are without any tag and whose customer is tagged with anything.",
      { 1001: ["!*"], 5000: ["*"] },
      {},
    ],
    [
      "Keeps of every order only the lines whose SKU is “1”, “2”, “3”, “4”, “5” or 4 others.",
      { 4000: ["1", "2", "3", "4", "5", "6", "7", "8", "9"] },
      {},
    ],
  ])("%s", (sentence, values, statuses) => {
    expect(describeFilter(conditions(values, statuses))).toBe(sentence);
  });

  it("is made for each siever, and leaves out what cannot be read", () => {
    for (const siever of sievers) {
      const value = { text: "word", number: "5", day: "2026-11-01", whitelist: "pending" }[siever.kind];
      for (const typed of [value, `!${value}`, "*", "!*"])
        expect(describeFilter(conditions({ [siever.code]: [typed, ""] })), `${siever.label} ${typed}`).toMatch(
          /^Keeps (orders|of every order only the lines) (that are|whose) [^ ].*[^ .]\.$/,
        );
      expect(describeFilter(conditions({ [siever.code]: ["", "!"] }))).toBe("Keeps every order.");
    }
    expect(describeFilter(conditions({ [SieverCode.Price]: ["cheap", ">5"] }))).toBe(
      "Keeps of every order only the lines whose price is more than 5.",
    );
  });
});

describe("the summary card", () => {
  it("tells what the search answers from what is checked afterwards", () => {
    const statuses = {
      financial_status: FinancialStatus.has_paid,
      fulfillment_status: FulfillmentStatus.unshipped,
      order_status: OrderStatus.open,
    };
    expect(groupConditions(conditions({ 1001: ["vip", "gift"], 3000: ["Acme"] }, statuses))).toEqual({
      native: [
        "Financial status: paid, partially refunded or refunded",
        "Order status: open",
        "Tags (Order): vip, gift",
      ],
      postProcessing: ["Fulfillment status: not fulfilled yet", "Vendor (Product): Acme"],
    });
    expect(groupConditions(conditions({}))).toEqual({ native: [], postProcessing: [] });
    expect(
      groupConditions(conditions({ 2000: ["!not_eligible"], 2003: [">=5", "!7"], 4000: ["*"] })).postProcessing,
    ).toEqual([
      "Fulfillment Status (Order line): not “not eligible”",
      "Quantity (Order line): ≥ 5, not “7”",
      "SKU (Variant): any value",
    ]);
  });

  it.each<[string[]]>([[["vip"]], [["!vip"]], [["pre-order"]], [["date(YYYY; 0)"]], [["date(YYYY-MM; 0)"]], [["*"]]])(
    "names tags %j as native when their count is exact",
    (tags) => {
      const filter = conditions({ [SieverCode.OrderTags]: tags });
      const { exact } = nativeConditions(filter, { now: "2026-11-20T10:00:00Z", zone: "UTC" });
      expect(groupConditions(filter)[exact ? "native" : "postProcessing"]).toHaveLength(1);
    },
  );
});
