import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { OrderTopic } from "#infra/app/webhooks/addresses.ts";
import { type Listener, listenLive } from "#tests/support/live-events.ts";
import { until } from "#tests/support/until.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";
import { deliver } from "#tests/support/webhooks.ts";

let web: WebForTests;
const open: Listener[] = [];
beforeEach(async () => {
  web = await startWebForTests();
});
afterEach(async () => {
  for (const one of open.splice(0)) one.leave();
  await web.close();
});

const listen = async (token: string, query = "") => {
  const listener = await listenLive(web.url, token, query);
  open.push(listener);
  return listener;
};

let ids = 0;
const told = (number: number, { topic = "orders/create" as OrderTopic, at = "2026-11-20T12:00:00Z", id = "" } = {}) => {
  ids += 1;
  const when = topic === "orders/create" ? { created_at: at } : { updated_at: at };
  const raw = JSON.stringify({ admin_graphql_api_id: `gid://shopify/Order/${number}`, ...when });
  return deliver(web, { topic, raw, id: id === "" ? `told-${ids}` : id });
};
const written = (tenant: string) => web.state.get(`live-arrivals:${tenant}`);

describe("orders that the platform tells of", () => {
  it("are told to who looks at a live page, new ones and changed ones", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const { status, text, orders } = await listen(token);
    expect(status).toBe(200);
    await until("it is open", () => text().includes("event: open"));
    expect((await told(1)).status).toBe(200);
    expect((await told(2, { topic: "orders/updated" })).status).toBe(200);
    await until("both are told", () => orders().length === 2);
    expect(orders().map(({ Id, Kind }) => `${Kind} ${Id}`)).toEqual(["new 1", "changed 2"]);
    await until("there is a sign of life", () => text().includes(": beat"));
  });

  it("are told once to who comes back, from where they were", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const first = await listen(token);
    await told(1);
    await until("it is told", () => first.orders().length === 1);
    const after = /id: (\d+)/.exec(first.text())?.[1];
    first.leave();
    await told(2);
    const second = await listen(token, `?after=${after}`);
    await until("what came meanwhile is told", () => second.orders().length > 0);
    expect(second.orders().map(({ Id }) => Id)).toEqual(["2"]);
    const third = await listen(token);
    await until("who never listened hears of all", () => third.orders().length === 2);
  });

  it("are none of another shop's", async () => {
    const [aurora, nimbus] = [await web.givenShop("aurora-demo"), await web.givenShop("nimbus-demo")];
    const [own, other] = [await listen(aurora.token), await listen(nimbus.token)];
    await told(1);
    await until("it is told", () => own.orders().length === 1);
    await until("the other has heard signs of life since", () => other.text().split(": beat").length > 3);
    expect(other.orders()).toEqual([]);
  });

  it("count once when they are sent again, and not when they are old or say something else", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const { orders } = await listen(token);
    await told(1, { id: "same" });
    await until("it is told", () => orders().length === 1);
    expect((await told(1, { id: "same" })).status).toBe(200);
    expect((await told(1)).status).toBe(200);
    expect((await told(3, { at: "2026-11-20T11:40:00Z" })).status).toBe(200);
    expect((await told(4, { at: "2026-11-20T12:20:00Z" })).status).toBe(200);
    expect(
      (await deliver(web, { topic: "orders/create", raw: `{"admin_graphql_api_id":"gid://shopify/Product/1"}` }))
        .status,
    ).toBe(401);
    await told(5);
    await until("the next one is told", () => orders().length === 2);
    expect(orders().map(({ Id }) => Id)).toEqual(["1", "5"]);
  });

  it("leave nothing where nobody looks, and nothing but numbers and instants where somebody does", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    expect((await deliver(web, { topic: "orders/create" })).status).toBe(200);
    expect(await written(tenant)).toBeUndefined();
    const { orders } = await listen(token);
    await deliver(web, { topic: "orders/create" });
    await until("it is told", () => orders().length === 1);
    const entry = JSON.stringify(await written(tenant));
    expect(entry).toContain("820982911946154500");
    expect(entry).not.toContain("example.com");
    expect((await web.events()).filter(({ type }) => /Order/.test(type) && !/Ordered/.test(type))).toEqual([]);
  });
});

describe("whoever listens", () => {
  it("is told that it ends when they log out", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const { text, hasEnded } = await listen(token);
    await web.ask("POST", "account/logout", { token });
    await until("it ends", hasEnded);
    expect(text()).toContain('event: end\ndata: {"Code":"unauthorized"}');
  });

  it("is nobody without a token, and not one of more than fifty of a shop; who leaves makes room", async () => {
    expect((await web.ask("GET", "reportData/live-events")).status).toBe(401);
    const { token } = await web.givenShop("aurora-demo");
    const all = await Promise.all(Array.from({ length: 50 }, () => listen(token)));
    const refused = await web.ask("GET", "reportData/live-events", { token });
    expect([refused.status, refused.envelope.ErrorCode]).toEqual([429, "too-many"]);
    all[0]?.leave();
    await until("there is room", async () => (await listen(token)).status === 200);
  });
});
