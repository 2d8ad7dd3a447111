import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestClient, type TestClient } from "../testing/test-client.ts";

const WIDE =
  "{ orders(first: 250) { nodes { id lineItems(first: 250) { nodes { id product { id } variant { id } } } } } }";

describe("an app that uses more than 100 points a second", () => {
  let hand: TestClient;
  let wall = Date.parse("2026-11-20T11:00:00Z");
  let token = "";
  beforeAll(async () => {
    hand = await startTestClient({ pointsPerSecond: 100, wall: () => new Date(wall) });
    token = (await hand.install("aurora-demo")).access_token;
  });
  afterAll(() => hand.close());
  const ask = async (query = WIDE) => (await hand.ask("aurora-demo", token, query)).body;

  it("has 2,000 points, and only pays for what it used", async () => {
    const { extensions } = await ask();
    const { requestedQueryCost, actualQueryCost, throttleStatus } = extensions.cost;
    expect(requestedQueryCost).toBe(2 + 11 * (1 + 2 + 11 * (1 + 1 + 1)));
    expect(actualQueryCost).toBeLessThan(requestedQueryCost);
    expect(throttleStatus).toEqual({
      maximumAvailable: 2000,
      restoreRate: 100,
      currentlyAvailable: 2000 - actualQueryCost,
    });
  });

  it("is throttled with HTTP 200, and served again once its points are restored", async () => {
    let last = await ask();
    for (let n = 0; n < 100 && last.data; n++) last = await ask();
    expect(last.data).toBeUndefined();
    expect(last.errors[0]).toMatchObject({ message: "Throttled", extensions: { code: "THROTTLED" } });
    const { requestedQueryCost, actualQueryCost, throttleStatus } = last.extensions.cost;
    expect(actualQueryCost).toBeNull();
    expect(throttleStatus.currentlyAvailable).toBeLessThan(requestedQueryCost);
    // Still refused one second too early, then accepted.
    const seconds = Math.ceil((requestedQueryCost - throttleStatus.currentlyAvailable) / 100);
    wall += (seconds - 1) * 1000;
    expect((await ask()).errors).toBeDefined();
    wall += 1000;
    expect((await ask()).data).toBeDefined();
    // The bucket never exceeds its maximum.
    wall += 600_000;
    expect((await ask("{ shop { name } }")).extensions.cost.throttleStatus.currentlyAvailable).toBe(1999);
  });

  it("gets points back at the same rate after the platform's clock was set back an hour", async () => {
    let last = await ask();
    for (let n = 0; n < 100 && last.data; n++) last = await ask();
    expect(last.data).toBeUndefined();
    wall -= 3_600_000;
    await ask();
    wall += 20_000;
    expect((await ask()).data).toBeDefined();
  });

  it("may not request more than 1,000 points at once", async () => {
    const nested = "lineItems(first: 250) { nodes { id product { collections(first: 250) { nodes { id } } } } }";
    const answer = await ask(`{ orders(first: 250) { nodes { ${nested} } } }`);
    expect(answer.data).toBeUndefined();
    expect(answer.errors[0].extensions).toMatchObject({ code: "MAX_COST_EXCEEDED", maxCost: 1000 });
  });

  it("gets the cost of each field if it asks for it", async () => {
    const { body } = await hand.ask(
      "aurora-demo",
      token,
      "{ shop { plan { shopifyPlus } } }",
      {},
      { "Shopify-GraphQL-Cost-Debug": "1" },
    );
    expect(body.extensions.cost.fields).toEqual([
      { path: ["shop"], definedCost: 1, requestedTotalCost: 2, requestedChildrenCost: 1 },
      { path: ["shop", "plan"], definedCost: 1, requestedTotalCost: 1, requestedChildrenCost: 0 },
    ]);
  });
});
