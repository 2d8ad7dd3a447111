import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { LedgerEvent } from "#domain/automation/events.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { localTime } from "#domain/dates/local-time.ts";
import { DestinationKind, FileType, FtpProtocol, WebhookMethod } from "#domain/enumerations.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { RunEvent } from "#domain/run/events.ts";
import type { ShopCommand } from "#domain/shop/commands.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { noFeature } from "#domain/shop/features-for-tests.ts";
import { dailySchedule } from "#domain/workspace/automation.ts";
import type { WorkspaceCommand } from "#domain/workspace/commands.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { Destination } from "#domain/workspace/destination.ts";
import { createCommandRunner } from "#infra/app/command-runner.ts";
import { setTenant } from "#infra/app/session/shop-names.ts";
import { createDemoStore } from "#infra/demo-store/create-demo-store.ts";
import { createHttpOut } from "#infra/http-out/create-http-out.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { openStores, type Stores } from "#infra/start/open-stores.ts";
import { createStorePlatform } from "#infra/store-platform/create-store-platform.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { childEnvironment } from "#tests/support/child-environment.ts";
import { kept } from "#tests/support/delivering.ts";
import { makeAutomation } from "#tests/support/given-automation.ts";
import { startHttp } from "../protocols/http-server.ts";
import { startSftp } from "../protocols/sftp-server.ts";
import { startSmtp } from "../protocols/smtp-server.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const borealis = { tenant: "7a9f0b6e-0000-4000-8000-000000000001", shop: "borealis-demo" };
/** It has no orders, and its reports are not wanted empty. */
const nimbus = { tenant: borealis.tenant, shop: "nimbus-demo", exportEmptyReports: false };
const zone = "Europe/Athens";
const secret = "sheaf-demo-secret";
const minute = 60_000;

const startReceivers = async () => {
  const [smtp, http, sftp] = await Promise.all([startSmtp(), startHttp(), startSftp()]);
  const closing = [smtp, http, sftp];
  return { smtp, http, sftp, close: () => Promise.all(closing.map((one) => one.close())) };
};
type Receivers = Awaited<ReturnType<typeof startReceivers>>;

/** One report to each kind of receiver. */
const destinationsOf = ({ http, sftp }: Receivers): Destination[] => [
  {
    kind: DestinationKind.Email,
    recipients: ["ann@partner.example"],
    ...{ fromName: "", replyTo: "", subject: "", message: "", asLink: false },
  },
  { kind: DestinationKind.Webhook, method: WebhookMethod.Post, url: `${http.origin}/in` },
  {
    kind: DestinationKind.Ftp,
    protocol: FtpProtocol.SFTP,
    ...{ host: "127.0.0.1", port: sftp.port, directory: "/in", username: "partner", password: "sesame-4711" },
  },
];

const profileOf = (shop: string) => ({
  platformId: "1",
  name: shop,
  myshopifyDomain: `${shop}.myshopify.com`,
  ianaTimezone: zone,
  currencyCode: "EUR",
  moneyFormat: "{{amount}}",
  weightUnit: "KILOGRAMS",
  taxesIncluded: false,
  plan: "Advanced",
  primaryLocale: "en",
});

type Naked<C> = C extends unknown ? Omit<C, "context"> : never;

