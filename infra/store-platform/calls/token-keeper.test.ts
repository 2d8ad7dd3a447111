import { describe, expect, it } from "vitest";
import { StoreFull } from "../../ports/store-errors.ts";
import { createStorePlatform } from "../create-store-platform.ts";
import { access, connectFake, json, seesAllOrders, tokenAnswer } from "../testing/fakes.ts";

const count = (number: number) =>
  json({ data: { ordersCount: { count: number, precision: "EXACT" }, ...seesAllOrders } });
const hour = 3_600_000;
const withToken = (call: { headers: Headers }) => call.headers.get("x-shopify-access-token");

describe("An access token close to its expiry", () => {
  it("is used as it is while it has five minutes left", async () => {
    const { platform, server, time } = await connectFake({}, count(3));
    time.pass(hour - 5 * 60_000);
    expect(await platform.countOrders(access, "")).toBe(3);
    expect(server.calls.map(withToken)).toEqual(["shpat_1"]);
  });

  it("is refreshed before it expires, and only the new pair is kept", async () => {
    const { platform, server, time, vault } = await connectFake({}, json(tokenAnswer(2)), count(3), count(4));
    time.pass(hour - 4 * 60_000);
    expect(await platform.countOrders(access, "")).toBe(3);
    expect(await platform.countOrders(access, "")).toBe(4);
    expect(server.calls[0]?.body).toMatchObject({ grant_type: "refresh_token", refresh_token: "shprt_1" });
    expect(server.calls.map(withToken)).toEqual([null, "shpat_2", "shpat_2"]);
    expect(vault.size()).toBe(1);
  });

  it("is still used if the refresh fails temporarily", async () => {
    const { platform, server, time } = await connectFake({}, json({}, 503), count(3));
    time.pass(hour - 2 * 60_000);
    expect(await platform.countOrders(access, "")).toBe(3);
    expect(server.calls.map(withToken)).toEqual([null, "shpat_1"]);
  });

  it("is still used, without a refresh, if the disk couldn't store a new one", async () => {
    const { platform, server, time, stateStore } = await connectFake({}, count(3), count(4));
    stateStore.put = async () => {
      throw new StoreFull("/data/state.db");
    };
    time.pass(hour - 2 * 60_000);
    expect(await platform.countOrders(access, "")).toBe(3);
    expect(server.calls.map(withToken)).toEqual(["shpat_1"]);
    time.pass(hour);
    await expect(platform.countOrders(access, "")).rejects.toThrow(StoreFull);
    expect(server.calls).toHaveLength(1);
  });

  it("expires by the wall clock, as the app's clock may be fixed", async () => {
    const { platform, server, time } = await connectFake({}, json(tokenAnswer(2)), count(1));
    expect(time.clock.now().getFullYear()).toBe(2020);
    time.pass(2 * hour);
    await platform.countOrders(access, "");
    expect(server.calls.map(withToken)).toEqual([null, "shpat_2"]);
  });
});

