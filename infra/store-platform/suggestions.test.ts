import { describe, expect, it } from "vitest";
import { access, connectFake, json, seesAllOrders } from "./testing/fakes.ts";

const line = (changes: object = {}) => ({
  id: "gid://shopify/LineItem/1",
  title: "Linen shirt",
  sku: "0001-1",
  vendor: "Aster",
  customAttributes: [],
  product: { id: "gid://shopify/Product/7", legacyResourceId: "7", productType: "Shirts", tags: ["new"] },
  ...changes,
});
const order = (changes: object = {}, lines: object[] = [line()]) => ({
  id: "gid://shopify/Order/1",
  tags: [],
  discountCodes: [],
  presentmentCurrencyCode: "EUR",
  paymentGatewayNames: ["paypal"],
  sourceName: "web",
  shippingLine: { id: "gid://shopify/ShippingLine/1", title: "Express" },
  attribution: { displayName: "Online Store", handle: "web" },
  customAttributes: [],
  customer: null,
  shippingAddress: null,
  billingAddress: null,
  lineItems: { nodes: lines },
  ...changes,
});
const answer = (orders: object[], lists: object = {}) =>
  json({
    data: {
      orders: { nodes: orders, pageInfo: { hasNextPage: false, endCursor: null } },
      productTags: { nodes: [] },
      productTypes: { nodes: [] },
      productVendors: { nodes: [] },
      ...lists,
      ...seesAllOrders,
    },
  });
const suggested = async (...replies: Response[]) => {
  const { platform } = await connectFake({}, ...replies);
  return platform.fetchSuggestions(access);
};
/** Only the words. */
const wordsOf = async (...replies: Response[]) =>
  Object.fromEntries(
    Object.entries((await suggested(...replies)).words).map(([kind, list]) => [kind, list.map(({ word }) => word)]),
  );

describe("Suggestions", () => {
  it("are the words of the newest orders, the most frequent first", async () => {
    const found = await wordsOf(
      answer([order({ tags: ["vip", "rare"] }), order({ tags: ["VIP", "gift"] }), order({ tags: ["gift", "vip"] })]),
    );
    expect(found.orderTags).toEqual(["vip", "gift", "rare"]);
  });

  it("come from every field of an order that a filter reads", async () => {
    const found = await wordsOf(
      answer([
        order(
          {
            discountCodes: ["SUMMER"],
            customAttributes: [{ key: "Gift", value: "yes" }],
            customer: { id: "gid://shopify/Customer/1", tags: ["trade"] },
            shippingAddress: { country: "Greece", city: "Athens", province: "Attica" },
            billingAddress: { country: "France", city: "Lyon", province: null },
          },
          [line({ customAttributes: [{ key: "Engraving", value: "A.L." }] })],
        ),
      ]),
    );
    expect(found).toEqual({
      salesChannels: ["Online Store"],
      orderTags: [],
      noteAttributes: ["Gift:yes"],
      discountCodes: ["SUMMER"],
      properties: ["Engraving:A.L."],
      vendors: ["Aster"],
      productTags: ["new"],
      productTypes: ["Shirts"],
      productTitles: ["Linen shirt"],
      productIds: ["7"],
      skus: ["0001-1"],
      customerTags: ["trade"],
      countries: ["Greece"],
      cities: ["Athens"],
      billingCountries: ["France"],
      provinces: ["Attica"],
      currencies: ["EUR"],
      sources: ["web"],
      shippingMethods: ["Express"],
      paymentGateways: ["paypal"],
    });
  });

  it("show how many of the read orders have them, counting each order once", async () => {
    const lists = { productVendors: { nodes: ["Delta"] } };
    const twoLines = [line(), line({ id: "gid://shopify/LineItem/2", vendor: "ASTER" })];
    const found = await suggested(answer([order({ tags: ["vip"] }, twoLines), order({ tags: ["VIP"] })], lists));
    expect(found.ordersRead).toBe(2);
    expect(found.words.orderTags).toEqual([{ word: "vip", orderCount: 2 }]);
    expect(found.words.vendors).toEqual([
      { word: "Aster", orderCount: 2 },
      { word: "Delta", orderCount: 0 },
    ]);
  });

  it("end with values of the platform's lists that no recent order has", async () => {
    const lists = { productTags: { nodes: ["eco", "new"] }, productVendors: { nodes: ["Delta"] }, productTypes: null };
    const found = await wordsOf(answer([order()], lists));
    expect([found.productTags, found.vendors, found.productTypes]).toEqual([
      ["new", "eco"],
      ["Aster", "Delta"],
      ["Shirts"],
    ]);
  });

  it("never include an e-mail address or a value that a filter would refuse", async () => {
    const customAttributes = [
      { key: "Contact", value: "Ada <ada@example.org>" },
      { key: "Two", value: "lines\nof it" },
      { key: "Long", value: "x".repeat(255) },
      { key: "Empty", value: null },
      { key: "Packing", value: "@home" },
    ];
    const found = await wordsOf(answer([order({ customAttributes })]));
    expect(found.noteAttributes).toEqual(["Packing:@home"]);
  });

  it("are at most 200 of a kind, equally frequent ones sorted by name and number", async () => {
    const found = await wordsOf(answer([order({ tags: Array.from({ length: 300 }, (_, n) => `tag ${n}`) })]));
    expect(found.orderTags).toEqual(Array.from({ length: 200 }, (_, n) => `tag ${n}`));
  });

  it("fail with an error for the merchant if they can't be read", async () => {
    await expect(suggested(answer([order({ tags: "vip" })]))).rejects.toThrow(/Type the values, or try again later/);
  });
});
