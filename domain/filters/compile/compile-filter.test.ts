import { describe, expect, it } from "vitest";
import { accepts, type Standing } from "#tests/acceptance/expected/filter-values.ts";
import { FinancialStatus, FulfillmentStatus, OrderStatus } from "../../enumerations.ts";
import type { LineItem, Order } from "../../orders/order.ts";
import type { FilterConditions, SieverValues } from "../filter.ts";
import { UnreadableValue } from "../siever-criteria.ts";
import { formatSieverLabel, SieverCode, sieverByCode } from "../sievers.ts";
import { compileFilter } from "./compile-filter.ts";

const any = {
  financial_status: FinancialStatus.any,
  fulfillment_status: FulfillmentStatus.any,
  order_status: OrderStatus.any,
} as const;
/** 20 November, noon in Athens. */
const moment = { now: "2026-11-20T10:00:00Z", zone: "Europe/Athens" };
const compiled = (sievers: SieverValues, statuses: Partial<FilterConditions> = {}) =>
  compileFilter({ ...any, ...statuses, sievers }, moment);

const line: LineItem = {
  id: "line-1",
  title: "Linen Shirt",
  sku: "0012",
  vendor: "Äcme & Sons",
  quantity: 5,
  currentQuantity: 5,
  unfulfilledQuantity: 2,
  nonFulfillableQuantity: 0,
  requiresShipping: true,
  isGiftCard: false,
  originalUnitPriceSet: { shopMoney: { amount: "10.10" } },
  product: { id: "gid://shopify/Product/77", legacyResourceId: "77", productType: "Shirts", tags: ["Summer", "eco"] },
  customAttributes: [{ key: "Colour", value: "Blue" }],
};
const order: Order = {
  id: "order-1",
  tags: ["VIP", "b2b, net 30"],
  attribution: { handle: "web", displayName: "Online Store" },
  retailLocation: { name: "Main Street" },
  fulfillments: [{ id: "f", location: { name: "Harbour" } }],
  fulfillmentOrders: [{ id: "gid://shopify/FulfillmentOrder/1", assignedLocation: { name: "Depot" } }],
  customAttributes: [
    { key: "Gift: from", value: "A:B" },
    { key: "wrap", value: null },
  ],
  totalWeight: "1200",
  discountCodes: ["SPRING", "Extra"],
  email: "kim@example.com",
  shippingAddress: { city: "Köln", country: "Germany", countryCodeV2: "DE" },
  billingAddress: { city: "Wien", country: "Austria", countryCodeV2: "AT" },
  customer: {
    id: "c",
    tags: ["Loyal"],
    defaultEmailAddress: { emailAddress: "home@example.com" },
    defaultAddress: { city: "Bern", country: "Switzerland", countryCodeV2: "CH" },
  },
  lineItems: [line],
  refunds: [
    // 2 November in UTC, 3 November in Athens.
    { id: "r1", createdAt: "2026-11-02T22:30:00Z", refundLineItems: [{ lineItem: { id: "line-1" } }] },
    { id: "r2", createdAt: "2026-11-18T09:00:00Z", refundLineItems: [{ lineItem: { id: "line-1" } }] },
    { id: "r3", createdAt: "2026-11-19T09:00:00Z", refundLineItems: [{ lineItem: { id: "line-2" } }] },
  ],
};
/** All fields are empty. */
const bareLine: LineItem = { id: "line-9", quantity: 1 };
const bare: Order = {
  id: "order-9",
  tags: [],
  lineItems: [bareLine],
  refunds: [],
  customer: null,
  customAttributes: [],
};

const keeps = (code: SieverCode, values: string[], of: Order = order, item: LineItem = line): boolean => {
  const filter = compiled({ [code]: values });
  return filter.keepsOrder(of) && filter.keepsLine(of, item);
};

