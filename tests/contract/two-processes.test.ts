import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";
import { Erased } from "#infra/ports/stores/vault.ts";
import { openStores, type Stores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { until } from "../support/until.ts";
import { type SecondProcess, startSecondProcess } from "./support/second-process.ts";
import { createTempFolder, type TempFolder } from "./support/temp-folder.ts";

describe("Two processes sharing a data folder", () => {
  let other: SecondProcess;
  let third: SecondProcess;
  let folder: TempFolder;
  let dataDir: string;
  let stores: Stores;
  beforeAll(() => {
    [other, third] = [startSecondProcess(), startSecondProcess()];
  });
  afterAll(async () => {
    await Promise.all([other.end(), third.end()]);
  });
  beforeEach(async () => {
    folder = await createTempFolder();
    dataDir = join(folder.path, "data");
  });
  const openHere = async (): Promise<Stores> => {
    stores = await openStores({ config: { DATA_DIR: dataDir }, clock: createSystemClock(), readModels: "read" });
    return stores;
  };
  afterEach(async () => {
    await stores?.close();
    await Promise.all([other.ask(dataDir, "close"), third.ask(dataDir, "close")]);
    await folder.remove();
  });

  it("start together in an empty folder with the same store and key", async () => {
    const [one, two] = await Promise.all([other.ask(dataDir, "open"), third.ask(dataDir, "open")]);
    const here = await openHere();
    const expected = { storeId: here.eventStore.storeId, signature: here.vault.sign("test", "the same everywhere") };
    expect([one, two]).toEqual([expected, expected]);
  });

  it("append to one stream and their own, and a follower gets each event once, in one order", async () => {
    const { eventStore } = await openHere();
    const stop = new AbortController();
    const heard: RecordedEvent[] = [];
    const following = eventStore.follow({}, async (events) => void heard.push(...events), stop.signal);
    await Promise.all([
      other.ask(dataDir, "append", "shared", "one", "60"),
      third.ask(dataDir, "append", "shared", "two", "60"),
      other.ask(dataDir, "append", "own-one", "one", "60"),
      third.ask(dataDir, "append", "own-two", "two", "60"),
    ]);
    await until("all events are received", () => heard.length === 240, { every: 5 });
    stop.abort();
    await following;
    const shared = await eventStore.readStream("shared");
    expect(shared.map((event) => event.version)).toEqual(Array.from({ length: 120 }, (_, n) => n));
    for (const by of ["one", "two"]) {
      const mine = shared.filter((event) => event.data.by === by).map((event) => event.data.n);
      expect(mine).toEqual(Array.from({ length: 60 }, (_, n) => n));
    }
    expect(heard).toEqual(await eventStore.readAll({ limit: 1_000 }));
    const positions = heard.map((event) => event.position);
    expect(positions).toEqual([...new Set(positions)].sort());
  });

  it("leave only whole batches when one is killed while it appends", async () => {
    const { eventStore } = await openHere();
    const doomed = startSecondProcess();
    const appending = doomed.ask(dataDir, "append", "a", "doomed", "1000000", "3");
    const dead = expect(appending).rejects.toThrow(/gone/);
    await until("some batches appended", async () => (await eventStore.readStream("a")).length > 30, { every: 5 });
    await doomed.kill();
    await dead;
    const left = await eventStore.readStream("a", { limit: 1_000_000 });
    expect(left.length % 3).toBe(0);
    await other.ask(dataDir, "append", "a", "heir", "5");
    expect(await eventStore.readStream("a", { limit: 1_000_000 })).toHaveLength(left.length + 5);
  });

  it("lose no update of a state entry", async () => {
    const { stateStore } = await openHere();
    await Promise.all([
      other.ask(dataDir, "increment", "counter", "60"),
      third.ask(dataDir, "increment", "counter", "60"),
    ]);
    expect(await stateStore.get("counter")).toMatchObject({ key: "counter", value: 120 });
  });

  it("claim no job twice and leave none", async () => {
    const { workQueue } = await openHere();
    const job = { kind: "export", lane: "short", dueAt: new Date(0), payload: {} };
    for (let n = 0; n < 120; n += 1) await workQueue.enqueue({ ...job, id: `j${n}`, tenant: `shop-${n % 5}` });
    const [one, two] = (await Promise.all([
      other.ask(dataDir, "workTogether", "one", "2"),
      third.ask(dataDir, "workTogether", "two", "2"),
    ])) as [string[], string[]];
    expect([...one, ...two].sort()).toEqual(Array.from({ length: 120 }, (_, n) => `j${n}`).sort());
    expect(Math.min(one.length, two.length)).toBeGreaterThan(0);
  });

  it("wake each other's waiting workers, and enqueue a job once", async () => {
    const { workQueue } = await openHere();
    await other.ask(dataDir, "open");
    const wanted = { kinds: ["export"], lanes: ["short"], worker: "here", leaseMs: 30_000 };
    expect(await workQueue.claim(wanted)).toBeUndefined();
    const woken = workQueue.waitForJobs(60_000, new AbortController().signal);
    const enqueued = await Promise.all([other.ask(dataDir, "enqueue", "j1"), third.ask(dataDir, "enqueue", "j1")]);
    expect(enqueued.sort()).toEqual([false, true]);
    await woken;
    expect((await workQueue.claim(wanted))?.id).toBe("j1");
    expect(await other.ask(dataDir, "work", "other")).toEqual([]);
  });

  it("read each other's vault values until they are erased", async () => {
    const { vault } = await openHere();
    const reference = String(await other.ask(dataDir, "putSecret", "token-ü"));
    expect(await vault.read(reference)).toBe("token-ü");
    expect(await vault.findMatching("t1", "vault-", (value) => value === "token-ü")).toEqual([reference]);
    expect(await third.ask(dataDir, "readSecret", reference)).toBe("token-ü");
    await vault.erase(reference);
    expect(await other.ask(dataDir, "readSecret", reference)).toBeNull();
    expect(await vault.read(reference)).toBe(Erased);
  });

  it("store a value once, even if both do so at the same time", async () => {
    const values = Array.from({ length: 30 }, (_, n) => `value ${n}`);
    const { vault } = await openHere();
    const [here, one, two] = await Promise.all([
      vault.putOnce(values, { owner: "t1", prefix: "once:" }),
      other.ask(dataDir, "keepOnce", ...values),
      third.ask(dataDir, "keepOnce", ...values),
    ]);
    expect([one, two]).toEqual([here, here]);
    expect(new Set(here).size).toBe(30);
  });

  it("publish a key at the same time, and the file is whole and from one of them", async () => {
    const { fileStore } = await openHere();
    await Promise.all([
      other.ask(dataDir, "publish", "a.1.part", "a.csv", "x", "300000"),
      third.ask(dataDir, "publish", "a.2.part", "a.csv", "y", "300000"),
    ]);
    const text = Buffer.concat(await (await fileStore.open("a.csv")).toArray()).toString();
    expect(["x".repeat(300_000) === text, "y".repeat(300_000) === text].filter(Boolean)).toHaveLength(1);
    expect([await fileStore.list(), await fileStore.listParts()]).toEqual([["a.csv"], []]);
  });

  it("let only one of them write a part", async () => {
    await openHere();
    const orders = [other, third].map((process) => process.ask(dataDir, "publish", "p", "a.csv", "x", "300000"));
    const outcomes = await Promise.allSettled(orders);
    // The loser may also come after the winner's rename. A mixture must never appear.
    const size = await stores.fileStore.size("a.csv");
    expect(outcomes.some((outcome) => outcome.status === "fulfilled")).toBe(true);
    expect(size).toBe(300_000);
  });

  it("show a reader what the writer writes, even if the reader started first", async () => {
    const { readStore } = await openHere();
    expect(await readStore.find("exports", {})).toEqual([]);
    expect(await readStore.readCheckpoint("exports")).toBeUndefined();
    const writing = other.ask(dataDir, "project", "1", "100");
    // Rows first, checkpoint after: everything before a checkpoint must be there.
    const covered = await until(
      "there is a checkpoint",
      async () => {
        const checkpoint = await readStore.readCheckpoint("exports");
        return checkpoint && Number(checkpoint.position);
      },
      { every: 1 },
    );
    expect(await readStore.count("exports")).toBeGreaterThanOrEqual(covered);
    await writing;
    expect(await readStore.count("exports", [{ field: "tenant", equals: "t1" }])).toBe(100);
  });

  it("show a reader the new read models after the old file was deleted and the writer started again", async () => {
    const { readStore } = await openHere();
    const first = startSecondProcess();
    await first.ask(dataDir, "project", "1", "20");
    expect(await readStore.count("exports")).toBe(20);
    await first.kill();
    await rm(join(dataDir, "read-models.db"));
    expect(await readStore.count("exports")).toBe(0);
    await other.ask(dataDir, "project", "101", "105");
    const ids = (await readStore.find("exports", {})).map(({ id }) => id);
    expect(ids).toEqual(["e101", "e102", "e103", "e104", "e105"]);
    expect(await readStore.get("exports", "e1")).toBeUndefined();
  });
});
