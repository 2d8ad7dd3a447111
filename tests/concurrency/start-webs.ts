import { type ChildProcess, fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createCommandRunner } from "#application/commands/command-runner.ts";
import { createSessions } from "#application/session/sessions.ts";
import { createShopNames } from "#application/session/shop-names.ts";
import { isRefusal } from "#domain/core/decider.ts";
import type { WithoutContext } from "#domain/core/message.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { ShopCommand } from "#domain/shop/commands.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import type { WorkspaceCommand } from "#domain/workspace/commands.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { readConfig } from "#infra/config/config.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { childEnvironment } from "#tests/support/child-environment.ts";
import { freePort } from "#tests/support/start-sheaf.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A shop on a data folder, with several web processes and the projections, and nothing else. */
export type Webs = {
  dataDir: string;
  tenant: string;
  token: string;
  /** URLs of the web processes. */
  urls: readonly [string, string, ...string[]];
  /** Ends the processes; the data folder stays until it is removed. */
  stop(): Promise<void>;
  remove(): Promise<void>;
};

type Environment = Readonly<Record<string, string>>;

/** A shop on the tier Growth that has passed every gate. */
const givenShop = async (environment: Environment): Promise<{ tenant: string; token: string }> => {
  const clock = createSystemClock();
  const ids = createSystemIds();
  const { eventStore, stateStore, vault, close } = await openStores({
    config: readConfig(environment),
    clock,
    readModels: "none",
  });
  const runner = createCommandRunner({ eventStore, stateStore, clock, ids, upcasters });
  const shop = "nimbus-demo";
  const tenant = await createShopNames({ state: stateStore, eventStore, ids }).claim(shop);
  const emailRef = await vault.put("owner@nimbus.example", { owner: tenant, reference: `shop-email:${tenant}` });
  const subscriptionId = "gid://shopify/AppSubscription/1";
  const steps: WithoutContext<ShopCommand>[] = [
    { type: "InstallShop", tenant, shop },
    {
      type: "AuthorizeShop",
      scopes: ["read_orders"],
      profile: {
        platformId: "7001",
        name: shop,
        emailRef,
        myshopifyDomain: `${shop}.myshopify.com`,
        ianaTimezone: "Europe/Athens",
        currencyCode: "EUR",
        moneyFormat: "{{amount}} EUR",
        weightUnit: "KILOGRAMS",
        taxesIncluded: true,
        plan: "Grow",
        primaryLocale: "el",
      },
    },
    { type: "SelectTier" },
    { type: "RequestCharge", subscriptionId, price: "19.00", currency: "USD", confirmationUrl: "https://example.com" },
    { type: "ActivateCharge", subscriptionId },
    { type: "AcceptTerms", version: "2023-03-25", acceptsMarketing: false },
  ];
  for (const step of steps) {
    const result = await runner.execute(shopDecider, tenant, (context): ShopCommand => ({ ...step, context }), {
      tenant,
      actor: { kind: "merchant" },
      correlation: "given",
    });
    if (isRefusal(result)) throw new Error(result.message);
  }
  await runner.execute(
    workspaceDecider,
    tenant,
    (context): WorkspaceCommand => ({ type: "EnsureSystemFilters", context }),
    { tenant, actor: { kind: "system", part: "log-in" }, correlation: "given" },
  );
  const sessions = createSessions({ state: stateStore, vault, clock, ids });
  const token = await sessions.issue({ tenant, shop, epoch: await sessions.readEpoch(tenant) });
  await close();
  return { tenant, token };
};

const startProcess = async (module: string, environment: Record<string, string>): Promise<ChildProcess> => {
  const child = fork(`${root}${module}`, [], {
    cwd: root,
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: { ...childEnvironment, HOME: process.env.HOME, LOG_LEVEL: "warn", RATE_LIMIT: "false", ...environment },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  await new Promise<void>((resolve, reject) => {
    child.on("message", (message) => {
      if ((message as { kind?: unknown }).kind === "ready") resolve();
    });
    child.once("exit", (code) => reject(new Error(`${module} ended with code ${code} before it was ready.`)));
  });
  return child;
};

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null)
    throw new Error(`A process ended early (code ${child.exitCode}, signal ${child.signalCode}).`);
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGTERM");
  await gone;
};

/**
 * Starts so many web processes, two at least, on free ports and a fresh data folder, and waits until all are ready. `environment`: settings of
 * all processes; `ofWeb`: of the n-th web process alone; `projections`: how many processes of them.
 */
export const startWebs = async (
  count: number,
  {
    environment = {},
    ofWeb = () => ({}),
    projections = 1,
  }: { environment?: Environment; ofWeb?: (n: number) => Environment; projections?: number } = {},
): Promise<Webs> => {
  const dataDir = await mkdtemp(join(tmpdir(), "sheaf-editors-"));
  const settings = { ...environment, DATA_DIR: dataDir };
  const shop = await givenShop(settings);
  const [first, second] = [await freePort(), await freePort()];
  const ports: [number, number, ...number[]] = [first, second];
  while (ports.length < count) ports.push(await freePort());
  const started = await Promise.allSettled([
    ...Array.from({ length: projections }, () => startProcess("projections/main.ts", settings)),
    ...ports.map((port, n) => startProcess("processes/web.ts", { ...settings, PORT: String(port), ...ofWeb(n) })),
  ]);
  const children = started.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const failed = started.find((one) => one.status === "rejected");
  if (failed) {
    await Promise.all(children.map(end));
    throw failed.reason;
  }
  return {
    dataDir,
    ...shop,
    urls: ports.map((port) => `http://localhost:${port}`) as [string, string, ...string[]],
    stop: async () => {
      const ends = await Promise.allSettled(children.map(end));
      for (const one of ends) if (one.status === "rejected") throw one.reason;
    },
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
};
