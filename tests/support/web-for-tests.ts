import type { AddressInfo } from "node:net";
import { Writable } from "node:stream";
import { pino } from "pino";
import { createCommandRunner } from "#application/commands/command-runner.ts";
import { awaitPosition } from "#application/events/await-position.ts";
import type { Health } from "#application/http/create-web-app.ts";
import { createMetrics } from "#application/http/health/metrics.ts";
import { buildOpenApi } from "#application/http/openapi.ts";
import type { Route } from "#application/http/route.ts";
import { stopGracefully } from "#application/http/stop-gracefully.ts";
import { createWebServer } from "#application/http/web-server.ts";
import type { ReadModelStatus, ServedReadModels } from "#application/read-models/serve.ts";
import { createShopNames } from "#application/session/shop-names.ts";
import type { Actor, WithoutContext } from "#domain/core/message.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { defineContents } from "#domain/read-models/documents.ts";
import type { ShopCommand } from "#domain/shop/commands.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import type { Envelope } from "#domain/wire/envelope.ts";
import type { Outage } from "#domain/wire/outages.ts";
import { readConfig } from "#infra/config/config.ts";
import { createDestinations } from "#infra/destinations/create-destinations.ts";
import { createOutboundHttp } from "#infra/http-out/create-outbound-http.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createFakeIds } from "#infra/memory/ids.ts";
import { createMemoryMail } from "#infra/memory/mail.ts";
import type { Json } from "#infra/ports/json.ts";
import type { StorePlatform } from "#infra/ports/store-platform.ts";
import type { StorePlatformOptions } from "#infra/store-platform/options.ts";
import { composeWeb } from "#processes/web/compose-web.ts";
import { type HeldAnswer, holdToDocument } from "./hold-to-document.ts";
import { cookiesOf } from "./http-client.ts";
import type { ApiDocument } from "./openapi-calls.ts";
import { createPlatformForTests } from "./platform-for-tests.ts";
import { storesOfRun } from "./stores-of-run.ts";
import { takesNothing } from "./takes-nothing.ts";

export type Reply = { status: number; headers: Headers; text: string; envelope: Envelope<Json> };
export type Asked = {
  token?: string;
  body?: unknown;
  raw?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
};

/** The gates of a login in order: a shop `upTo` one has passed it and is at the next. */
const steps = ["authorized", "tier", "charge", "terms"] as const;

type PlatformDeps = Pick<StorePlatformOptions, "stateStore" | "vault" | "clock">;

/** Made once: it takes a moment, and all web processes have the same calls. */
let held: ReturnType<typeof holdToDocument> | undefined;

const hold = (described: readonly Route[], answer: HeldAnswer): void => {
  held ??= holdToDocument(buildOpenApi(described, { version: "test", server: "" }) as unknown as ApiDocument);
  held(answer);
};

/**
 * Starts a web process over the run's stores and a scripted platform, or another one, on a free port. Close it after
 * the test.
 */