/** A matching and a non-matching value for each field of the order and its line above. */
const texts: [SieverCode, string, string][] = [
  [SieverCode.SalesChannel, "online store", "Point of Sale"],
  [SieverCode.SalesChannel, "WEB", "pos"],
  [SieverCode.OrderTags, "b2b, NET 30", "b2b"],
  [SieverCode.Location, "main street", "Harbour"],
  [SieverCode.NoteAttributes, "gift: from:a:b", "gift:from: a:b"],
  [SieverCode.NoteAttributes, "A:B", "A"],
  [SieverCode.DiscountCodes, "extra", "SPRING, Extra"],
  [SieverCode.Properties, "colour: BLUE", "colour"],
  [SieverCode.Properties, "blue", "size:blue"],
  [SieverCode.Vendor, "ACME & SONS", "Aecme & Sons"],
  [SieverCode.ProductTags, "ECO", "Summer, eco"],
  [SieverCode.ProductTypes, "shirts", "Shirt"],
  [SieverCode.ProductTitle, "linen shirt", "Linen"],
  [SieverCode.UniqueId, "77", "gid://shopify/Product/77"],
  [SieverCode.Sku, "0012", "12"],
  [SieverCode.CustomerTags, "loyal", "VIP"],
  [SieverCode.Country, "germany", "Austria"],
  [SieverCode.Country, "de", "CH"],
  [SieverCode.City, "KO\u0308LN", "Wien"],
  [SieverCode.Email, "KIM@example.com", "home@example.com"],
  [SieverCode.LineFulfillmentStatus, "Partial", "fulfilled"],
];

describe.each(texts)("siever %i, with %j and without %j", (code, own, other) => {
  it.each<[string, string[], boolean, boolean]>([
    ["that value", [own], true, false],
    ["that value with whitespace around it", [`  ${own} `], true, false],
    ["another value", [other], false, false],
    ["one of several values", [other, own], true, false],
    ["not that value", [`!${own}`], false, true],
    ["not another value", [`! ${other}`], true, true],
    ["that value and not another", [own, `!${other}`], true, false],
    ["that value and not that value", [own, `!${own}`], false, false],
    ["anything", ["*"], true, false],
    ["nothing", ["!*"], false, true],
    ["anything but another", ["*", `!${other}`], true, false],
    ["that value and nothing, which contradict each other", [own, "!*"], false, false],
  ])("%s", (_what, values, filled, empty) => {
    expect(keeps(code, values), "with a value").toBe(filled);
    // A line always has a status.
    const bareHasValue = code === SieverCode.LineFulfillmentStatus;
    if (!bareHasValue) expect(keeps(code, values, bare, bareLine), "without a value").toBe(empty);
  });
});

describe("names in another case or without diacritics (ADR 19)", () => {
  const cities = (typed: string, standing: string) => {
    const there = { ...order, shippingAddress: { city: standing } };
    const [wanted, unwanted] = [keeps(SieverCode.City, [typed], there), keeps(SieverCode.City, [`!${typed}`], there)];
    expect(unwanted, "a negated value keeps exactly what the value does not").toBe(!wanted);
    const expected: Standing = { kind: "texts", texts: [standing] };
    expect(accepts([typed], expected, { now: "2026-11-20T10:00:00Z", zone: "Europe/Athens" })).toBe(wanted);
    return wanted;
  };

  it.each([
    ["ÇINAR", "Çınar"],
    ["çınar", "ÇINAR"],
    ["cinar", "Çınar"],
    ["ISTANBUL", "İstanbul"],
    ["ΠΑΤΡΑ", "Πάτρα"],
    ["πατρα", "Πάτρα"],
    ["ΠΆΤΡΑΣ", "Πάτρας"],
    ["GROSSENHAIN", "Großenhain"],
    ["Malaga", "Málaga"],
    ["LODZ", "Łódź"],
    ["ＫＹＯＴＯ", "Kyoto"],
    ["КОРОЛЕВ", "Королёв"],
  ])("%s matches %s", (typed, standing) => {
    expect(cities(typed, standing)).toBe(true);
    expect(cities(standing, typed)).toBe(true);
  });

  it.each([
    ["Muenchen", "München"],
    ["Πάτρα", "Πάτρας"],
    ["Йошкар", "Иошкар"],
  ])("%s does not match %s", (typed, standing) => {
    expect(cities(typed, standing)).toBe(false);
  });

  it("a multi-line attribute matches with its line breaks, of any kind", () => {
    const note = (value: string) => ({ ...order, customAttributes: [{ key: "card", value }] });
    const typed = (text: string, standing: string) => keeps(SieverCode.NoteAttributes, [text], note(standing));
    expect(typed("card:Happy birthday\nAnna", "Happy birthday\r\nAnna")).toBe(true);
    expect(typed("happy birthday\r\nanna", "Happy birthday\nAnna")).toBe(true);
    expect(typed("card:Happy birthday Anna", "Happy birthday\nAnna")).toBe(false);
    expect(typed("card:Happy birthday", "Happy birthday\nAnna")).toBe(false);
    expect(typed("!card:Happy birthday\nAnna", "Happy birthday\r\nAnna")).toBe(false);
  });

  it("a non-ASCII tag never matches an ASCII one, since the platform's search may not find it", () => {
    const tagged = (typed: string, tag: string) => keeps(SieverCode.OrderTags, [typed], { ...order, tags: [tag] });
    expect(tagged("ÇINAR", "Çınar")).toBe(true);
    expect(tagged("ΠΑΤΡΑ", "Πάτρα")).toBe(true);
    expect(tagged("cafe", "café")).toBe(false);
    expect(tagged("KIRMIZI", "kırmızı")).toBe(false);
  });
});