/** A shop that logged in six minutes ago and made reports each with a slot of three minutes ago: due as soon as anybody looks. */
export const givenDueReports = async (
  stores: Stores,
  origin: string,
  destinations: readonly Destination[],
  {
    tenant,
    shop,
    exportEmptyReports = true,
  }: { tenant: string; shop: string; exportEmptyReports?: boolean } = borealis,
): Promise<string[]> => {
  const clock = createFakeClock(new Date(Date.now() - 6 * minute));
  const { eventStore, stateStore, vault } = stores;
  const platform = createStorePlatform({
    urlTemplate: `${origin}/{shop}`,
    clientId: "sheaf-demo",
    clientSecret: secret,
    out: createHttpOut({ allowPrivate: true }),
    stateStore,
    vault,
    clock,
  });
  const asked = { shop, state: "n", redirectUri: "http://localhost:3000/loginCallback" };
  const consent = await fetch(platform.authorizeUrl(asked), {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "decision=approve",
    redirect: "manual",
  });
  const code = new URL(consent.headers.get("location") ?? "").searchParams.get("code") ?? "";
  await platform.exchangeCode({ tenant, shop, signal: new AbortController().signal }, code);

  const runner = createCommandRunner({ eventStore, stateStore, clock, ids: createSystemIds(), upcasters });
  const request = { tenant, actor: { kind: "merchant" }, correlation: "given" } as const;
  const onShop = async (command: Naked<ShopCommand>) => {
    const result = await runner.execute(
      shopDecider,
      tenant,
      (context) => ({ ...command, context }) as ShopCommand,
      request,
    );
    if (isRefusal(result)) throw new Error(result.message);
  };
  const onWorkspace = (command: Naked<WorkspaceCommand>) =>
    runner.execute(workspaceDecider, tenant, (context) => ({ ...command, context }) as WorkspaceCommand, request);
  const emailRef = await vault.put("owner@borealis.example", { owner: tenant });
  await setTenant(stateStore, shop, tenant);
  await onShop({ type: "InstallShop", tenant, shop });
  await onShop({ type: "AuthorizeShop", scopes: ["read_orders"], profile: { ...profileOf(shop), emailRef } });
  await onShop({ type: "SelectTier" });
  const charge = { subscriptionId: "s", price: "1", currency: "USD", confirmationUrl: "https://x.example" };
  await onShop({ type: "RequestCharge", ...charge });
  await onShop({ type: "ActivateCharge", subscriptionId: "s" });
  await onWorkspace({ type: "CreateReportDesign", maxReports: 10, features: noFeature });
  await onWorkspace({ type: "CreateFilter", maxFilters: 10 });
  const { hour, minute: past } = localTime(new Date(Date.now() - 3 * minute).toISOString(), zone);
  const automationIds: string[] = [];
  for (const [n, destination] of destinations.entries())
    automationIds.push(
      await makeAutomation(runner, tenant, {
        title: `Report ${n + 1}`,
        fileType: FileType.Csv,
        exportEmptyReports,
        schedule: { ...dailySchedule, customHour: hour * 60 + past },
        destination: await kept(vault, tenant, destination),
      }),
    );
  return automationIds;
};

/**
 * Two of each service as `npm start` runs one, brought back when they are killed; each kind has its own failpoints. `said`: hears what they log, where
 * they are to.
 */
export const keepRunning = (
  dataDir: string,
  env: Readonly<Record<string, string>>,
  {
    modules = ["scheduler", "exporter", "deliverer"],
    said,
  }: { modules?: string[]; said?: (text: string) => void } = {},
) => {
  let stopped = false;
  const living = new Set<ChildProcess>();
  const ended: Promise<void>[] = [];
  const run = (module: string, holder: string): void => {
    const child = fork(join(root, module), [], {
      execArgv: ["--disable-warning=ExperimentalWarning"],
      env: { ...childEnvironment, DATA_DIR: dataDir, LOG_LEVEL: "silent", JOBS_HOLDER: holder, ...env },
      stdio: ["ignore", said ? "pipe" : "ignore", "inherit", "ipc"],
    });
    if (said) child.stdout?.on("data", (text) => said(String(text)));
    living.add(child);
    ended.push(
      new Promise((done) =>
        child.once("exit", (_, killedBy) => {
          living.delete(child);
          if (!stopped && killedBy === "SIGKILL") run(module, holder);
          done();
        }),
      ),
    );
  };
  for (const module of modules) for (let two = 0; two < 2; two += 1) run(`${module}/main.ts`, randomUUID());
  return async () => {
    stopped = true;
    for (const child of living) child.kill("SIGKILL");
    await Promise.all(ended);
  };
};

export type KilledRuns = {
  /** Whether the armed failpoint was reached. */
  killed: boolean;
  /** Of each report: its ledger, and its runs' events without those that a lost attempt adds. */
  ledgers: string[][];
  runs: string[][];
  mails: string[];
  calls: string[];
  /** Bytes of each that is at the server. */
  files: number[];
  uploads: number;
};

