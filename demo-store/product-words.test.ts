import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL_SCOPES, startTestClient, type TestClient } from "./testing/test-client.ts";

let hand: TestClient;
beforeAll(async () => {
  hand = await startTestClient();
});
afterAll(() => hand.close());

describe("The lists of product tags, types and vendors", () => {
  it("have those of the products, once each, in pages", async () => {
    const { access_token: token } = await hand.install("aurora-demo");
    const first = await hand.ask(
      "aurora-demo",
      token,
      "{ productTypes(first: 3) { nodes pageInfo { hasNextPage endCursor } } productVendors(first: 250) { edges { node } } }",
    );
    const { productTypes, productVendors } = first.body.data;
    expect(productTypes.nodes).toEqual(["Bags", "Candles & Scents", "Gift Cards"]);
    expect(productTypes.pageInfo.hasNextPage).toBe(true);
    expect(productVendors.edges.map(({ node }: { node: string }) => node)).toHaveLength(6);
    const next = await hand.ask(
      "aurora-demo",
      token,
      "query ($after: String) { productTypes(first: 2, after: $after) { nodes } }",
      { after: productTypes.pageInfo.endCursor },
    );
    expect(next.body.data.productTypes.nodes).toEqual(["Kitchen", "Posters"]);
    // A connection costs 2 plus the weight of its page: 250 texts weigh 11.
    const whole = await hand.ask("aurora-demo", token, "{ productTags(first: 250) { nodes } }");
    expect(whole.body.extensions.cost.requestedQueryCost).toBe(13);
  });

  it("require the permission to read products", async () => {
    const scopes = ALL_SCOPES.replace("read_products,", "");
    const { access_token: token } = await hand.install("borealis-demo", scopes);
    const { body } = await hand.ask("borealis-demo", token, "{ productTags(first: 3) { nodes } }");
    expect(body.errors[0].extensions).toMatchObject({
      code: "ACCESS_DENIED",
      requiredAccess: "`read_products` access scope.",
    });
  });
});