describe.each<[SieverCode, string, string[]]>([
  [SieverCode.TotalWeight, "1200", ["1199.99", "1200.01"]],
  [SieverCode.Quantity, "5.0", ["4", "6"]],
  [SieverCode.Price, "10.1", ["10.09", "10.100000000000000000001"]],
])("siever %i, with %s", (code, same, [below = "", above = ""]) => {
  it.each<[string[], boolean]>([
    [[same], true],
    [[`${same}${same.includes(".") ? "00" : ".00"}`], true],
    [[below], false],
    [[below, same], true],
    [[`!${same}`], false],
    [[`!${below}`], true],
    [[`<${same}`], false],
    [[`<=${same}`], true],
    [[`> ${same}`], false],
    [[`>= ${same}`], true],
    [[`<${above}`], true],
    [[`<=${below}`], false],
    [[`>${below}`, `<${above}`], true],
    [[`>${below}`, `<${same}`], false],
    [[below, `<${above}`], false],
    [[`>${below}`, `!${same}`], false],
    [["*"], true],
    [["!*"], false],
  ])("%j", (values, wanted) => {
    expect(keeps(code, values)).toBe(wanted);
  });

  it("does not match an empty field by comparison or equality", () => {
    const empty: LineItem = { id: "line-9" };
    expect(keeps(code, [same], bare, empty)).toBe(false);
    expect(keeps(code, [`<${above}`], bare, empty)).toBe(false);
    expect(keeps(code, ["*"], bare, empty)).toBe(false);
    expect(keeps(code, [`!${same}`], bare, empty)).toBe(true);
    expect(keeps(code, ["!*"], bare, empty)).toBe(true);
  });
});

describe("Refund Date of a line refunded on 3 and 18 November", () => {
  it.each<[string[], boolean, boolean]>([
    [["2026-11-03"], true, false],
    [["2026/11/3"], true, false],
    [["2026-11-02"], false, false],
    [["2026-11-19"], false, false],
    [["2026-11-19", "2026-11-18"], true, false],
    [["!2026-11-18"], false, true],
    [["!2026-11-19"], true, true],
    [["<2026-11-03"], false, false],
    [["<=2026-11-03"], true, false],
    [[">2026-11-18"], false, false],
    [[">=2026-11-18"], true, false],
    [[">2026-11-03", "<2026-11-18"], false, false],
    [[">=2026-11-01", "<=2026-11-10"], true, false],
    // November has 30 days.
    [[">=date(YYYY-MM; -30)-31", "<=date(YYYY-MM; 0)-31"], true, false],
    [["date(YYYY-MM-DD; -2)"], true, false],
    [[">= date(YYYY/MM/DD; -1)"], false, false],
    [[">=date(YYYY-MM; 0)-01"], true, false],
    [["*"], true, false],
    [["!*"], false, true],
  ])("%j", (values, refunded, never) => {
    expect(keeps(SieverCode.RefundDate, values)).toBe(refunded);
    expect(keeps(SieverCode.RefundDate, values, bare, bareLine)).toBe(never);
  });
});

