import { describe, expect, it } from "vitest";
import { access, connectFake, json, seesAllOrders } from "../testing/fakes.ts";

const metafields = (...names: string[]) => ({
  metafields: {
    nodes: names.map((name) => {
      const [namespace, key] = name.split(".");
      return { id: `gid://shopify/Metafield/${name}`, namespace, key };
    }),
  },
});
const keys = (...names: string[]) => ({ customAttributes: names.map((key) => ({ key })) });
const line = (changes: object = {}) => ({ id: "1", ...keys(), product: null, variant: null, ...changes });
const order = (changes: object = {}, lines: object[] = [line()]) => ({
  id: "gid://shopify/Order/1",
  ...keys(),
  ...metafields(),
  customer: null,
  lineItems: { nodes: lines },
  ...changes,
});
const found = async (...orders: object[]) => {
  const pageInfo = { hasNextPage: false, endCursor: null };
  const { platform } = await connectFake({}, json({ data: { orders: { nodes: orders, pageInfo }, ...seesAllOrders } }));
  return platform.fetchAttributeNames(access);
};

describe("Attribute names", () => {
  it("come from every object that has attributes", async () => {
    const engraved = line({
      ...keys("Engraving"),
      product: { id: "p", ...metafields("custom.material") },
      variant: { id: "v", ...metafields("stock.shelf") },
    });
    const full = { ...keys("Gift"), ...metafields("custom.packing"), customer: { id: "c", ...metafields("tax.vat") } };
    expect(await found(order(full, [engraved]))).toEqual({
      noteAttributes: ["Gift"],
      properties: ["Engraving"],
      orderMetafields: ["custom.packing"],
      customerMetafields: ["tax.vat"],
      productMetafields: ["custom.material"],
      variantMetafields: ["stock.shelf"],
    });
  });

  it("appear once each, as written, the most frequent first", async () => {
    const names = await found(order(keys("gift", "Gift")), order(keys("Gift", "_source")));
    expect(names.noteAttributes).toEqual(["Gift", "_source", "gift"]);
  });

  it("fail with an error for the merchant if they can't be read", async () => {
    await expect(found(order({ customAttributes: "Gift" }))).rejects.toThrow(/Type the name, or try again later/);
  });
});