export const startWebForTests = async (
  environment: Record<string, string> = {},
  createPlatform?: (deps: PlatformDeps) => StorePlatform,
) => {
  const config = readConfig({
    ENVIRONMENT: "local",
    APP_URL: "http://localhost:3000",
    STORE_CLIENT_SECRET: "hush",
    RATE_LIMIT: "false",
    SMTP_URL: "smtp://mail.example:587",
    SUPPORT_EMAIL: "help@sheaf.example",
    ...environment,
  });
  const clock = createFakeClock("2026-11-20T12:00:00.000Z");
  const ids = createFakeIds("web");
  const stores = await storesOfRun(clock);
  const { eventStore, readStore, stateStore: state, vault, workQueue: queue, fileStore: files } = stores;
  const platform = createPlatformForTests();
  const runner = createCommandRunner({ eventStore, stateStore: state, clock, ids, upcasters });
  const deadlines = new Set<() => void>();
  const lines: string[] = [];
  const log = pino(
    { level: "debug" },
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    }),
  );
  const seen = {
    health: { ok: true, reasons: [] } as Health,
    troubles: [] as Outage[],
    /** The trusted time while the machine's clock is ahead. */
    trustedNow: (): Date | undefined => undefined,
    waited: [] as string[],
    caughtUp: true,
    /** Hook for each wait for the read models. */
    waiting: async (): Promise<void> => {},
    standing: "own" as ReadModelStatus,
    /** Served by projections beside, and really waited for. Otherwise tests put the documents. */
    readModels: undefined as ServedReadModels | undefined,
  };
  const metrics = createMetrics({ processMetrics: false });
  const { app, sessions, described } = composeWeb({
    destinations: createDestinations({
      mail: createMemoryMail(),
      http: createOutboundHttp({ allowPrivate: config.ALLOW_PRIVATE_HOSTS }),
      stateStore: state,
      clock,
      attachmentMaxMb: config.MAIL_ATTACHMENT_MAX_MB,
      allowPrivate: config.ALLOW_PRIVATE_HOSTS,
    }),
    config,
    runner,
    state,
    eventStore,
    readModels: {
      get: (...asked) => (seen.readModels ?? readStore).get(...asked),
      getContent: (name, id) => seen.readModels?.getContent(name, id) ?? readStore.get(defineContents(name).name, id),
      find: (...asked) => (seen.readModels ?? readStore).find(...asked),
      findConsistent: async (...asked) =>
        (await seen.readModels?.findConsistent(...asked)) ?? { found: await readStore.find(...asked), isWhole: true },
    },
    vault,
    files,
    clock,
    trusted: { ...clock, now: () => seen.trustedNow() ?? clock.now() },
    ids,
    queue,
    platform: createPlatform?.({ stateStore: state, vault, clock }) ?? platform,
    startDeadline: (over) => {
      deadlines.add(over);
      return () => void deadlines.delete(over);
    },
    awaitPosition: async (reads, position) => {
      seen.waited.push(`${reads.join(",")} ${position}`);
      await seen.waiting();
      return seen.readModels ? awaitPosition({ readModels: seen.readModels, names: reads, position }) : seen.caughtUp;
    },
    readModelStatus: async (reads) => seen.readModels?.getStatus(reads) ?? seen.standing,
    log,
    metrics,
    health: () => seen.health,
    troubles: () => seen.troubles,
    version: "test",
    beat: 50,
    frontend: new URL("./no-front-end", import.meta.url).pathname,
  });
  const server = createWebServer(app).listen(0, "127.0.0.1");
  await new Promise<void>((resolve, reject) => server.once("listening", resolve).once("error", reject));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** One browser's cookies; another browser's call sends its own header. */
  let cookies: Record<string, string> = {};
  const fetchRaw = (method: string, path: string, { token, body, raw, headers = {} }: Asked = {}) =>
    fetch(`${url}${path}`, {
      method,
      redirect: "manual",
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        cookie: Object.entries(cookies)
          .map(([name, value]) => `${name}=${value}`)
          .join("; "),
        ...headers,
      },
      ...(raw !== undefined ? { body: raw } : body !== undefined ? { body: JSON.stringify(body) } : {}),
    });
  const ask = async (method: string, path: string, asked: Asked = {}): Promise<Reply> => {
    const response = await fetchRaw(method, path.startsWith("/") ? path : `/api/${path}`, asked);
    cookies = { ...cookies, ...cookiesOf(response) };
    const text = await response.text();
    const call = path.startsWith("/api/") ? path.slice("/api/".length) : path;
    if (!call.startsWith("/")) hold(described, { method, path: call, status: response.status, text });
    const envelope = (text.startsWith("{") ? JSON.parse(text) : null) as Envelope<Json>;
    return { status: response.status, headers: response.headers, text, envelope };
  };
  const onShop = (tenant: string, command: WithoutContext<ShopCommand>, actor: Actor = { kind: "merchant" }) =>
    runner.execute(shopDecider, tenant, (context): ShopCommand => ({ ...command, context }), {
      tenant,
      actor,
      correlation: "given",
    });

  /** Logs a shop in and passes the gates up to one; returns its tenant and a token. */
  const givenShop = async (shop: string, upTo: (typeof steps)[number] = "terms") => {
    const tenant = await createShopNames({ state, eventStore, ids }).claim(shop);
    const emailRef = await vault.put(`owner@${shop}.example`, { owner: tenant, reference: `shop-email:${tenant}` });
    const { email: _, ...facts } = platform.profileOf(shop);
    const reached = steps.indexOf(upTo);
    const subscriptionId = `gid://shopify/AppSubscription/${shop}`;
    await onShop(tenant, { type: "InstallShop", tenant, shop });
    await onShop(tenant, { type: "AuthorizeShop", scopes: ["read_orders"], profile: { ...facts, emailRef } });
    if (reached >= 1) await onShop(tenant, { type: "SelectTier" });
    if (reached >= 2) {
      const confirmationUrl = `https://platform.example/charge/${shop}`;
      await onShop(tenant, { type: "RequestCharge", subscriptionId, price: "9.00", currency: "USD", confirmationUrl });
      await onShop(tenant, { type: "ActivateCharge", subscriptionId });
      platform.subscriptions.push({ id: subscriptionId, name: "Sheaf", status: "ACTIVE", test: true });
    }
    if (reached >= 3) await onShop(tenant, { type: "AcceptTerms", version: "2023-03-25", acceptsMarketing: false });
    return { tenant, token: await sessions.issue({ tenant, shop, epoch: await sessions.readEpoch(tenant) }) };
  };

  return {
    url,
    app,
    ask,
    fetchRaw,
    givenShop,
    onShop,
    clock,
    state,
    readStore,
    eventStore,
    files,
    vault,
    queue,
    platform,
    sessions,
    runner,
    seen,
    metrics: metrics.registry,
    /** Ends the time of every call under way. */
    runOutOfTime: () => {
      for (const over of deadlines) over();
    },
    /** Calls under way. */
    underWay: () => deadlines.size,
    /** Stops or resumes reading answers at the other end. */
    nothingIsTaken: (nothing: boolean) => void server[nothing ? "on" : "off"]("connection", takesNothing),
    /** Everything logged so far. */
    logged: () => lines.join(""),
    /** `stream type` of every event so far, in order. */
    events: async () =>
      (await eventStore.readAll({ limit: 10_000 }))
        // The store adds its own events.
        .filter((event) => !event.type.startsWith("$"))
        .map((event) => ({ stream: event.stream, type: event.type })),
    /** Number of parts of the read models. */
    parts: stores.parts,
    close: async () => {
      await stopGracefully(server, 100);
      await stores.close();
    },
  };
};

export type WebForTests = Awaited<ReturnType<typeof startWebForTests>>;