const lostAttempt = "DeliveryStarted";

/**
 * Three reports, one by mail, one by webhook and one to a server, whose slot has come, with two schedulers, two exporters and two deliverers; a
 * process of which is killed at a moment. Answers what stands when all have ended. `receiversFail`: they do at first; `empty`: of a shop without
 * orders.
 */
export const runWhileKilling = async (
  failpoint: string,
  { receiversFail = false, empty = false }: { receiversFail?: boolean; empty?: boolean } = {},
): Promise<KilledRuns> => {
  const dataDir = await mkdtemp(join(tmpdir(), "sheaf-kill-runs-"));
  const receivers = await startReceivers();
  const store = createDemoStore({ demoNow: new Date() });
  const origin = await store.listen(0);
  const systemClock = createFakeClock(new Date());
  const stores = await openStores({ config: { DATA_DIR: dataDir }, clock: systemClock, readModels: "none" });
  let stop = async (): Promise<void> => undefined;
  try {
    await stores.check();
    const automationIds = await givenDueReports(stores, origin, destinationsOf(receivers), empty ? nimbus : borealis);
    if (receiversFail) {
      receivers.smtp.fault = "full";
      receivers.http.fault = "error";
      receivers.sftp.fault = "full";
    }
    stop = keepRunning(dataDir, {
      FAILPOINTS: failpoint,
      STORE_URL_TEMPLATE: `${origin}/{shop}`,
      SMTP_URL: `smtp://sheaf:word-of-ours@127.0.0.1:${receivers.smtp.port}`,
      ALLOW_PRIVATE_HOSTS: "true",
      BULK_FROM_ORDERS: "100000000",
    });
    const ledgerOf = async (id: string) =>
      (await stores.eventStore.readStream(`automation-${id}`)) as unknown as readonly LedgerEvent[];
    const runsOf = (ledger: readonly LedgerEvent[]) =>
      ledger.flatMap((event) => (event.type === "SlotClaimed" ? [event.data.run] : []));
    const runOf = async (run: string) => (await stores.eventStore.readStream(`run-${run}`)) as unknown as RunEvent[];
    const look = () =>
      Promise.all(
        automationIds.map(async (id) => {
          const ledger = await ledgerOf(id);
          return { ledger, runs: (await Promise.all(runsOf(ledger).map(runOf))).flat() };
        }),
      );
    const until = performance.now() + 150_000;
    for (;;) {
      const seen = await look();
      if (receiversFail && seen.every(({ ledger }) => ledger.some(({ type }) => type === "TryFailed"))) {
        receivers.smtp.fault = "none";
        receivers.http.fault = "none";
        receivers.sftp.fault = "none";
      }
      if (seen.every(({ runs }) => runs.some(({ type }) => type === "RunEnded"))) break;
      if (performance.now() > until) {
        const types = seen.map(({ ledger, runs }) => [...ledger, ...runs].map(({ type }) => type).join(" "));
        throw new Error(`The runs did not end:\n${types.join("\n")}`);
      }
      await new Promise((done) => setTimeout(done, 100));
    }
    await stop();
    const seen = await look();
    return {
      killed: existsSync(join(dataDir, "failpoints")),
      ledgers: seen.map(({ ledger }) => ledger.map(({ type }) => type)),
      runs: seen.map(({ runs }) => runs.map(({ type }) => type).filter((type) => type !== lostAttempt)),
      mails: receivers.smtp.arrived.map(({ mail }) => mail.messageId ?? ""),
      calls: receivers.http.calls.map(({ headers }) => String(headers["idempotency-key"])),
      files: [...receivers.sftp.files.values()].map(({ length }) => length),
      uploads: receivers.sftp.requests.filter((words) => words.startsWith("RENAME ")).length,
    };
  } finally {
    await stop();
    await stores.close();
    await Promise.all([receivers.close(), store.close()]);
    await rm(dataDir, { recursive: true, force: true });
  }
};
