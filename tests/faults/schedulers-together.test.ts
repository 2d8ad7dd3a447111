import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDemoStore } from "#demo-store/create-demo-store.ts";
import { DestinationKind } from "#domain/enumerations.ts";
import type { Destination } from "#domain/workspace/automations/destination.ts";
import { groupPrefix } from "#infra/bus/following-bus.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { openStores, type Stores } from "#infra/stores/open-stores.ts";
import { until } from "#tests/support/until.ts";
import { reactionGroup } from "../../scheduler/reactions.ts";
import { givenDueReports } from "./due-reports.ts";
import { keepRunning } from "./keep-running.ts";

/**
 * Two schedulers and two exporters, each a process, over one folder: whom they serve, and what they do when a store is
 * held by someone else.
 */

const large = { tenant: "7a9f0b6e-0000-4000-8000-00000000000a", shop: "borealis-demo" };
const small = { tenant: "7a9f0b6e-0000-4000-8000-00000000000b", shop: "aurora-demo" };

let dataDir: string;
let stores: Stores;
let store: ReturnType<typeof createDemoStore>;
let origin: string;
let stop: () => Promise<void>;
let log: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sheaf-schedulers-"));
  store = createDemoStore({ demoNow: new Date() });
  origin = await store.listen(0);
  stores = await openStores({ config: { DATA_DIR: dataDir }, clock: createFakeClock(new Date()), readModels: "none" });
  await stores.check();
  stop = async () => undefined;
  log = "";
});
afterEach(async () => {
  await stop();
  await stores.close();
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

const publicly = (count: number, of: string): Destination[] =>
  Array.from({ length: count }, (_, n) => ({ kind: DestinationKind.PublicUrl, reportName: `${of}-${n}` }));

const begin = (modules: string[]): void => {
  stop = keepRunning(
    dataDir,
    {
      STORE_URL_TEMPLATE: `${origin}/{shop}`,
      ALLOW_PRIVATE_HOSTS: "true",
      LOG_LEVEL: "info",
      BULK_FROM_ORDERS: "100000000",
    },
    { modules, said: (text) => (log += text) },
  );
};

/** Whose events of these types there are, in their order. */
const written = async (...types: string[]): Promise<{ type: string; tenant: string; stream: string }[]> => {
  const found: { type: string; tenant: string; stream: string }[] = [];
  for (let after: string | undefined; ; ) {
    const page = await stores.eventStore.readAll({ limit: 1_000, ...(after === undefined ? {} : { after }) });
    for (const { type, metadata, stream } of page)
      if (types.includes(type)) found.push({ type, stream, tenant: String(metadata.tenant) });
    after = page.at(-1)?.position;
    if (after === undefined) return found;
  }
};
const within = { within: 120_000, every: 100 };

describe("given a shop with 500 due reports, and another shop with one", () => {
  it("when two schedulers and two exporters start, then that one is among the first", async () => {
    await givenDueReports(stores, origin, publicly(500, "large"), large);
    await givenDueReports(stores, origin, publicly(1, "small"), small);
    begin(["scheduler", "exporter"]);
    const made = () => written("ExportFinished");
    await until(
      "the small shop's report is finished",
      async () => (await made()).some((one) => one.tenant === small.tenant),
      within,
    );
    const before = (await made()).findIndex((one) => one.tenant === small.tenant);
    const claims = (await written("SlotClaimed")).findIndex((one) => one.tenant === small.tenant);
    console.log(
      `The small shop's slot was claimed after ${claims} of the large one's, and its report made after ${before}.`,
    );
    // Out of 500. This many jobs of the large shop may wait and run at a time (D-5).
    expect(before).toBeLessThanOrEqual(22);
  });
});

describe("given an older copy of the work queue was restored, without the jobs of due reports", () => {
  it("when schedulers start, then each slot is run once", async () => {
    const automations = await givenDueReports(stores, origin, publicly(3, "lost"), small);
    const newest = (await stores.eventStore.readAll({ limit: 1_000 })).at(-1);
    if (!newest) throw new Error("Nothing was written.");
    const { position, id } = newest;
    const heard = { storeId: stores.eventStore.storeId, position, eventId: id };
    await stores.stateStore.put(`${groupPrefix}${reactionGroup}`, heard);
    begin(["scheduler", "exporter", "deliverer"]);
    await until("all runs have ended", async () => (await written("RunEnded")).length === automations.length, within);
    for (const automationId of automations)
      expect((await stores.eventStore.readStream(`automation-${automationId}`)).map(({ type }) => type)).toEqual([
        "SlotClaimed",
        "SlotSettled",
      ]);
  });
});

describe("given due reports, and a store locked by another process for ten seconds", () => {
  it.each(["events.db", "state.db"])(
    "when that is %s, then each slot is run once, and the log says why it was delayed",
    async (file) => {
      const automations = await givenDueReports(stores, origin, publicly(20, "held"), small);
      begin(["scheduler", "exporter", "deliverer"]);
      await until(
        "all have started, and the first slot is claimed",
        async () => (await written("SlotClaimed")).length > 0,
        within,
      );
      const holder = new DatabaseSync(join(dataDir, file), { timeout: 10_000 });
      holder.exec("BEGIN IMMEDIATE");
      const since = performance.now();
      const before = await written("RunEnded");
      expect(before.length).toBeLessThan(automations.length);
      const isSaid = () => log.includes("locked by other writers") && performance.now() - since > 10_000;
      await until("it was logged, and ten seconds have passed", isSaid, {
        ...within,
        picture: () => log.slice(-3_000),
      });
      holder.exec("ROLLBACK");
      holder.close();
      const haveEnded = async () => (await written("RunEnded")).length === automations.length;
      await until("all runs have ended", haveEnded, { ...within, picture: () => log.slice(-3_000) });
      for (const id of automations)
        expect((await stores.eventStore.readStream(`automation-${id}`)).map(({ type }) => type)).toEqual([
          "SlotClaimed",
          "SlotSettled",
        ]);
      expect(await stores.workQueue.listDead(10)).toEqual([]);
      // A process that was only beginning says so and ends, and its supervisor begins another one.
      const worse = log.split("\n").filter((line) => line.includes('"level":"error"'));
      expect(worse).toEqual([]);
    },
  );
});