describe("the fields that a siever reads (R-20)", () => {
  const { retailLocation: _, ...notSold } = order;
  it.each<[string, SieverCode, string, Order, boolean]>([
    ["the location of the sale before all others", SieverCode.Location, "Harbour", order, false],
    ["or else a location that fulfilled", SieverCode.Location, "Harbour", notSold, true],
    ["or else a location that a line is assigned to", SieverCode.Location, "depot", notSold, true],
    ["not an attribute's name alone", SieverCode.NoteAttributes, "wrap", order, false],
    ["a name with an empty value", SieverCode.NoteAttributes, "wrap:", order, true],
    ["the billing country", SieverCode.Country, "AT", { ...order, shippingAddress: null }, true],
    [
      "the customer's country",
      SieverCode.Country,
      "CH",
      { ...order, shippingAddress: null, billingAddress: null },
      true,
    ],
    [
      "the billing city if the shipping city is blank",
      SieverCode.City,
      "Wien",
      { ...order, shippingAddress: { city: " " } },
      true,
    ],
    ["the customer's city", SieverCode.City, "Bern", { ...order, shippingAddress: null, billingAddress: null }, true],
    ["the customer's address", SieverCode.Email, "home@example.com", { ...order, email: null }, true],
    ["a calculated date in a text", SieverCode.OrderTags, "w-date(DD.MM.; -1)", { ...order, tags: ["W-19.11."] }, true],
  ])("%s", (_what, code, value, of, wanted) => {
    expect(keeps(code, [value], of)).toBe(wanted);
  });

  it.each<[string, Partial<LineItem>]>([
    ["pending", { unfulfilledQuantity: 5 }],
    ["partial", { unfulfilledQuantity: 2 }],
    ["fulfilled", { unfulfilledQuantity: 0 }],
    ["not eligible", { currentQuantity: 0, unfulfilledQuantity: 0, nonFulfillableQuantity: 5 }],
    ["not_eligible", { requiresShipping: false, unfulfilledQuantity: 0, nonFulfillableQuantity: 5 }],
  ])("the status %s of a line", (word, changes) => {
    const item = { ...line, ...changes };
    for (const other of ["pending", "partial", "fulfilled", "not eligible"])
      expect(keeps(SieverCode.LineFulfillmentStatus, [other], order, item), other).toBe(
        other.replace(" ", "_") === word.replace(" ", "_"),
      );
  });

  it("are the only ones requested", () => {
    const filter = compiled(
      { [SieverCode.OrderTags]: ["vip"], [SieverCode.Sku]: ["1"], [SieverCode.Country]: [] },
      { financial_status: FinancialStatus.paid, order_status: OrderStatus.closed },
    );
    expect(filter.orderFields).toEqual(["displayFinancialStatus", "cancelledAt", "closedAt", "tags"]);
    expect(filter.lineFields).toEqual(["lineItems.nodes.sku"]);
    expect([filter.hasOrderConditions, filter.hasLineConditions]).toEqual([true, true]);
  });
});

