import { describe, expect, it } from "vitest";
import { createStorePlatform } from "./create-store-platform.ts";
import { access, connectFake, json, seesAllOrders } from "./testing/fakes.ts";

const count = (number: number, extensions: object = {}) =>
  json({ data: { ordersCount: { count: number, precision: "EXACT" }, ...seesAllOrders }, extensions });
const error = (code: string, message = code, more: object = {}) =>
  json({ errors: [{ message, extensions: { code, ...more } }] });
const throttled = (requested: number, available: number, restoreRate = 100) =>
  json({
    errors: [{ message: "Throttled", extensions: { code: "THROTTLED" } }],
    extensions: {
      cost: {
        requestedQueryCost: requested,
        actualQueryCost: null,
        throttleStatus: { maximumAvailable: 2000, currentlyAvailable: available, restoreRate },
      },
    },
  });

describe("A platform that is busy", () => {
  it("is called again once its points suffice: (requested - available) / rate", async () => {
    const { platform, time } = await connectFake({}, throttled(700, 200), count(1));
    expect(await platform.countOrders(access, "")).toBe(1);
    expect(time.waits).toEqual([5000]);
  });

  it("gets at least a second, and randomly up to a quarter more", async () => {
    const { platform, time } = await connectFake({ random: () => 0.8 }, throttled(10, 9), count(1));
    await platform.countOrders(access, "");
    expect(time.waits).toEqual([1200]);
  });

  it("is called again even if it returns a rate of 0", async () => {
    const { platform, time } = await connectFake({}, throttled(700, 200, 0), count(1));
    await platform.countOrders(access, "");
    expect(time.waits).toEqual([1000]);
  });

  it("is called again even after 60 such responses", async () => {
    const { platform } = await connectFake({}, ...Array.from({ length: 60 }, () => throttled(700, 0)), count(1));
    expect(await platform.countOrders(access, "")).toBe(1);
  });

  it("isn't called before its Retry-After, which is in seconds", async () => {
    const { platform, time } = await connectFake({}, json({}, 429, { "Retry-After": "2.0" }), count(1));
    await platform.countOrders(access, "");
    expect(time.waits).toEqual([2000]);
  });

  it("makes the call fail at once if its Retry-After is an hour", async () => {
    const { platform, time } = await connectFake({}, json({}, 429, { "Retry-After": "3600" }));
    await expect(platform.countOrders(access, "")).rejects.toMatchObject({ code: "unavailable" });
    expect(time.waits).toEqual([]);
  });
});

describe("A temporary fault", () => {
  it.each([
    ["500", () => json({}, 500)],
    ["502 with a page", () => new Response("<html>", { status: 502 })],
    ["430", () => json({}, 430)],
    ["429 without Retry-After", () => json({}, 429)],
    ["a cut connection", () => new TypeError("fetch failed", { cause: new Error("ECONNRESET") })],
    ["INTERNAL_SERVER_ERROR", () => error("INTERNAL_SERVER_ERROR")],
    [
      "a body cut off in the middle",
      () =>
        new Response(
          new ReadableStream({
            start: (controller) => {
              controller.enqueue(Buffer.from('{"data":'));
              controller.error(new TypeError("terminated"));
            },
          }),
        ),
    ],
  ])("is retried: %s", async (_, fault) => {
    const { platform, time } = await connectFake({}, fault(), fault(), count(9));
    expect(await platform.countOrders(access, "")).toBe(9);
    expect(time.waits).toEqual([1000, 2000]);
  });

  it("becomes an error for the merchant after six tries", async () => {
    const { platform, server, time } = await connectFake({}, ...Array.from({ length: 6 }, () => json({}, 503)));
    await expect(platform.countOrders(access, "")).rejects.toMatchObject({
      code: "unavailable",
      message: "The store platform isn't answering right now. Try again in a few minutes.",
      detail: "HTTP 503",
    });
    expect(server.calls).toHaveLength(6);
    expect(time.waits).toEqual([1000, 2000, 4000, 8000, 16000]);
  });

  it("may be a response that doesn't arrive in time", async () => {
    const { settings } = await connectFake({});
    let calls = 0;
    const slow: typeof fetch = (_, init) => {
      calls += 1;
      if (calls > 1) return Promise.resolve(count(4));
      return new Promise((_resolve, reject) =>
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)),
      );
    };
    const platform = createStorePlatform({ ...settings, fetch: slow, requestTimeout: 20 });
    expect(await platform.countOrders(access, "")).toBe(4);
    expect(calls).toBe(2);
  });
});

