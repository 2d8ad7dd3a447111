import { Writable } from "node:stream";
import { pino } from "pino";
import { noRateLimits } from "#application/admission/rate-limits.ts";
import type { AlertDeps } from "#application/alerts/read-alerts.ts";
import { createCommandRunner } from "#application/commands/command-runner.ts";
import { createMetrics } from "#application/http/health/metrics.ts";
import { stopGracefully } from "#application/http/stop-gracefully.ts";
import { createWebServer } from "#application/http/web-server.ts";
import type { Parked } from "#application/read-models/parked.ts";
import type { Role } from "#domain/console/roles.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { ConsoleMe } from "#domain/wire/support/console.ts";
import type { ConsoleHealthCheck } from "#domain/wire/support/console-alerts.ts";
import { readConfig } from "#infra/config/config.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createFakeIds } from "#infra/memory/ids.ts";
import { type IdentityProvider, IdentityUnavailable, SignInRefused } from "#infra/ports/identity-provider.ts";
import { createSupportApp } from "../../support-api/create-support-app.ts";
import type { SupportDeps } from "../../support-api/deps.ts";
import { cookiesOf } from "./http-client.ts";
import { projectAll } from "./project-all.ts";
import { allShown, runProjections, serveProjections } from "./run-projections.ts";
import { freePort } from "./start-sheaf.ts";
import type { OpenStores } from "./stores-for-tests.ts";
import { storesOfRun } from "./stores-of-run.ts";

export type Asked = { method?: string; body?: unknown; headers?: Record<string, string>; cookie?: string };
export type SignedInBrowser = { cookie: string; token: string; role: Role };

export type ConsoleForTestsOptions = {
  /** Another provider than the scripted one. */
  createIdentity?: (url: string) => Promise<IdentityProvider>;
  open?: OpenStores;
  /** Served by projections beside. Otherwise tests put the documents. */
  projecting?: boolean;
  /** Replaces the two read models. */
  readModels?: SupportDeps["readModels"];
};

/**
 * Starts the support console over the run's stores, or others, and a scripted provider, or another one, on a free port.
 * Close it after the test.
 */
export const startConsoleForTests = async ({
  createIdentity,
  open = storesOfRun,
  projecting = false,
  readModels: given,
}: ConsoleForTestsOptions = {}) => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const config = readConfig({ SUPPORT_PORT: String(port), SUPPORT_URL: url });
  const clock = createFakeClock("2026-11-20T12:00:00.000Z");
  const ids = createFakeIds("console");
  const stores = await open(clock);
  const { eventStore, readStore, stateStore: state, vault, workQueue: queue, fileStore: files } = stores;
  const readModels = given ?? (projecting ? serveProjections(stores) : readStore);
  const stuck: string[] = [];
  const running = projecting ? runProjections(stores, { parked: stuck }) : undefined;
  const seen = {
    isAway: false,
    /** The provider's responses by code. Unknown codes are refused. */
    claims: new Map<string, unknown>([
      ["viewer", "viewer"],
      ["agent", ["viewer", "agent"]],
      ["admin", ["admin"]],
      ["nobody", ["accounting"]],
    ]),
  };
  /** The console's health checks of subscribers and disks. */
  const measured: ConsoleHealthCheck[] = [];
  const parked: Parked[] = [];
  let begun = 0;
  const scripted: IdentityProvider = {
    issuer: "https://sign-in.example",
    begin: async () => {
      if (seen.isAway) throw new IdentityUnavailable("away");
      begun += 1;
      const secrets = { state: `state-${begun}`, nonce: `nonce-${begun}`, verifier: `verifier-${begun}` };
      return { address: `https://sign-in.example/authorize?state=${secrets.state}`, secrets };
    },
    finish: async (query, secrets) => {
      if (seen.isAway) throw new IdentityUnavailable("away");
      const given = new URLSearchParams(query);
      const code = given.get("code") ?? "";
      if (given.get("state") !== secrets.state || !seen.claims.has(code)) throw new SignInRefused("refused");
      return { subject: `subject-${code}`, name: `Demo ${code}`, claims: { roles: seen.claims.get(code) } };
    },
    signOutAddress: async () => "https://sign-in.example/sign-out",
  };
  const identity = (await createIdentity?.(url)) ?? scripted;
  const runner = createCommandRunner({ eventStore, stateStore: state, clock, ids, upcasters });
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
  const signs: AlertDeps = {
    readModels,
    queue,
    state,
    parked: async () => parked,
    healthChecks: () => measured,
    clock,
  };
  const app = createSupportApp({
    config,
    runner,
    eventStore,
    state,
    vault,
    files,
    readModels,
    queue,
    alerts: signs,
    identity,
    clock,
    ids,
    log,
    metrics: createMetrics({ processMetrics: false }),
    health: () => ({ ok: true, reasons: [] }),
    limits: noRateLimits,
    trustProxy: 0,
    frontend: new URL("./no-front-end", import.meta.url).pathname,
  });
  const server = createWebServer(app).listen(port);
  await new Promise<void>((resolve, reject) => server.once("listening", resolve).once("error", reject));

  const ask = async (path: string, { method = "GET", body, headers = {}, cookie }: Asked = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: "manual",
      headers: {
        ...(cookie === undefined ? {} : { cookie }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, cookies: cookiesOf(response) };
  };
  const cookieText = (cookies: Record<string, string>): string =>
    Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join("; ");

  /** Leads a browser to the provider. Returns its cookies and state. */
  const begin = async (to?: string, cookie = "") => {
    const query = to === undefined ? "" : `?to=${encodeURIComponent(to)}`;
    const reply = await ask(`/support/auth/sign-in${query}`, { cookie });
    const location = reply.headers.get("location") ?? "";
    return { reply, cookie: cookieText(reply.cookies), state: URL.parse(location)?.searchParams.get("state") ?? "" };
  };
  const comeBack = (browser: { cookie: string; state: string }, code: string) =>
    ask(`/support/auth/callback?code=${code}&state=${browser.state}`, { cookie: browser.cookie });
  const signIn = async (role: Role): Promise<SignedInBrowser> => {
    const reply = await comeBack(await begin(), role);
    const cookie = cookieText(reply.cookies);
    const me = JSON.parse((await ask("/support/api/me", { cookie })).text) as ConsoleMe;
    return { cookie, token: me.token, role };
  };
  /** Makes a change like the console's page. */
  const change = (browser: SignedInBrowser, path: string, body: unknown = {}) =>
    ask(path, {
      method: "POST",
      body,
      cookie: browser.cookie,
      headers: { origin: url, "x-support-token": browser.token },
    });

  return {
    url,
    ask,
    begin,
    comeBack,
    signIn,
    change,
    seen,
    clock,
    state,
    vault,
    files,
    queue,
    readStore,
    measured,
    parked,
    eventStore,
    runner,
    deps: { config, state, vault, files, readModels, queue, signs, identity, clock, ids },
    logged: () => lines.join(""),
    /** Lists the audit log: type, data and tenant. */
    acts: async () =>
      (await eventStore.readAll({ limit: 10_000 }))
        .filter(({ stream }) => stream.startsWith("console-"))
        .map(({ type, data, metadata }) => ({ type, data, tenant: metadata.tenant })),
    /** Why documents are parked, with projections beside. */
    stuck,
    /** Brings the read models up to date with the events. */
    shown: () => (projecting ? allShown(stores) : projectAll(stores)),
    close: async () => {
      await running?.stop();
      await stopGracefully(server, 100);
      await stores.close();
    },
  };
};

export type ConsoleForTests = Awaited<ReturnType<typeof startConsoleForTests>>;
