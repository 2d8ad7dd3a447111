import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { createDemoStore, type DemoStore } from "#demo-store/create-demo-store.ts";
import { DestinationKind } from "#domain/enumerations.ts";
import type { EmailSetup } from "#domain/workspace/automations/destination.ts";
import { readConfig } from "#infra/config/config.ts";
import { smallShopName } from "#infra/config/small-shops.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { openStores, type Stores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { createTempFolder } from "#tests/contract/support/temp-folder.ts";
import { createStandaloneProcesses, type StandaloneProcess } from "#tests/support/standalone-processes.ts";
import { until } from "#tests/support/until.ts";
import { type GivenShop, givenShop } from "../faults/due-reports.ts";
import { listen } from "../protocols/faults.ts";
import { type OwnEvents, openOwnEvents } from "./eventstoredb/own-events.ts";
import { mongoUrl, ownMongoUrl } from "./mongodb/support.ts";

/** A mail server that keeps everybody waiting until it is released. */
const createReceiver = async () => {
  const waiting: (() => void)[] = [];
  let lets = false;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      stream.resume();
      stream.on("end", () => (lets ? done() : waiting.push(() => done())));
    },
  });
  // Ignores errors of a deliverer that is killed.
  smtp.on("error", () => {});
  const { port, close } = await listen(smtp.server);
  return {
    address: `smtp://127.0.0.1:${port}`,
    waiting: () => waiting.length,
    letGo() {
      lets = true;
      for (const done of waiting) done();
    },
    close,
  };
};

/** A metric of jobs for one kind, over all outcomes. */
const jobs = async (
  { ask }: StandaloneProcess,
  metric: "jobs_running" | "jobs_ended_total",
  kind: string,
): Promise<number> => {
  const lines = ((await ask("/metrics"))?.text ?? "").split("\n");
  const own = lines.filter((line) => line.startsWith(`${metric}{kind="${kind}"`));
  return own.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
};

describe.skipIf(mongoUrl() === undefined)("two exporters and two deliverers over external engines", () => {
  let folder: Awaited<ReturnType<typeof createTempFolder>>;
  let events: OwnEvents;
  let receiver: Awaited<ReturnType<typeof createReceiver>>;
  let platform: DemoStore;
  let origin: string;
  let processes: ReturnType<typeof createStandaloneProcesses>;
  let stores: Stores;
  beforeEach(async () => {
    folder = await createTempFolder();
    events = await openOwnEvents(inject("eventStore"));
    receiver = await createReceiver();
    platform = createDemoStore({ smallShops: 12 });
    origin = await platform.listen(0);
    const environment = {
      DATA_DIR: folder.path,
      EVENTSTORE_URL: events.url,
      MONGODB_URL: ownMongoUrl(),
      MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
      STORE_URL_TEMPLATE: `${origin}/{shop}`,
      SMTP_URL: receiver.address,
    };
    processes = createStandaloneProcesses(environment);
    stores = await openStores({ config: readConfig(environment), clock: createSystemClock(), readModels: "none" });
    await stores.check();
  });
  afterEach(async () => {
    await processes.end();
    await stores.close();
    await Promise.all([receiver.close(), platform.close(), events.close()]);
    await folder.remove();
  });

  const toAnn: EmailSetup = {
    kind: DestinationKind.Email,
    recipients: ["ann@partner.example"],
    ...{ fromName: "", replyTo: "", subject: "", message: "", asLink: false },
  };
  const two = async (module: string) => {
    const [one, other] = await Promise.all([1, 2].map(() => processes.start(module)));
    if (!one || !other) throw new Error("There are not two.");
    return [one, other] as const;
  };
  const both = (
    pair: readonly [StandaloneProcess, StandaloneProcess],
    metric: Parameters<typeof jobs>[1],
    kind: string,
  ) => Promise.all(pair.map((one) => jobs(one, metric, kind)));
  const outcomesOf = async (automationIds: readonly string[]) => {
    const ledgers = await Promise.all(automationIds.map((id) => stores.eventStore.readStream(`automation-${id}`)));
    return ledgers.flat().flatMap(({ type, data }) => (type === "SlotSettled" ? [data.outcome] : []));
  };

  it("share the due reports, and take over within 40 s when one of each is killed", async () => {
    const clock = createFakeClock(new Date(Date.now() - 6 * 60_000));
    const shops: GivenShop[] = [];
    for (let n = 1; n <= 12; n += 1) {
      const shop = smallShopName(n);
      shops.push(await givenShop(stores, origin, { tenant: `t${n}`, shop }, clock));
      // The last four keep their exporters waiting.
      const slow = { kind: "slow", times: 1_000, after: 0, retryAfter: 0, delayMs: 3_000, scope: "" } as const;
      if (n > 8) platform.shopServices(shop).faults.add(slow);
    }
    const exporters = await two("exporter/main.ts");
    const deliverers = await two("deliverer/main.ts");
    const scheduler = await processes.start("scheduler/main.ts");
    await Promise.all([...exporters, ...deliverers, scheduler].map((one) => one.isReady()));

    const reports: string[] = [];
    for (const shop of shops) reports.push(...(await shop.automate([toAnn, toAnn], { exportEmptyReports: true })));
    // Each has eight permits: both are needed.
    await until("all reports finished quickly are being delivered", () => receiver.waiting() === 16);
    expect(await both(deliverers, "jobs_running", "mail-run")).toEqual([8, 8]);
    await until("both export", async () => Math.min(...(await both(exporters, "jobs_running", "export"))) > 0);
    const [[deadExporter, exporter], [deadDeliverer, deliverer]] = [exporters, deliverers];
    const done = await jobs(deadExporter, "jobs_ended_total", "export");
    for (const { child } of [deadExporter, deadDeliverer]) child.kill("SIGKILL");
    const killedAt = performance.now();
    receiver.letGo();
    for (let n = 9; n <= 12; n += 1) platform.shopServices(smallShopName(n)).faults.clear();

    let outcomes: unknown[] = [];
    const areSettled = async () => {
      outcomes = await outcomesOf(reports);
      return outcomes.length === reports.length;
    };
    const taken = async (one: StandaloneProcess, kind: string) =>
      (await jobs(one, "jobs_ended_total", kind)) + (await jobs(one, "jobs_running", kind));
    // The dead exporter may have ended one more while it was asked.
    const haveTaken = async () =>
      ((await taken(exporter, "export")) >= reports.length - done && (await taken(deliverer, "mail-run")) >= 16) ||
      (await areSettled());
    await until("the others have the killed processes' jobs", haveTaken, { within: 40_000 });
    console.log(`An exporter and a deliverer were missed for ${Math.round((performance.now() - killedAt) / 1_000)} s.`);
    await until("all are settled", areSettled, { picture: () => `${outcomes.length} are` });
    expect(new Set(outcomes)).toEqual(new Set(["delivered"]));
    for (const { child } of [exporter, deliverer, scheduler]) {
      child.kill("SIGTERM");
      expect(await once(child, "exit")).toEqual([0, null]);
    }
  });
});
