import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { OrderTopic } from "#application/webhooks/addresses.ts";
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

describe("orders announced by the platform", () => {
  it("are sent to viewers of a live page, both new and changed ones", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const { status, text, orders } = await listen(token);
    expect(status).toBe(200);
    await until("it is open", () => text().includes("event: open"));
    expect((await told(1)).status).toBe(200);
    expect((await told(2, { topic: "orders/updated" })).status).toBe(200);
    await until("both have arrived", () => orders().length === 2);
    expect(orders().map(({ Id, Kind }) => `${Kind} ${Id}`)).toEqual(["new 1", "changed 2"]);
    await until("there is a heartbeat", () => text().includes(": beat"));
  });

  it("are sent once to a returning viewer, from the last position", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const first = await listen(token);
    await told(1);
    await until("it has arrived", () => first.orders().length === 1);
    first.leave();
    await told(2);
    const second = await listen(token, `?after=${first.place()}`);
    await until("the missed orders arrive", () => second.orders().length > 0);
    expect(second.orders().map(({ Id }) => Id)).toEqual(["2"]);
    const third = await listen(token);
    await until("a new listener gets all", () => third.orders().length === 2);
  });

  const lastOf = async (tenant: string) => ((await written(tenant))?.value as { last: number } | undefined)?.last ?? 0;
  type Meanwhile = { rounds: number; each: number; happens: (round: number) => Promise<unknown> };
  /**
   * A client has received one order and disconnects. Meanwhile `each` orders arrive per round. Then the client
   * reconnects at its old position.
   */
  const comesBack = async ({ rounds, each, happens }: Meanwhile, placeOf = (id: string | undefined) => id) => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    const first = await listen(token);
    await told(1);
    await until("it has arrived", () => first.orders().length === 1);
    first.leave();
    const from = await lastOf(tenant);
    for (let round = 1; round <= rounds; round += 1) {
      await happens(round);
      await until("it is written", async () => (await lastOf(tenant)) === from + round * each);
    }
    const second = await listen(token, `?after=${placeOf(first.place())}`);
    await until("the missed orders arrive", () => second.orders().length > 0);
    return second;
  };
  const crowd = (topic: OrderTopic, round: number) =>
    Promise.all(Array.from({ length: 150 }, (_, n) => told(round * 150 + n, { topic })));

  it("are all sent to a returning viewer even if an old one was changed repeatedly", async () => {
    const changed = (round: number) => told(7, { topic: "orders/updated", at: `2026-11-20T12:00:0${round}Z` });
    const { orders, missed } = await comesBack({ rounds: 3, each: 1, happens: changed });
    expect(orders().map(({ Id, Kind }) => `${Kind} ${Id}`)).toEqual(["changed 7"]);
    expect(missed()).toBe(0);
  });

  it("are counted as missed if more came than are kept, but only the new ones", async () => {
    const happens = (round: number) => crowd(round % 2 === 1 ? "orders/create" : "orders/updated", round);
    const { orders, missed } = await comesBack({ rounds: 4, each: 150, happens });
    const fresh = orders().filter(({ Kind }) => Kind === "new");
    expect([orders().length, fresh.length, missed()]).toEqual([200, 50, 250]);
  });

  it("are sent to viewers of an older version without a count of missed orders", async () => {
    const happens = (round: number) => crowd("orders/create", round);
    const { orders, missed } = await comesBack({ rounds: 2, each: 150, happens }, (id) => id?.split("-")[0]);
    expect([orders().length, missed()]).toEqual([200, 0]);
  });

  it("never include another shop's", async () => {
    const [aurora, nimbus] = [await web.givenShop("aurora-demo"), await web.givenShop("nimbus-demo")];
    const [own, other] = [await listen(aurora.token), await listen(nimbus.token)];
    await told(1);
    await until("it has arrived", () => own.orders().length === 1);
    await until("the other has heard signs of life since", () => other.text().split(": beat").length > 3);
    expect(other.orders()).toEqual([]);
  });

  it("count once if they are sent again, and not at all if they are old or malformed", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const { orders } = await listen(token);
    await told(1, { id: "same" });
    await until("it has arrived", () => orders().length === 1);
    expect((await told(1, { id: "same" })).status).toBe(200);
    expect((await told(1)).status).toBe(200);
    expect((await told(3, { at: "2026-11-20T11:40:00Z" })).status).toBe(200);
    expect((await told(4, { at: "2026-11-20T12:20:00Z" })).status).toBe(200);
    expect(
      (await deliver(web, { topic: "orders/create", raw: `{"admin_graphql_api_id":"gid://shopify/Product/1"}` }))
        .status,
    ).toBe(401);
    await told(5);
    await until("the next one has arrived", () => orders().length === 2);
    expect(orders().map(({ Id }) => Id)).toEqual(["1", "5"]);
  });

  it("are stored only while someone is viewing, and without personal data", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    expect((await deliver(web, { topic: "orders/create" })).status).toBe(200);
    expect(await written(tenant)).toBeUndefined();
    const { orders } = await listen(token);
    await deliver(web, { topic: "orders/create" });
    await until("it has arrived", () => orders().length === 1);
    const entry = JSON.stringify(await written(tenant));
    expect(entry).toContain("820982911946154500");
    expect(entry).not.toContain("example.com");
    expect((await web.events()).filter(({ type }) => /Order/.test(type) && !/Ordered/.test(type))).toEqual([]);
  });
});

describe("a viewer of a live page", () => {
  it("is notified when the connection ends by a logout", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const { text, hasEnded } = await listen(token);
    await web.ask("POST", "account/logout", { token });
    await until("it ends", hasEnded);
    expect(text()).toContain('event: end\ndata: {"Code":"unauthorized"}');
  });

  it("needs a token, and can be one of at most fifty per shop, until another leaves", async () => {
    expect((await web.ask("GET", "reportData/live-events")).status).toBe(401);
    const { token } = await web.givenShop("aurora-demo");
    const all = await Promise.all(Array.from({ length: 50 }, () => listen(token)));
    const refused = await web.ask("GET", "reportData/live-events", { token });
    expect([refused.status, refused.envelope.ErrorCode]).toEqual([429, "too-many"]);
    all[0]?.leave();
    await until("there is room", async () => (await listen(token)).status === 200);
  });
});
