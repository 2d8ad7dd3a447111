import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestClient, type TestClient, type Tokens } from "./testing/test-client.ts";

describe("faults on request", () => {
  let hand: TestClient;
  let tokens: Tokens;
  beforeAll(async () => {
    hand = await startTestClient();
  });
  afterAll(() => hand.close());
  beforeEach(async () => {
    tokens = await hand.install("aurora-demo");
    await hand.post("/_control/aurora-demo/reset", {});
  });

  const arm = (fault: Record<string, unknown>) => hand.post("/_control/aurora-demo/faults", fault);
  const ask = (query = "{ orders(first: 1) { nodes { id } } }") => hand.ask("aurora-demo", tokens.access_token, query);
  const statuses = async (count: number) => {
    const list: number[] = [];
    for (let n = 0; n < count; n++) list.push((await ask()).status);
    return list;
  };

  it("happen as often as requested, after the requested number of calls", async () => {
    await arm({ kind: "500", times: 2, after: 1 });
    expect(await statuses(4)).toEqual([200, 500, 500, 200]);
    const { body } = await hand.send("/_control/aurora-demo/stats");
    expect(body).toMatchObject({ requests: 4, queries: 2, orderPages: 2, faults: [] });
  });

  it("429 has a Retry-After", async () => {
    await arm({ kind: "429", retryAfter: 3 });
    const answer = await ask();
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "3.0"]);
    expect((await ask()).status).toBe(200);
  });

  it("throttle responds with HTTP 200 and no data", async () => {
    await arm({ kind: "throttle" });
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(body.data).toBeUndefined();
    expect(body.errors[0].extensions.code).toBe("THROTTLED");
    expect(body.extensions.cost.requestedQueryCost).toBe(3);
    expect((await hand.send("/_control/aurora-demo/stats")).body.throttles).toBe(1);
  });

  it("cut ends the connection in the middle of a response", async () => {
    await arm({ kind: "cut" });
    await expect(ask()).rejects.toThrow();
    expect((await ask()).status).toBe(200);
  });

  it("expired-token refuses the token until it is refreshed", async () => {
    await arm({ kind: "expired-token" });
    expect(await statuses(2)).toEqual([401, 401]);
    const { body } = await hand.post("/aurora-demo/admin/oauth/access_token", {
      client_id: "test-app",
      client_secret: "hush",
      grant_type: "refresh_token",
      refresh_token: tokens.refresh_token,
    });
    tokens = body;
    expect(await statuses(1)).toEqual([200]);
    expect((await hand.send("/_control/aurora-demo/stats")).body).toMatchObject({ refreshes: 1, unauthorized: 2 });
  });

  it("revoked refuses the app's token, and refreshing it", async () => {
    await arm({ kind: "revoked" });
    expect((await ask()).status).toBe(401);
    const refresh = await hand.post("/aurora-demo/admin/oauth/access_token", {
      client_id: "test-app",
      client_secret: "hush",
      grant_type: "refresh_token",
      refresh_token: tokens.refresh_token,
    });
    expect(refresh.status).toBe(400);
  });

  it("scope-withdrawn denies data of the scope", async () => {
    await arm({ kind: "scope-withdrawn", scope: "read_customers" });
    const { body } = await ask("{ orders(first: 1) { nodes { id customer { id } } } }");
    expect(body.errors[0].extensions.code).toBe("ACCESS_DENIED");
    expect((await ask("{ orders(first: 1) { nodes { id } } }")).body.errors).toBeUndefined();
  });

  it("slow still returns data, and search-warning returns a warning along with data", async () => {
    await arm({ kind: "slow", delayMs: 30 });
    expect((await ask()).status).toBe(200);
    await arm({ kind: "search-warning" });
    const { body } = await ask();
    expect(body.data.orders.nodes).toHaveLength(1);
    expect(body.extensions.search[0].warnings[0].code).toBe("invalid_field");
  });

  it("order-unreadable makes a field of one order fail, wherever it is read", async () => {
    const [second] = (await ask("{ orders(first: 2) { nodes { id name } } }")).body.data.orders.nodes.slice(1);
    const field = { kind: "order-unreadable", order: second.name, times: 2 };
    await arm({ ...field, path: "lineItems.nodes.title" });
    const { body } = await ask("{ orders(first: 2) { nodes { id note lineItems(first: 1) { nodes { title } } } } }");
    expect(body.errors).toMatchObject([
      { path: ["orders", "nodes", 1, "lineItems", "nodes", 0, "title"], extensions: { code: "INTERNAL_SERVER_ERROR" } },
    ]);
    await arm({ ...field, path: "note", code: "" });
    const alone = (await ask(`{ node(id: "${second.id}") { ... on Order { note } } }`)).body;
    expect(alone.errors).toMatchObject([{ path: ["node", "note"] }]);
    expect(alone.errors[0].extensions).toBeUndefined();
  });

  it("an unknown fault is refused", async () => {
    expect((await arm({ kind: "earthquake" })).status).toBe(400);
    expect((await hand.send("/_control/nowhere/stats")).status).toBe(404);
  });
});
