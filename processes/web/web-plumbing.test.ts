import { EventEmitter, once } from "node:events";
import { createServer, get as httpGet, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startHealthServer } from "#application/http/health/health-server.ts";
import { supervisedHealth } from "#application/http/health/supervised-health.ts";
import { stopGracefully } from "#application/http/stop-gracefully.ts";
import { readConfig } from "#infra/config/config.ts";
import { StoreBusy, StoreFull, StoreUnreadable, StoreUnwritable } from "#infra/ports/store-errors.ts";
import { signed } from "#tests/support/platform-for-tests.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";

let web: WebForTests;
beforeEach(async () => {
  web = await startWebForTests();
});
afterEach(() => web.close());

describe("every response", () => {
  it("has a request id, which is the client's if it is a plain word", async () => {
    const given = await web.ask("GET", "app-config", { headers: { "x-request-id": "r-1.a" } });
    expect(given.headers.get("x-request-id")).toBe("r-1.a");
    const strange = await web.ask("GET", "app-config", { headers: { "x-request-id": "a b;c" } });
    expect(strange.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("forbids inline scripts, frames, sniffing, referrers and caching", async () => {
    const { headers } = await web.ask("GET", "app-config");
    expect(headers.get("content-security-policy")).toContain("script-src 'self';");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    });
    expect(headers.get("x-powered-by")).toBeNull();
  });

  it("includes a fresh token in the last half of the old one's lifetime", async () => {
    const { token } = await web.givenShop("aurora-demo");
    expect((await web.ask("GET", "account/status", { token })).headers.get("jwt-refresh")).toBeNull();
    web.clock.advance(13 * 3_600_000);
    const renewed = (await web.ask("GET", "account/status", { token })).headers.get("jwt-refresh") ?? "";
    web.clock.advance(12 * 3_600_000);
    expect((await web.ask("GET", "account/status", { token })).status).toBe(401);
    expect((await web.ask("GET", "account/status", { token: renewed })).status).toBe(200);
  });
});

describe("a token of another shop", () => {
  it("gives access to that shop only", async () => {
    await web.givenShop("aurora-demo");
    const { token } = await web.givenShop("borealis-demo");
    const { envelope } = await web.ask("GET", "account/status", { token });
    expect(envelope.Data).toMatchObject({ Shop: { name: "borealis-demo" } });
  });
});

describe("a problem", () => {
  it("is a 503 with Retry-After if a store is busy", async () => {
    const { token } = await web.givenShop("aurora-demo");
    web.platform.failing.set("ordersCount", new StoreBusy("state.db is locked") as never);
    const reply = await web.ask("GET", "orders/page-count?location=manual", { token });
    expect([reply.status, reply.headers.get("retry-after")]).toEqual([503, "1"]);
  });

  it("is a 503 with a message and a log line if the disk is full", async () => {
    const { token } = await web.givenShop("aurora-demo");
    web.platform.failing.set("ordersCount", new StoreFull("/data/state.db") as never);
    const reply = await web.ask("GET", "orders/page-count?location=manual", { token });
    expect([reply.status, reply.envelope.ErrorCode]).toEqual([503, "full"]);
    expect(reply.headers.get("retry-after")).toBe("60");
    expect(reply.text).not.toContain("state.db");
    expect(web.logged()).toContain("state.db");
  });

  it("is a 503 with its own message if the disk can't be written", async () => {
    const { token } = await web.givenShop("aurora-demo");
    web.platform.failing.set("ordersCount", new StoreUnwritable("/data/state.db", "EROFS") as never);
    const reply = await web.ask("GET", "orders/page-count?location=manual", { token });
    expect([reply.status, reply.envelope.ErrorCode]).toEqual([503, "unwritable"]);
    expect(reply.headers.get("retry-after")).toBe("60");
    expect(reply.text).not.toContain("state.db");
  });

  it("is a 503 that doesn't mention saving if the disk can't be read", async () => {
    const { token } = await web.givenShop("aurora-demo");
    web.platform.failing.set("ordersCount", new StoreUnreadable("/data/state.db", "EIO") as never);
    const reply = await web.ask("GET", "orders/page-count?location=manual", { token });
    expect([reply.status, reply.envelope.ErrorCode]).toEqual([503, "unreadable"]);
    expect(reply.text).not.toMatch(/state\.db|sav/);
  });

  it("is a 500 without internals if it is a bug, and is logged with the request id", async () => {
    const { token } = await web.givenShop("aurora-demo");
    web.platform.failing.set("ordersCount", new Error("inside") as never);
    const reply = await web.ask("GET", "orders/page-count?location=manual", {
      token,
      headers: { "x-request-id": "r-500" },
    });
    expect(reply.status).toBe(500);
    expect(reply.text).not.toContain("inside");
    expect(web.logged()).toMatch(/"requestId":"r-500".*inside/);
  });
});

describe("the log", () => {
  it("has a line per request with its template, and no secret or personal value", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const sent = signed({ code: "s3cret-code", shop: "aurora-demo.myshopify.com", state: "n0nce", timestamp: "1" });
    await web.ask("GET", `account/status?hmac=${sent.hmac}`, { token });
    await web.ask("POST", "account/loginCallback", {
      body: { Code: sent.code, Hmac: sent.hmac, Shop: sent.shop, State: sent.state, Timestamp: sent.timestamp },
    });
    await web.ask("POST", "account/login", { body: { ShopName: "aurora-demo" } });
    await web.close();
    const text = web.logged();
    expect(text).toContain('"route":"/api/account/loginCallback"');
    for (const secret of [token, sent.hmac ?? "-", "s3cret-code", "n0nce", "owner@", "authorize?"])
      expect(text).not.toContain(secret);
    web = await startWebForTests();
  });
});

