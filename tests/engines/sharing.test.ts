import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { getPartitionCount } from "#application/read-models/partitions.ts";
import { servePartitions } from "#application/read-models/serve-partitions.ts";
import { metadataAt } from "#domain/core/context-for-tests.ts";
import { readModelVersions } from "#domain/read-models/versions.ts";
import { readConfig } from "#infra/config/config.ts";
import { openStores, type Stores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { createTempFolder } from "#tests/contract/support/temp-folder.ts";
import { createStandaloneProcesses } from "#tests/support/standalone-processes.ts";
import { until } from "#tests/support/until.ts";
import { planJob } from "../../scheduler/jobs.ts";
import { type OwnEvents, openOwnEvents } from "./eventstoredb/own-events.ts";
import { mongoUrl, ownMongoUrl } from "./mongodb/support.ts";

/** Each read model is in four. */
const parts = readModelVersions.size * 4;

describe.skipIf(mongoUrl() === undefined)("two processes of a kind over external engines", () => {
  let folder: Awaited<ReturnType<typeof createTempFolder>>;
  let events: OwnEvents;
  let processes: ReturnType<typeof createStandaloneProcesses>;
  let stores: Stores;
  beforeEach(async () => {
    folder = await createTempFolder();
    events = await openOwnEvents(inject("eventStore"));
    const environment = {
      DATA_DIR: folder.path,
      EVENTSTORE_URL: events.url,
      MONGODB_URL: ownMongoUrl(),
      MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
    };
    processes = createStandaloneProcesses(environment);
    const config = readConfig(environment);
    stores = await openStores({ config, clock: createSystemClock(), readModels: "read" });
    await stores.check();
  });
  afterEach(async () => {
    await processes.end();
    await stores.close();
    await events.close();
    await folder.remove();
  });

  const install = (tenant: string) =>
    stores.eventStore.appendToStream(
      `shop-${tenant}`,
      [
        {
          id: `e-${tenant}`,
          type: "ShopInstalled",
          data: { tenant, shop: `${tenant}-demo` },
          metadata: metadataAt("2026-11-20T10:00:00.000Z", { tenant }),
        },
      ],
      { expectedVersion: "no-stream" },
    );
  const shops = async (readModels: ReturnType<typeof servePartitions>) =>
    (await readModels.find("shops", { sort: [{ field: "shop" }] })).map(({ document }) => document.shop);

  it("share the partitions of read models, and one takes over within 40 s when the other is killed", async () => {
    const [one, other] = await Promise.all([1, 2].map(() => processes.start("projections/main.ts")));
    if (!one || !other) throw new Error("There are not two.");
    await Promise.all([one.isReady(), other.isReady()]);
    const held = () => Promise.all([one.metric("projections_held"), other.metric("projections_held")]);
    await expect.poll(held, { timeout: 40_000 }).toEqual([parts / 2, parts / 2]);
    for (const n of [1, 2, 3, 4, 5, 6, 7, 8]) await install(`t${n}`);
    const readModels = servePartitions({
      readStore: stores.readStore,
      ownVersions: readModelVersions,
      parts: getPartitionCount({ MONGODB_URL: "mongodb" }),
    });
    const names = (count: number) => Array.from({ length: count }, (_, n) => `t${n + 1}-demo`);
    await expect.poll(() => shops(readModels), { timeout: 40_000 }).toEqual(names(8));
    one.child.kill("SIGKILL");
    await once(one.child, "exit");
    const killedAt = performance.now();
    const { position } = await install("t9");
    await until("all is shown", () => readModels.hasSeen("shops", position), { within: 40_000 });
    await expect.poll(() => other.metric("projections_held"), { timeout: 40_000 }).toBe(parts);
    console.log(`A projection process was missed for ${Math.round((performance.now() - killedAt) / 1_000)} s.`);
    expect(await shops(readModels)).toEqual(names(9));
    other.child.kill("SIGTERM");
    expect(await once(other.child, "exit")).toEqual([0, null]);
  });

  it("share the schedulers' jobs, and one takes over when the other is killed", async () => {
    const [one, other] = await Promise.all([1, 2].map(() => processes.start("scheduler/main.ts")));
    if (!one || !other) throw new Error("There are not two.");
    await Promise.all([one.isReady(), other.isReady()]);
    let begun = 0;
    const enqueue = async (count: number) => {
      for (const end = begun + count; begun < end; begun += 1) {
        const payload = { tenant: `t${begun}`, automationId: `a${begun}`, correlation: "c", causation: "c" };
        await stores.workQueue.enqueue(planJob(payload, { cause: "test", dueAt: new Date(0) }));
      }
    };
    const doneBy = () => Promise.all([one.metric("jobs_ended_total"), other.metric("jobs_ended_total")]);
    await expect
      .poll(
        async () => {
          await enqueue(20);
          return Math.min(...(await doneBy())) > 0;
        },
        { timeout: 40_000 },
      )
      .toBe(true);
    one.child.kill("SIGKILL");
    await once(one.child, "exit");
    await enqueue(20);
    const last = `plan-automation:a${begun - 1}:test`;
    await until(
      "the other process does the remaining jobs",
      async () => (await stores.workQueue.getStatus(last)) === "completed",
      {
        within: 40_000,
      },
    );
  });
});
