import { describe, expect, it } from "vitest";
import { catalogue } from "#domain/columns/catalogue.ts";
import { createColumnSearch } from "./column-search.ts";
import { columnSynonyms } from "./column-synonyms.ts";
import { typoDistance } from "./typo-distance.ts";

const search = createColumnSearch(catalogue, ({ key, title, description, note }) => ({
  key,
  names: [title],
  text: `${description}\n${note}`,
}));
const found = (text: string) => search(text).map(({ key }) => key);

describe("a column search that tolerates typos", () => {
  it.each([
    ["qantity", "Quantity"],
    ["quanity", "Quantity"],
    ["vender", "Vendor"],
    ["barocde", "Barcode"],
    ["shiping adress", "ShippingAddress1"],
    ["custmer name", "CustomerName"],
    ["costumer email", "CustomerEmail"],
    ["fullfilment status", "FulfillmentStatus"],
    ["fulfilment date", "FulfillmentDate"],
    ["traking nubmer", "TrackingNumber"],
    ["disscounts", "OrderDiscounts"],
    ["refunded ammount", "RefundedAmount"],
    ["pruduct titel", "ProductTitle"],
    ["varient title", "VariantTitle"],
    ["colections", "Collections"],
    ["finacial status", "FinancialStatus"],
    ["biling city", "BillingCity"],
    ["billing contry", "BillingCountry"],
    ["invetory", "RemainingInventory"],
    ["proffit", "Profit"],
    ["wieght", "Weight"],
    ["cancled date", "CancelledDate"],
    ["refering site", "ReferringSite"],
    ["gatway", "TransactionGateway"],
    ["oder number", "OrderNum"],
    ["tottal price", "TotalPrice"],
    ["emial", "Email"],
    ["curency", "Currency"],
    ["saleschanel", "SalesChannel"],
    ["recomendation", "RiskRecomendation"],
  ])("finds the intended column for '%s' among the first three", (typed, meant) => {
    expect(found(typed).slice(0, 3)).toContain(meant);
  });

  it.each([
    ["revenue", "NetSales"],
    ["turnover", "NetSales"],
    ["VAT", "OrderTax"],
    ["gst", "OrderTax"],
    ["coupon", "DiscountCodes"],
    ["coupon code", "DiscountCodes"],
    ["voucher", "DiscountCodes"],
    ["promo code", "DiscountCodes"],
    ["invoice", "OrderNum"],
    ["invoice date", "OrderDate"],
    ["purchase order", "PoNumber"],
    ["ship to", "ShippingFullAddress"],
    ["bill to", "BillingFullAddress"],
    ["AOV", "CustomerAverageOrder"],
    ["lifetime value", "CustomerTotalSpent"],
    ["zip code", "ShippingZip"],
    ["postcode", "ShippingZip"],
    ["state", "ShippingProvince"],
    ["street", "ShippingAddress1"],
    ["buyer", "CustomerName"],
    ["client", "CustomerName"],
    ["surname", "CustomerLastName"],
    ["telephone", "Phone"],
    ["newsletter", "CustomerAcceptsMarketing"],
    ["brand", "Vendor"],
    ["supplier", "Vendor"],
    ["product name", "ProductTitle"],
    ["item number", "SKU"],
    ["ean", "Barcode"],
    ["qty", "Quantity"],
    ["stock", "RemainingInventory"],
    ["cogs", "TotalCost"],
    ["purchase price", "Cost"],
    ["margin", "ProfitMargin"],
    ["returns", "RefundTotal"],
    ["postage", "ShippingPrice"],
    ["shipping cost", "ShippingPrice"],
    ["courier", "TrackingCompany"],
    ["parcel number", "TrackingNumber"],
    ["shipped date", "FulfillmentDate"],
    ["payment status", "FinancialStatus"],
    ["payment type", "PaymentMethodName"],
    ["amount due", "OutstandingBalance"],
    ["transaction fee", "TransactionFees"],
    ["gratuity", "TipAmount"],
    ["comment", "Note"],
    ["subscription", "SellingPlan"],
    ["fraud", "Risk"],
    ["HS code", "HarmonizedCode"],
    ["picture", "Image"],
  ])("puts first what merchants mean by '%s'", (typed, meant) => {
    expect(found(typed)[0]).toBe(meant);
  });

  it("finds a synonym with a typo or not yet typed to its end", () => {
    expect(found("reven")).toContain("NetSales");
    expect(found("invioce")).toContain("OrderNum");
  });

  it("doesn't match similar words when the typed one is a synonym", () => {
    expect(found("coupon").filter((key) => /company/i.test(key))).toEqual([]);
  });

  it("has synonyms for existing columns only", () => {
    const keys = new Set(catalogue.map(({ key }) => key));
    expect([...columnSynonyms.values()].flat().filter((key) => !keys.has(key))).toEqual([]);
  });

  it("finds a word that is misspelled and incomplete", () => {
    expect(found("fullfi")[0]).toMatch(/^Fulfill(ed|ment)/);
    expect(found("recie")).toEqual(["TotalReceived"]);
    expect(found("recip")).toEqual([]);
  });

  it("puts the column with exactly that name before similar names and mentions", () => {
    expect(found("price").slice(0, 1)).toEqual(["Price"]);
    expect(found("total price")[0]).toBe("TotalPrice");
    expect(found("shipping price")[0]).toBe("ShippingPrice");
    expect(found("order number")[0]).toBe("OrderNum");
    expect(found("carrier")).toContain("TrackingCompany");
  });

  it("doesn't guess if a word is spelled right", () => {
    expect(found("rate").every((key) => /rate/i.test(JSON.stringify(catalogue.find((one) => one.key === key))))).toBe(
      true,
    );
    expect(found("xyzzy")).toEqual([]);
  });

  it("lists all columns in order if nothing is typed", () => {
    expect(found("  ")).toEqual(catalogue.map(({ key }) => key));
  });
});

describe("typos between a typed word and another", () => {
  it("are extra, missing, wrong and swapped letters, as many as the length allows", () => {
    const slips = (typed: string, word: string) => typoDistance(typed, word)?.slips ?? null;
    expect([
      slips("prise", "price"),
      slips("pice", "price"),
      slips("pricee", "price"),
      slips("pirce", "price"),
    ]).toEqual([1, 1, 1, 1]);
    expect([slips("tax", "fax"), slips("date", "note"), slips("emial", "mobile")]).toEqual([null, null, null]);
  });

  it("are also counted against the beginning of a longer word, and marked as such", () => {
    expect(typoDistance("fullf", "fulfillment")).toEqual({ slips: 1, whole: false });
    expect(typoDistance("barocde", "barcode")).toEqual({ slips: 1, whole: true });
  });
});
