import { describe, expect, it } from "vitest";
import { FinancialStatus, FulfillmentStatus, OrderStatus } from "../../enumerations.ts";
import { nativeConditions } from "../compile/native.ts";
import type { FilterConditions, SieverValues } from "../filter.ts";
import { SieverCode, sievers } from "../sievers.ts";
import { describeFilter, groupConditions } from "./describe-filter.ts";

const conditions = (values: SieverValues, statuses: Partial<FilterConditions> = {}): FilterConditions => ({
  financial_status: FinancialStatus.any,
  fulfillment_status: FulfillmentStatus.any,
  order_status: OrderStatus.any,
  ...statuses,
  sievers: values,
});

describe("a filter in words", () => {
  it.each<[string, SieverValues, Partial<FilterConditions>]>([
    ["All orders.", {}, {}],
    [
      "Orders that are paid, and tagged “vip” or “wholesale” and not “test”. From these, only lines with a quantity of 2 or more and with the vendor “Acme”.",
      { 1001: ["vip", "wholesale", "!test"], 3000: ["Acme"], 2003: [">=2"] },
      { financial_status: FinancialStatus.paid },
    ],
    [
      "Only lines with the fulfillment status “pending” or “not eligible”, from all orders.",
      { 2000: ["pending", "not_eligible"] },
      {},
    ],
    ["Orders tagged “vip”. From these, only lines with a quantity of 2 or more.", { 1001: ["vip"], 2003: [">=2"] }, {}],
    [
      "Orders with a customer who is tagged “vip” and not “test” and with an email address. From these, only lines with a quantity of less than 9 and whose quantity is not 3.",
      { 5000: ["vip", "!test"], 5003: ["*"], 2003: ["<9", "!3"] },
      {},
    ],
    [
      "Orders that are open, unshipped, and pending, authorized or partially paid.",
      {},
      {
        financial_status: FinancialStatus.unpaid,
        fulfillment_status: FulfillmentStatus.unshipped,
        order_status: OrderStatus.open,
      },
    ],
    [
      "Orders not tagged “a” or “b”, with a sales channel, with a total weight of more than 500 grams and whose country is not “Greece”.",
      { 1001: ["!a", "!b"], 1000: ["*"], 1004: [">500"], 5001: ["!Greece"] },
      {},
    ],
    [
      "Orders with the note attribute “gift:yes” and without the note attribute “wrap”. From these, only lines with a refund date on or after 7 days ago (13 Nov) and before 2026-12-01.",
      { 1003: ["gift:yes", "!wrap"], 2004: [">=date(YYYY-MM-DD; -7)", "<2026-12-01"] },
      {},
    ],
    ["Orders that are untagged, with a customer who is tagged with anything.", { 1001: ["!*"], 5000: ["*"] }, {}],
    [
      "Only lines with the SKU “1”, “2”, “3”, “4”, “5” or 4 others, from all orders.",
      { 4000: ["1", "2", "3", "4", "5", "6", "7", "8", "9"] },
      {},
    ],
  ])("%s", (sentence, values, statuses) => {
    expect(describeFilter(conditions(values, statuses), { now: "2026-11-20T10:00:00Z", zone: "UTC" })).toBe(sentence);
  });

  it("covers every siever and omits values that cannot be read", () => {
    for (const siever of sievers) {
      const value = { text: "word", number: "5", day: "2026-11-01", whitelist: siever.allowedValues?.[0] ?? "word" }[
        siever.kind
      ];
      for (const typed of [value, `!${value}`, "*", "!*"])
        expect(describeFilter(conditions({ [siever.code]: [typed, ""] })), `${siever.label} ${typed}`).toMatch(
          /^(Orders (that are|with|without|whose|tagged|not tagged|marked|not marked) [^ ].*[^ .]|Only lines (with|without|whose) [^ ].*, from all orders)\.$/,
        );
      expect(describeFilter(conditions({ [siever.code]: ["", "!"] }))).toBe("All orders.");
    }
    expect(describeFilter(conditions({ [SieverCode.Price]: ["cheap", ">5"] }))).toBe(
      "Only lines with a price of more than 5, from all orders.",
    );
  });
});

it.each<[number, string[], string]>([
  [1017, ["yes"], "Orders marked as test."],
  [1017, ["no"], "Orders not marked as test."],
  [1017, ["!yes"], "Orders not marked as test."],
  [5008, ["yes"], "Orders with a customer who accepts marketing e-mails."],
  [5008, ["!yes", "no"], "Orders without a customer who accepts marketing e-mails."],
  [1006, [">=100"], "Orders with a total of 100 or more."],
  [1011, ["paypal", "*card*"], "Orders with the payment gateway “paypal” or one that contains “card”."],
  [1013, ["!Express"], "Orders without the shipping method “Express”."],
  [5004, ["1"], "Orders with a customer's number of orders of 1."],
  [5010, ["DE", "FR"], "Orders with the billing country “DE” or “FR”."],
])("the values of field %i, %j, read: %s", (code, values, sentence) => {
  expect(describeFilter(conditions({ [code]: values }))).toBe(sentence);
});

describe("the summary card", () => {
  it("separates the part the search answers from the part checked afterwards", () => {
    const statuses = {
      financial_status: FinancialStatus.has_paid,
      fulfillment_status: FulfillmentStatus.unshipped,
      order_status: OrderStatus.open,
    };
    expect(groupConditions(conditions({ 1001: ["vip", "gift"], 3000: ["Acme"] }, statuses))).toEqual({
      native: [
        "Financial status: Paid, partially refunded or refunded",
        "Order status: Open",
        "Tags (Order): vip, gift",
      ],
      postProcessing: ["Fulfillment status: Unshipped", "Vendor (Product): Acme"],
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
    "lists tags %j as native only if their count is exact",
    (tags) => {
      const filter = conditions({ [SieverCode.OrderTags]: tags });
      const { exact } = nativeConditions(filter, { now: "2026-11-20T10:00:00Z", zone: "UTC" });
      expect(groupConditions(filter)[exact ? "native" : "postProcessing"]).toHaveLength(1);
    },
  );
});
