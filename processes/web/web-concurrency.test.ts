import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { places } from "#application/admission/limits.ts";
import { collections } from "#domain/read-models/documents.ts";
import { createHalfSender } from "#tests/support/half-sent.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";

let web: WebForTests;
beforeEach(async () => {
  web = await startWebForTests();
  await web.readStore.ensureCollections(Object.values(collections));
});
const { send, drop } = createHalfSender(() => web.url);
afterEach(() => {
  vi.restoreAllMocks();
  drop();
  return web.close();
});

const { running: atWork, perOwner } = places.calls;
const inLine = perOwner - atWork;

/** Blocks the lists of these shops until they are released. */
const heavyLists = (...tenants: string[]) => {
  const find = web.readStore.find.bind(web.readStore);
  const held: (() => void)[] = [];
  vi.spyOn(web.readStore, "find").mockImplementation(async (collection, query) => {
    if (tenants.some((tenant) => JSON.stringify(query).includes(tenant)))
      await new Promise<void>((letGo) => held.push(letGo));
    return find(collection, query);
  });
  const letGo = (): void => {
    for (const go of held.splice(0)) go();
  };
  return {
    working: () => held.length,
    letGo,
    /** Releases them as they arrive, until all calls are answered. */
    letAllGo: async (asked: Promise<Response>[]): Promise<Response[]> => {
      let isDone = false;
      const done = Promise.all(asked).finally(() => {
        isDone = true;
      });
      await expect
        .poll(() => {
          letGo();
          return isDone;
        })
        .toBe(true);
      return done;
    },
  };
};
const underWay = (requests: number) =>
  expect
    .poll(async () => /http_requests_in_flight (\d+)/.exec(await web.metrics.metrics())?.[1], { timeout: 10_000 })
    .toBe(String(requests));
/** Counts completely received bodies of this length. */
const bodiesOf = (length: number) => {
  const concat = vi.spyOn(Buffer, "concat");
  return () => concat.mock.results.filter(({ value }) => value?.length === length).length;
};
const list = (token: string, more: RequestInit = {}) =>
  fetch(`${web.url}/api/filters/get-filters`, { headers: { authorization: `Bearer ${token}` }, ...more });

