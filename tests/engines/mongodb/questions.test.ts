import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeClock, type FakeClock } from "#infra/memory/clock.ts";
import { createMongoFileStore } from "#infra/mongodb/files/file-store.ts";
import { createMongoWorkQueue } from "#infra/mongodb/queue/work-queue.ts";
import { createMongoReadStore } from "#infra/mongodb/read-models/read-store.ts";
import { createMongoStateStore } from "#infra/mongodb/state/state-store.ts";
import { createMongoVault } from "#infra/mongodb/state/vault.ts";
import type { WorkQueue } from "#infra/ports/work-queue.ts";
import { until } from "#tests/support/until.ts";
import { explainFinds } from "./explain.ts";
import { contentOf, publish } from "./file-store-support.ts";
import type { MongoProxy } from "./mongo-proxy.ts";
import { brief, createClosing, standIn } from "./support.ts";
import { aJob, claimOne, onClock } from "./work-queue-support.ts";

const closing = createClosing();
let clock: FakeClock;
let proxy: MongoProxy;
beforeEach(async () => {
  clock = createFakeClock();
  proxy = await closing.mongoProxy();
});
afterEach(() => closing.closeAll());

const open = () => closing.mongo(proxy.url, { ...onClock(clock), timeouts: { ...brief, call: 9_000 } });

/** Everything that a queue is asked, over some jobs of each state. */
const useQueue = async (queue: WorkQueue): Promise<void> => {
  const now = clock.now().getTime();
  const inMs = (ms: number) => new Date(now + ms);
  for (const [n, dueAt] of [inMs(-2), inMs(-1), inMs(0), inMs(1_000), inMs(5_000)].entries())
    await queue.enqueue(aJob(clock, `job-${n}`, { dueAt, tenant: `shop-${n % 2}` }));
  const first = await claimOne(queue);
  await queue.extendLease(first, 60_000);
  await queue.scheduleRetry(first, 500);
  const second = await claimOne(queue);
  await queue.reschedule(second, 0);
  clock.advance(1_000);
  await queue.deadLetter(await claimOne(queue), "It failed.");
  const dead = await queue.listDead(10);
  for (const { id } of dead) await queue.revive(id);
  const last = await claimOne(queue, { maxRunningPerShop: 5 });
  await queue.complete(last);
  await queue.getStatus(last.id);
  await queue.forget(last.id);
  await queue.releaseLeases("w1");
  await queue.countDead();
  await queue.countOpen({ tenant: "shop-0", kinds: ["export"] });
  await queue.listLiveLeases("export");
  for (const query of [{}, { tenant: "shop-0" }, { kind: "export", descending: true }, { state: "waiting" as const }])
    await queue.listOpenJobs({ limit: 20, ...query });
  await queue.listOpenJobs({ limit: 20, minWaitMs: 1, dueFrom: inMs(-1), dueBefore: inMs(10) });
};

describe.skipIf(!standIn.isAvailable)("MongoDB's queries", () => {
  it("end by themselves if nobody waits: every find has a time limit", async () => {
    const mongo = await open();
    const queue = await createMongoWorkQueue(mongo, clock);
    await useQueue(queue);
    const files = await createMongoFileStore(mongo);
    await publish(files, "a.csv", Buffer.from("one"));
    await publish(files, "a.csv", Buffer.from("two"));
    await contentOf(files, "a.csv");
    await files.list({});
    await files.createPart("b.part");
    await files.listParts();
    await files.deletePart("b.part");
    await files.delete("a.csv");
    const state = await createMongoStateStore(mongo);
    await state.put("a", 1, { index: { of: "x" } });
    await state.get("a");
    await state.find("of", "x", 10);
    const vault = await createMongoVault(mongo, Buffer.alloc(32, 1));
    const reference = await vault.put("value", { owner: "t" });
    await vault.read(reference);
    await vault.readAll([reference]);
    await vault.beginCleanup("");
    await vault.findMatching("t", "", () => true);
    await vault.eraseOwner("t");
    const models = createMongoReadStore(mongo);
    const position = "00000000000000000001";
    await models.apply([{ collection: "exports", kind: "put", id: "e", document: {}, position }]);
    await models.get("exports", "e");
    await models.readRegister("live");
    await models.clear("exports");

    const finds = proxy.commandsNamed("find");
    expect(finds.length).toBeGreaterThan(60);
    const unbounded = finds.filter(({ maxTimeMS }) => !(maxTimeMS > 0));
    expect([...new Set(unbounded.map(({ find, filter }) => `${find} by ${Object.keys(filter)}`))]).toEqual([]);
  });

  it("find and sort documents by an index, except in small collections", async () => {
    const queue = await createMongoWorkQueue(await open(), clock);
    const made = proxy.commandsNamed("createIndexes");
    proxy.clear();
    await useQueue(queue);
    const explained = explainFinds(proxy, made);
    expect(explained.filter(({ isFoundByIndex }) => !isFoundByIndex)).toEqual([]);
    const sorted = explained.filter(({ isSortedInMemory }) => isSortedInMemory);
    // Dead jobs, which an operator sees to, and live leases, of which each worker has some.
    const areFew = sorted.filter(({ filter: { state } }) => state === "dead" || state === "leased");
    expect(areFew.length).toBeGreaterThan(0);
    expect(sorted.filter((one) => !areFew.includes(one))).toEqual([]);
  });
});

describe.skipIf(!standIn.isAvailable)("An index that takes longer to build than a connection's timeout", () => {
  it("is waited for, and started again at most once", async () => {
    const mongo = await closing.mongo(proxy.url);
    const build = proxy.builds(2.5 * brief.try);
    const made = Promise.allSettled([mongo.ensureIndexes("things", [{ key: { name: 1 } }])]);
    await until("it is built, or started too often", () => build.done > 0 || build.begun > 3);
    expect(build).toMatchObject({ begun: 2, done: 1 });
    expect(await made).toMatchObject([{ status: "fulfilled" }]);
  });
});