describe("the metrics", () => {
  it("count requests by template, never by path", async () => {
    await web.ask("GET", "reports/get/with-columns/secret-id");
    await web.ask("GET", "no/such/call-4711");
    // The server counts a request when its connection ends, a moment after the client has the response.
    await expect.poll(() => web.metrics.metrics()).toContain('route="other",status="404"');
    const text = await web.metrics.metrics();
    expect(text).toContain('route="/api/reports/get/with-columns/{id}",status="401"');
    expect(text).toContain("http_requests_in_flight 0");
    expect(text).not.toMatch(/secret-id|4711/);
  });

  it.each(["*/*", "text/html", "text/plain"])(
    "are not at the public address, for clients that accept %s",
    async (accept) => {
      const { status, text } = await web.ask("GET", "/metrics", { headers: { accept } });
      expect([status, text]).toEqual([404, "There is nothing at this address."]);
    },
  );

  describe("on their own port", () => {
    let server: Server;
    beforeEach(async () => {
      const { METRICS_HOST: host } = readConfig({});
      server = await startHealthServer({
        registry: web.metrics,
        health: () => ({ ok: true, reasons: [] }),
        host,
        port: 0,
      });
    });
    afterEach(() => stopGracefully(server, 100));
    const ask = (path: string, options: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, options);

    it("are local to this machine unless METRICS_HOST says otherwise", () => {
      expect(server.address()).toMatchObject({ address: "127.0.0.1" });
    });

    it("are in Prometheus format, and nothing else is served", async () => {
      const answer = await ask("/metrics");
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, web.metrics.contentType]);
      expect(await answer.text()).toContain("# TYPE http_requests_in_flight gauge");
      expect((await ask("/")).status).toBe(404);
      expect((await ask("/metrics", { method: "POST" })).status).toBe(404);
    });
  });
});

describe("/healthz", () => {
  it("is 200 if all is well, or else 503 with the reasons", async () => {
    expect((await web.ask("GET", "/healthz")).status).toBe(200);
    web.seen.health = { ok: false, reasons: ["exporter died five times within a minute"] };
    const reply = await web.ask("GET", "/healthz");
    expect([reply.status, JSON.parse(reply.text)]).toEqual([
      503,
      { ok: false, reasons: ["exporter died five times within a minute"] },
    ]);
  });

  it("reports the supervisor's status, and isn't healthy before the first report", () => {
    const child = Object.assign(new EventEmitter(), { connected: true, ppid: 7 });
    const health = supervisedHealth(child);
    expect(health().ok).toBe(false);
    child.emit("message", { kind: "health", ok: true, reasons: [] });
    expect(health()).toEqual({ ok: true, reasons: [], notes: [] });
    child.emit("message", { kind: "other" });
    const told = { ok: false, reasons: ["projections is starting"], notes: ["Kafka removes events."] };
    child.emit("message", { kind: "health", ...told });
    expect(health()).toEqual(told);
  });

  it("is unhealthy if the supervisor is silent for 10 s of this process's running time", () => {
    const child = Object.assign(new EventEmitter(), { connected: true, ppid: 7 });
    let now = 0;
    const health = supervisedHealth(child, () => now);
    const speak = () => child.emit("message", { kind: "health", ok: true, reasons: [] });
    const pass = (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        now += 1_000;
        health();
      }
      return health();
    };
    speak();
    expect(pass(9)).toEqual({ ok: true, reasons: [], notes: [] });
    speak();
    now += 3_600_000;
    expect(health()).toEqual({ ok: true, reasons: [], notes: [] });
    expect(pass(12)).toEqual({
      ok: false,
      reasons: [
        expect.stringMatching(/^The supervisor \(process 7\) has not been heard from for 1\d s: .*kill -KILL 7/),
      ],
      notes: [],
    });
    speak();
    expect(health()).toEqual({ ok: true, reasons: [], notes: [] });
  });

  it("is healthy without a supervisor", () => {
    let now = 0;
    const health = supervisedHealth(Object.assign(new EventEmitter(), { ppid: 7 }), () => now);
    now += 60_000;
    expect(health()).toEqual({ ok: true, reasons: [] });
  });
});

describe("stopping", () => {
  it("lets a running request finish and cuts off one that takes too long", async () => {
    const waiting: (() => void)[] = [];
    const server = createServer((_request, response) => {
      waiting.push(() => response.end("done"));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const ask = () =>
      new Promise<string>((resolve) => {
        httpGet({ port, host: "127.0.0.1" }, (response) => {
          let text = "";
          response.on("data", (chunk) => (text += chunk)).on("end", () => resolve(text));
        }).on("error", () => resolve("cut"));
      });
    const quick = ask();
    const slow = ask();
    await expect.poll(() => waiting.length).toBe(2);
    const stopped = stopGracefully(server, 200);
    waiting[0]?.();
    await stopped;
    expect([await quick, await slow].sort()).toEqual(["cut", "done"]);
    expect(server.listening).toBe(false);
  });

  it("closes a busy connection with its next response instead of cutting it off", async () => {
    const waiting: (() => void)[] = [];
    const server = createServer((_request, response) => {
      waiting.push(() => response.end("served"));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, "127.0.0.1");
    let text = "";
    socket.on("data", (chunk) => (text += chunk));
    const ask = () => socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    ask();
    await expect.poll(() => waiting.length).toBe(1);
    const stopped = stopGracefully(server, 600_000);
    ask();
    await expect.poll(() => waiting.length).toBe(2);
    const closed = once(socket, "close");
    for (const answer of waiting) answer();
    await Promise.all([stopped, closed]);
    const [, first, second] = text.split("HTTP/1.1 200 OK");
    expect(first).toContain("Connection: keep-alive");
    expect(second).toContain("Connection: close");
  });
});