describe("statuses (R-22)", () => {
  const shown = "PENDING AUTHORIZED PARTIALLY_PAID PAID PARTIALLY_REFUNDED REFUNDED VOIDED EXPIRED".split(" ");
  const initials = (wanted: FinancialStatus): string =>
    [...shown, null]
      .filter((displayFinancialStatus) =>
        compiled({}, { financial_status: wanted }).keepsOrder({ id: "o", displayFinancialStatus }),
      )
      .join(" ");

  it.each<[keyof typeof FinancialStatus, string]>([
    ["any", `${shown.join(" ")} `],
    ["authorized", "AUTHORIZED"],
    ["pending", "PENDING"],
    ["paid", "PAID"],
    ["partially_paid", "PARTIALLY_PAID"],
    ["paid_and_partially_paid", "PARTIALLY_PAID PAID"],
    ["refunded", "REFUNDED"],
    ["voided", "VOIDED"],
    ["partially_refunded", "PARTIALLY_REFUNDED"],
    ["unpaid", "PENDING AUTHORIZED PARTIALLY_PAID"],
    ["has_paid", "PAID PARTIALLY_REFUNDED REFUNDED"],
    ["paid_and_partially_refunded", "PAID PARTIALLY_REFUNDED"],
    ["paid_and_authorized", "AUTHORIZED PAID"],
    ["has_paid_and_authorized", "AUTHORIZED PAID PARTIALLY_REFUNDED REFUNDED"],
    ["has_paid_and_pending", "PENDING PAID PARTIALLY_REFUNDED REFUNDED"],
  ])("%s keeps %s", (name, wanted) => {
    expect(initials(FinancialStatus[name])).toBe(wanted);
  });

  const pending = "UNFULFILLED OPEN SCHEDULED ON_HOLD IN_PROGRESS PENDING_FULFILLMENT REQUEST_DECLINED RESTOCKED";
  const fulfillments = `${pending} PARTIALLY_FULFILLED FULFILLED FULFILLMENT_NOT_REQUIRED`;
  it.each<[keyof typeof FulfillmentStatus, string]>([
    ["any", fulfillments],
    ["shipped", "FULFILLED"],
    ["partial", "PARTIALLY_FULFILLED"],
    ["unshipped", pending],
    ["hasPending", `${pending} PARTIALLY_FULFILLED`],
  ])("%s keeps %s", (name, wanted) => {
    const { keepsOrder } = compiled({}, { fulfillment_status: FulfillmentStatus[name] });
    const kept = fulfillments.split(" ").filter((status) => keepsOrder({ id: "o", displayFulfillmentStatus: status }));
    expect(kept.join(" ")).toBe(wanted);
  });

  it.each<[keyof typeof OrderStatus, string]>([
    ["any", "open closed cancelled cancelledAndClosed"],
    ["open", "open"],
    ["closed", "closed"],
    ["cancelled", "cancelled cancelledAndClosed"],
  ])("%s keeps %s", (name, wanted) => {
    const at = "2026-01-01T00:00:00Z";
    const orders: Record<string, Order> = {
      open: { id: "1", closedAt: null, cancelledAt: null },
      closed: { id: "2", closedAt: at, cancelledAt: null },
      cancelled: { id: "3", closedAt: null, cancelledAt: at },
      cancelledAndClosed: { id: "4", closedAt: at, cancelledAt: at },
    };
    const { keepsOrder } = compiled({}, { order_status: OrderStatus[name] });
    expect(
      Object.keys(orders)
        .filter((key) => keepsOrder(orders[key] ?? bare))
        .join(" "),
    ).toBe(wanted);
  });
});

describe("a filter", () => {
  it("keeps everything and reads nothing without conditions", () => {
    const filter = compiled({ [SieverCode.OrderTags]: [] });
    expect(filter.keepsOrder(bare) && filter.keepsLine(bare, bareLine)).toBe(true);
    expect(filter).toMatchObject({
      hasOrderConditions: false,
      hasLineConditions: false,
      orderFields: [],
      lineFields: [],
    });
  });

  it("keeps what all of its sievers keep", () => {
    const both = (tag: string, vendor: string) => {
      const filter = compiled({
        [SieverCode.OrderTags]: [tag],
        [SieverCode.Vendor]: [vendor],
        [SieverCode.Sku]: ["*"],
      });
      return [filter.keepsOrder(order), filter.keepsLine(order, line)];
    };
    expect(both("vip", "äcme & sons")).toEqual([true, true]);
    expect(both("test", "äcme & sons")).toEqual([false, true]);
    expect(both("vip", "other")).toEqual([true, false]);
  });

  it("is rejected with a value that breaks the rules", () => {
    const siever = sieverByCode.get(SieverCode.Price);
    expect(() => compiled({ [SieverCode.Price]: ["!<5"] })).toThrow(UnreadableValue);
    expect(() => compiled({ [SieverCode.Price]: ["cheap"] })).toThrow(
      `The filter cannot be read. ${siever && formatSieverLabel(siever)}: “cheap” isn't a number.`,
    );
  });
});