describe("A response that isn't worth retrying", () => {
  const denied = { requiredAccess: "`read_customers` access scope." };
  it.each([
    ["402: frozen", () => json({}, 402), "shop-unavailable", ""],
    ["403", () => json({}, 403), "shop-unavailable", ""],
    ["403 for want of a scope", () => json({ errors: "requires read_orders" }, 403), "access-denied", "read_orders"],
    ["404: gone", () => json({}, 404), "shop-unavailable", ""],
    ["423: locked", () => json({}, 423), "shop-unavailable", ""],
    ["SHOP_INACTIVE", () => error("SHOP_INACTIVE"), "shop-unavailable", ""],
    ["a scope missing", () => error("ACCESS_DENIED", "Access denied", denied), "access-denied", "read_customers"],
    [
      "not approved",
      () => error("ACCESS_DENIED", "This app is not approved to access the Customer object"),
      "access-denied",
      "not approved",
    ],
    ["an unknown code", () => error("NEW_CODE", "what now?"), "unexpected-answer", "NEW_CODE what now?"],
    [
      "an error without a code",
      () => json({ errors: [{ message: "Field 'x' doesn't exist" }] }),
      "unexpected-answer",
      "Field 'x'",
    ],
    ["not JSON", () => new Response("<html>log in</html>"), "unexpected-answer", ""],
    ["no data", () => json({}), "unexpected-answer", ""],
    ["other data", () => json({ data: { ordersCount: { count: "many" } } }), "unexpected-answer", "ordersCount.count"],
    [
      "a redirect",
      () => new Response(null, { status: 302, headers: { location: "https://elsewhere.example" } }),
      "unexpected-answer",
      "302",
    ],
  ])("(%s) fails at once with its code", async (_, reply, code, detail) => {
    const { platform, server, time } = await connectFake({}, reply());
    await expect(platform.countOrders(access, "")).rejects.toMatchObject({
      code,
      detail: expect.stringContaining(detail),
    });
    expect(server.calls).toHaveLength(1);
    expect(time.waits).toEqual([]);
  });

  it("may have data and an error: a partial response is refused", async () => {
    const half = {
      data: { ordersCount: { count: 3 } },
      errors: [{ message: "no", extensions: { code: "ACCESS_DENIED" } }],
    };
    const { platform } = await connectFake({}, json(half));
    await expect(platform.countOrders(access, "")).rejects.toMatchObject({ code: "access-denied" });
  });

  it("may have a warning about our search, and the error doesn't repeat the search terms", async () => {
    const warnings = [{ field: "vendor", message: "Input `ann@example.com` is not known.", code: "invalid_field" }];
    const { platform } = await connectFake(
      {},
      count(300, { search: [{ path: ["ordersCount"], query: "vendor:x", warnings }] }),
    );
    await expect(platform.countOrders(access, "vendor:x")).rejects.toMatchObject({
      code: "search-refused",
      detail: "vendor: invalid_field",
    });
  });

  it("isn't one whose search has no warnings", async () => {
    const { platform } = await connectFake({}, count(300, { search: [{ path: ["ordersCount"], query: "tag:x" }] }));
    expect(await platform.countOrders(access, "tag:x")).toBe(300);
  });
});

describe("The log", () => {
  it("contains no token and no secret", async () => {
    const lines: string[] = [];
    const logger = {
      debug: (fields: object, message: string) => lines.push(JSON.stringify([fields, message])),
      warn: (fields: object, message: string) => lines.push(JSON.stringify([fields, message])),
    };
    const { platform } = await connectFake({ logger }, json({}, 500), json({}, 401), json({}, 400));
    await expect(platform.countOrders(access, "")).rejects.toMatchObject({ code: "reconnect-needed" });
    expect(lines.length).toBeGreaterThanOrEqual(2);
    expect(lines.join()).not.toMatch(/shpat|shprt|hush/);
  });
});