describe("Processes that find an expired token at the same time", () => {
  it("refresh it once, and all use the new one", async () => {
    let refreshes = 0;
    const used: (string | null)[] = [];
    const { settings, time } = await connectFake({});
    const server: typeof fetch = async (url, init) => {
      await new Promise(setImmediate);
      if (!String(url).endsWith("/access_token")) {
        used.push(new Headers(init?.headers).get("x-shopify-access-token"));
        return count(7);
      }
      refreshes += 1;
      // The others poll meanwhile, and the fake wall clock moves with every poll.
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      return json(tokenAnswer(1 + refreshes));
    };
    time.pass(2 * hour);
    const processes = Array.from({ length: 4 }, () => createStorePlatform({ ...settings, fetch: server }));
    const counts = await Promise.all(processes.map((platform) => platform.countOrders(access, "")));
    expect(counts).toEqual([7, 7, 7, 7]);
    expect(used).toEqual(["shpat_2", "shpat_2", "shpat_2", "shpat_2"]);
    expect(refreshes).toBe(1);
  });

  it("don't refresh it again if another has just done so while they waited for the lease", async () => {
    const { settings, stateStore, time } = await connectFake({});
    const refreshed: string[] = [];
    const server =
      (number: number): typeof fetch =>
      async (url) => {
        if (!String(url).endsWith("/access_token")) return count(number);
        refreshed.push(`by ${number}`);
        return json(tokenAnswer(number));
      };
    const quick = createStorePlatform({ ...settings, fetch: server(2) });
    let late = true;
    const slowStore: typeof stateStore = {
      ...stateStore,
      put: async (key, value, options) => {
        if (late && key.startsWith("token-lease")) {
          late = false;
          await quick.countOrders(access, "");
        }
        return stateStore.put(key, value, options);
      },
    };
    time.pass(2 * hour);
    const slow = createStorePlatform({ ...settings, stateStore: slowStore, fetch: server(3) });
    expect(await slow.countOrders(access, "")).toBe(3);
    expect(refreshed).toEqual(["by 2"]);
  });

  it("take over if the process that started the refresh has died", async () => {
    const { platform, stateStore, time, server } = await connectFake({}, json(tokenAnswer(2)), count(1));
    time.pass(2 * hour);
    const expiresAt = new Date(time.clock.wall().getTime() + 60_000);
    await stateStore.put("token-lease:tenant-1", {}, { ifVersion: 0, expiresAt });
    expect(await platform.countOrders(access, "")).toBe(1);
    expect(time.waits.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(60_000);
    expect(server.calls).toHaveLength(2);
  });

  it("wait a minute for a dead process even if the clock was set back an hour", async () => {
    const { platform, stateStore, time, server } = await connectFake({}, json(tokenAnswer(2)), count(1));
    time.pass(3 * hour);
    const since = time.clock.wall();
    const expiresAt = new Date(since.getTime() + 60_000);
    await stateStore.put("token-lease:tenant-1", { since: since.toISOString() }, { ifVersion: 0, expiresAt });
    time.jump(-hour);
    expect(await platform.countOrders(access, "")).toBe(1);
    const waited = time.waits.reduce((sum, ms) => sum + ms, 0);
    expect(waited).toBeGreaterThanOrEqual(60_000);
    expect(waited).toBeLessThan(70_000);
    expect(server.calls).toHaveLength(2);
  });
});

describe("A refresh", () => {
  it.each([400, 401])("makes the merchant log in again if it is refused with %i", async (status) => {
    const { platform, time } = await connectFake({}, json({ error: "invalid_grant" }, status));
    time.pass(2 * hour);
    await expect(platform.countOrders(access, "")).rejects.toMatchObject({ code: "reconnect-needed" });
  });

  it("is retried on faults, then given up for now", async () => {
    const { platform, time, server, stateStore } = await connectFake(
      {},
      ...[1, 2, 3, 4, 5, 6].map(() => json({}, 500)),
    );
    time.pass(2 * hour);
    await expect(platform.countOrders(access, "")).rejects.toMatchObject({ code: "unavailable" });
    expect(server.calls).toHaveLength(6);
    expect(stateStore.text()).not.toContain("token-lease");
  });

  it("doesn't overwrite the token pair of a login in the meantime", async () => {
    const { platform, settings, time, server } = await connectFake(
      {},
      async () => {
        const elsewhere = createStorePlatform({ ...settings, fetch: async () => json(tokenAnswer(9)) });
        await elsewhere.exchangeCode(access, "new login");
        return json(tokenAnswer(2));
      },
      count(1),
    );
    time.pass(2 * hour);
    await platform.countOrders(access, "");
    expect(server.calls.map(withToken)).toEqual([null, "shpat_9"]);
  });

  it("is completed and stored even if the caller cancels, who doesn't wait for it", async () => {
    const abort = new AbortController();
    let answer: (response: Response) => void = () => undefined;
    const { platform, time, vault, stateStore, server } = await connectFake({}, () => {
      abort.abort(new Error("cancelled"));
      return new Promise<Response>((resolve) => {
        answer = resolve;
      });
    });
    time.pass(2 * hour);
    const before = stateStore.text();
    await expect(platform.countOrders({ ...access, signal: abort.signal }, "")).rejects.toThrow("cancelled");
    answer(json(tokenAnswer(2)));
    await expect.poll(() => stateStore.text()).not.toContain("token-lease");
    expect(stateStore.text()).not.toBe(before);
    expect(vault.size()).toBe(1);
    expect(server.calls).toHaveLength(1);
  });
});

describe("A token that the platform refuses", () => {
  it("is refreshed once, and the call is repeated", async () => {
    const { platform, server } = await connectFake({}, json({}, 401), json(tokenAnswer(2)), count(5));
    expect(await platform.countOrders(access, "")).toBe(5);
    expect(server.calls.map(withToken)).toEqual(["shpat_1", null, "shpat_2"]);
  });

  it("makes the merchant log in again if the new one is refused too", async () => {
    const { platform } = await connectFake({}, json({}, 401), json(tokenAnswer(2)), json({}, 401));
    await expect(platform.countOrders(access, "")).rejects.toMatchObject({ code: "reconnect-needed" });
  });

  it("isn't refreshed again if another process has already done so", async () => {
    const { platform, settings, server } = await connectFake(
      {},
      async () => {
        const elsewhere = createStorePlatform({ ...settings, fetch: async () => json(tokenAnswer(2)) });
        await elsewhere.exchangeCode(access, "another");
        return json({}, 401);
      },
      count(5),
    );
    expect(await platform.countOrders(access, "")).toBe(5);
    expect(server.calls.map(withToken)).toEqual(["shpat_1", "shpat_2"]);
  });
});
