import { once } from "node:events";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { withReadiness } from "#application/http/health/readiness.ts";
import { stopGracefully } from "#application/http/stop-gracefully.ts";
import { createWebServer, defaultTimeouts } from "#application/http/web-server.ts";
import { until } from "#tests/support/until.ts";
import { type ProxyKind, proxyKinds, type RunningProxy, startProxy } from "./proxies.ts";
import { whereIs } from "./real-servers.ts";

const programs = proxyKinds.map((kind) => ({ kind, program: whereIs(kind) }));
const missing = programs.filter(({ program }) => program === undefined).map(({ kind }) => kind);
if (missing.length > 0)
  console.warn(`Skipped: the configurations of ${missing.join(", ")}. apt-get install ${missing.join(" ")}.`);

const megabyte = 1_048_576;
/** A connection of 25 KB/s, and its allowed silence, this much faster. The kernel's buffers stay as they are. */
const faster = 100;
/** More than all buffers in between. */
const slow = { bytesPerSecond: 25_000 * faster, megabytes: 24 };

/** Starts Sheaf's own server behind the proxies, with answers of the kinds that Sheaf gives. `more`: the second event is sent. */
const startUpstream = async () => {
  const more = Promise.withResolvers<void>();
  const app: RequestListener = async (request, response) => {
    const { headers, url = "" } = request;
    if (url.startsWith("/api/events")) {
      response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store, no-transform" });
      response.write("data: first\n\n");
      await more.promise;
      return void response.end("data: second\n\n");
    }
    if (url.startsWith("/files/")) return void response.end(Buffer.alloc(slow.megabytes * megabyte, "a"));
    let bytes = 0;
    for await (const piece of request) bytes += (piece as Buffer).length;
    const told = { bytes, from: headers["x-forwarded-for"], proto: headers["x-forwarded-proto"] };
    response.end(JSON.stringify(told));
  };
  const server = createWebServer(
    withReadiness(app, () => true),
    { ...defaultTimeouts, unreadTimeoutMs: defaultTimeouts.unreadTimeoutMs / faster, checkIntervalMs: 50 },
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    sendMore: () => more.resolve(),
    stop: () => stopGracefully(server, 0),
  };
};

type Upstream = Awaited<ReturnType<typeof startUpstream>>;

const passesAll = async (proxy: RunningProxy, upstream: Upstream): Promise<void> => {
  const body = Buffer.alloc(4 * megabyte, "b");
  const told = await proxy.ask("/api/filters/update-filter", {
    method: "PUT",
    body,
    headers: { "content-length": String(body.length) },
  });
  expect(JSON.parse(told.text)).toEqual({ bytes: body.length, from: "127.0.0.1", proto: "https" });
  const events = await proxy.ask("/api/events", {
    onText: (text) => {
      if (text === "data: first\n\n") upstream.sendMore();
    },
  });
  expect(events.text).toBe("data: first\n\ndata: second\n\n");
  for (const probe of ["/healthz", "/readyz"]) expect((await proxy.ask(probe)).status).toBe(404);
};

/** Caddy does both by itself. */
const listensEverywhere = async (proxy: RunningProxy, kind: ProxyKind): Promise<void> => {
  if (kind === "caddy") return;
  for (const address of ["127.0.0.1", "::1"]) {
    const { status, plainly } = await proxy.askAt(address, "/api/app-config?a=b");
    expect({ status, plainly: plainly.status, to: plainly.headers.location }).toEqual({
      status: 200,
      plainly: 301,
      to: "https://sheaf.example/api/app-config?a=b",
    });
  }
};

const logsNoSecrets = async (proxy: RunningProxy): Promise<void> => {
  for (const path of [
    "/Reports?shop=s3cret",
    "/public/s3cret/s3cret.csv?down=1",
    "/Account/Impersonate/s3cret",
    "/webhooks/shops/s3cret/orders/create",
    "/account/login-callback?code=s3cret",
  ])
    expect((await proxy.ask(path)).status).toBe(200);
  await until("all are logged", async () => (await proxy.log()).includes("/account/login-callback"));
  const log = await proxy.log();
  for (const path of ["/Reports", "/public/", "/Account/Impersonate/"]) expect(log).toContain(path);
  expect(log).not.toContain("s3cret");
};

const showsPageWhileAway = async (proxy: RunningProxy): Promise<void> => {
  const page = await until("the page is shown", async () => {
    const answer = await proxy.ask("/Reports");
    return answer.text.includes("refresh") ? answer : undefined;
  });
  expect(page.status).toBe(503);
  expect(page.headers["content-type"]).toMatch(/^text\/html/);
  expect(page.headers["retry-after"]).toBe("5");
  for (const path of [
    "/api/app-config",
    "/files/s3cret/b.csv",
    "/public/s3cret/b.csv",
    "/webhooks/shops/s3cret/orders/create",
  ]) {
    const answer = await proxy.ask(path);
    expect([502, 503, 504]).toContain(answer.status);
    expect(answer.text).not.toContain("refresh");
  }
};

const holds = async (kind: ProxyKind, program: string): Promise<void> => {
  const upstream = await startUpstream();
  const proxy = await startProxy(kind, program, upstream.port);
  try {
    await until("it passes requests on", async () => (await proxy.ask("/api/app-config")).status === 200);
    const [read] = await Promise.all([
      proxy.readSlowly("/files/s3cret/report.csv", slow.bytesPerSecond),
      passesAll(proxy, upstream),
      logsNoSecrets(proxy),
      listensEverywhere(proxy, kind),
    ]);
    expect(read).toBe(slow.megabytes * megabyte);
    await upstream.stop();
    await showsPageWhileAway(proxy);
    expect(await proxy.log()).not.toContain("s3cret");
  } finally {
    await Promise.all([proxy.close(), upstream.stop()]);
  }
};

describe.concurrent("the documented configuration", () => {
  for (const { kind, program } of programs)
    it.skipIf(program === undefined)(
      `of ${kind} accepts IPv4 and IPv6, redirects to TLS, passes everything, logs no secrets and has an error page`,
      () => holds(kind, program ?? ""),
    );
});