describe("when one shop sends many requests at the same time", () => {
  it("a few of its calls run, the others wait, and another shop is answered at once", async () => {
    const [many, other] = [await web.givenShop("many"), await web.givenShop("other")];
    const heavy = heavyLists(many.tenant);
    const asked = Array.from({ length: 20 }, () => list(many.token));
    await expect.poll(heavy.working).toBe(atWork);
    expect((await web.ask("GET", "filters/get-filters", { token: other.token })).status).toBe(200);
    expect(heavy.working()).toBe(atWork);
    let isDone = false;
    const done = Promise.all(asked).finally(() => {
      isDone = true;
    });
    const most: number[] = [];
    await expect
      .poll(() => {
        most.push(heavy.working());
        heavy.letGo();
        return isDone;
      })
      .toBe(true);
    expect(Math.max(...most)).toBeLessThanOrEqual(atWork);
    expect((await done).map(({ status }) => status)).toEqual(asked.map(() => 200));
  });

  it("its queue is limited, and the error says when to retry once it is full", async () => {
    const { tenant, token } = await web.givenShop("many");
    const heavy = heavyLists(tenant);
    const asked = Array.from({ length: atWork + inLine + 5 }, () => list(token));
    let answered = 0;
    for (const each of asked) void each.then(() => answered++);
    const turnedAway = await Promise.any(asked);
    await expect.poll(() => answered, { timeout: 10_000 }).toBe(5);
    expect([turnedAway.status, turnedAway.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(await turnedAway.json()).toMatchObject({
      ErrorCode: "busy",
      ErrorMessage: "Your shop is sending too many requests at once. Try again in a moment.",
    });
    const statuses = (await heavy.letAllGo(asked)).map(({ status }) => status);
    expect([200, 503].map((wanted) => statuses.filter((status) => status === wanted).length)).toEqual([
      atWork + inLine,
      5,
    ]);
  });

  it("calls of a disconnected client are dropped, and their places are freed", async () => {
    const { tenant, token } = await web.givenShop("many");
    const heavy = heavyLists(tenant);
    const gone = new AbortController();
    const asked = Array.from({ length: atWork }, () => list(token));
    await expect.poll(heavy.working).toBe(atWork);
    const waiting = list(token, { signal: gone.signal }).catch(() => "gone");
    await underWay(atWork + 1);
    gone.abort();
    expect(await waiting).toBe("gone");
    await underWay(atWork);
    expect(heavy.working()).toBe(atWork);
    heavy.letGo();
    await Promise.all(asked);
    expect((await web.ask("GET", "account/status", { token })).status).toBe(200);
    expect(heavy.working()).toBe(0);
  });

  it("requests that never finish arriving are evicted for complete ones, the oldest first", async () => {
    const { token } = await web.givenShop("many");
    const head = { authorization: `Bearer ${token}`, "content-type": "application/json", "content-length": 2 };
    const oldest = await send("/api/filters/update-filter", head, "PUT");
    await underWay(1);
    await Promise.all(
      Array.from({ length: atWork + inLine - 1 }, () => send("/api/filters/update-filter", head, "PUT")),
    );
    await underWay(atWork + inLine);
    expect((await list(token)).status).toBe(200);
    expect(await text(oldest)).toMatch(
      /^HTTP\/1\.1 503 [\s\S]*retry-after: 2[\s\S]*Your shop is sending too many requests/i,
    );
    await underWay(atWork + inLine - 1);
    expect(web.logged()).not.toContain("a request failed unexpectedly");
  });

  it("calls that wait for the read models are evicted as well", async () => {
    const { token } = await web.givenShop("many");
    const held: (() => void)[] = [];
    web.seen.waiting = () => new Promise<void>((letGo) => held.push(letGo));
    const headers = { authorization: `Bearer ${token}`, "x-await-position": "9" };
    const asked = Array.from({ length: atWork + inLine }, () => list(token, { headers }));
    await expect.poll(() => held.length).toBe(atWork + inLine);
    expect((await list(token)).status).toBe(200);
    for (const letGo of held) letGo();
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 503)).toHaveLength(1);
    expect(web.logged()).not.toContain("a request failed unexpectedly");
  });

  it("a logout doesn't wait for its calls", async () => {
    const { tenant, token } = await web.givenShop("many");
    const heavy = heavyLists(tenant);
    const asked = Array.from({ length: atWork + inLine }, () => list(token));
    await expect.poll(heavy.working).toBe(atWork);
    await underWay(atWork + inLine);
    expect((await web.ask("POST", "account/logout", { token })).status).toBe(200);
    expect((await web.ask("GET", "account/status", { token })).status).toBe(401);
    await heavy.letAllGo(asked);
  });

  const json = { "content-type": "application/json" };
  const parsed = (body: string) => vi.mocked(JSON.parse).mock.calls.filter(([text]) => text === body).length;

  it.each([
    ["too many values", `[${"0,".repeat(100_000)}0]`, "The body holds too many values. Send less at once."],
    [
      "many different objects",
      `[${Array.from({ length: 150_000 }, (_, one) => `{"k${one}":1,"j${one}":2}`).join()}]`,
      "The body holds too many values. Send less at once.",
    ],
    ["too many levels", '{"a":'.repeat(690_000), "The body is nested too deeply. Use fewer levels."],
  ])("a body of %s is refused at once, without being parsed or waiting for a permit", async (_what, raw, why) => {
    const { tenant, token } = await web.givenShop("many");
    const heavy = heavyLists(tenant);
    const asked = Array.from({ length: atWork }, () => list(token));
    await expect.poll(heavy.working).toBe(atWork);
    vi.spyOn(JSON, "parse");
    const reply = await web.ask("PUT", "filters/update-filter", { token, raw, headers: json });
    expect([reply.status, reply.envelope.ErrorMessage]).toEqual([400, why]);
    expect(parsed(raw)).toBe(0);
    expect(heavy.working()).toBe(atWork);
    heavy.letGo();
    await Promise.all(asked);
  });

  it("a body is parsed only when it has its permit", async () => {
    const { tenant, token } = await web.givenShop("many");
    const heavy = heavyLists(tenant);
    const asked = Array.from({ length: atWork }, () => list(token));
    await expect.poll(heavy.working).toBe(atWork);
    vi.spyOn(JSON, "parse");
    const raw = `["${"x".repeat(10_000)}"]`;
    const come = bodiesOf(raw.length);
    const waiting = web.ask("PUT", "filters/update-filter", { token, raw, headers: json });
    await expect.poll(come).toBe(1);
    // Another call arrives and passes everything that doesn't wait for a permit.
    expect((await web.ask("POST", "account/logout", { token: "wrong" })).status).toBe(401);
    expect(parsed(raw)).toBe(0);
    heavy.letGo();
    await Promise.all(asked);
    expect((await waiting).status).toBe(400);
    expect(parsed(raw)).toBe(1);
  });

  it("complete bodies waiting for their permit are evicted for another shop's, and not handled", async () => {
    const body = `"${"x".repeat(4 * 1_048_576 - 2)}"`;
    const many = await Promise.all(["a", "b", "c", "d"].map((shop) => web.givenShop(shop)));
    const other = await web.givenShop("other");
    const heavy = heavyLists(...many.map(({ tenant }) => tenant));
    const asked = many.flatMap(({ token }) => Array.from({ length: atWork }, () => list(token)));
    await expect.poll(heavy.working).toBe(many.length * atWork);
    const save = (token: string) => web.ask("PUT", "filters/update-filter", { token, raw: body, headers: json });
    const come = bodiesOf(body.length);
    const waiting = many.flatMap(({ token }) => Array.from({ length: 8 }, () => save(token)));
    await expect.poll(come, { timeout: 10_000 }).toBe(waiting.length);
    expect((await save(other.token)).status).toBe(400);
    expect((await Promise.race(waiting)).status).toBe(503);
    await heavy.letAllGo(asked);
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    expect([400, 503].map((wanted) => statuses.filter((status) => status === wanted).length)).toEqual([31, 1]);
  });

  it("a call isn't started if its client left during the token check", async () => {
    const { token } = await web.givenShop("many");
    const find = vi.spyOn(web.readStore, "find");
    const verified = Promise.withResolvers<void>();
    const get = web.state.get.bind(web.state);
    const asked = vi.spyOn(web.state, "get").mockImplementation(async (key) => {
      await verified.promise;
      return get(key);
    });
    const gone = new AbortController();
    const left = list(token, { signal: gone.signal }).catch(() => "gone");
    await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(0);
    gone.abort();
    expect(await left).toBe("gone");
    await underWay(0);
    verified.resolve();
    expect((await web.ask("GET", "account/status", { token })).status).toBe(200);
    expect(find).not.toHaveBeenCalled();
  });

  it("calls that wait for the store platform don't delay the others", async () => {
    const { token } = await web.givenShop("many");
    let asking = 0;
    web.platform.fetchLocations = ({ signal }) =>
      new Promise((_, fail) => {
        asking += 1;
        signal.addEventListener("abort", () => fail(signal.reason));
      });
    const asked = Array.from({ length: atWork + 1 }, () => web.ask("GET", "filters/suggestions?field=1002", { token }));
    const names = Array.from({ length: atWork + 1 }, () => web.ask("GET", "locations/get-names", { token }));
    await expect.poll(() => asking).toBeGreaterThan(0);
    expect((await web.ask("GET", "account/status", { token })).status).toBe(200);
    web.runOutOfTime();
    await Promise.all([...asked, ...names]);
  });
});
