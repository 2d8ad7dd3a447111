import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHistoryKeeper } from "#infra/history/history-keeper.ts";
import { type History, historyKey } from "#infra/history/marks.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryEventStore } from "#infra/memory/event-store.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import { HistoryDiffers } from "#infra/ports/stores/history.ts";
import type { Rows } from "#infra/ports/stores/moving.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { getDatabasePath } from "#infra/sqlite/files/quarantine.ts";
import { createSqliteWorkQueue } from "#infra/sqlite/queue/work-queue.ts";
import { openStateDatabase } from "#infra/sqlite/state/state-database.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { claimOf, fillStores, owner } from "#tests/support/moved.ts";
import { documentsInFolder, eventsInFolder } from "./folder-side.ts";
import { move } from "./move.ts";
import type { Side } from "./side.ts";

const masterKey = Buffer.alloc(32, 7).toString("base64");
let clock: ReturnType<typeof createFakeClock>;
let folders: string[];
let opened: Side[];
let said: string[];
beforeEach(() => {
  clock = createFakeClock();
  [folders, opened, said] = [[], [], []];
});
afterEach(async () => {
  for (const side of opened) await side.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-move-"));
  folders.push(folder);
  return folder;
};
const openFolder = (folder: string) =>
  openStores({ config: { DATA_DIR: folder, MASTER_KEY: masterKey }, clock, readModels: "none" });

/** A folder that Sheaf has used and left. */
const aFolder = async () => {
  const folder = await newFolder();
  const stores = await openFolder(folder);
  await stores.check();
  const filled = await fillStores(stores, clock.wall());
  await stores.close();
  return { folder, ...filled };
};

const sideOf = (folder: string, key = masterKey): Side => {
  const events = eventsInFolder(folder);
  const documents = documentsInFolder(folder, key, clock);
  const close = async () => {
    await events.close();
    await documents.close();
  };
  const side = { name: folder.slice(-6), ...events, ...documents, close };
  opened.push(side);
  return side;
};

/** Documents in a folder, and events in an engine as different as the port allows. */
const elsewhere = async (): Promise<Side> => ({
  ...sideOf(await newFolder()),
  name: "elsewhere",
  eventStore: createMemoryEventStore(),
});

const run = (from: Side, to: Side) => move({ from, to, clock, say: (line) => said.push(line) });

const eventsOf = async ({ eventStore }: Side) =>
  (await eventStore.readAppends({ limit: 1_000 })).filter(({ stream }) => !stream.startsWith("$"));
const withoutPositions = async (side: Side) => (await eventsOf(side)).map(({ position: _, ...event }) => event);
const positionOf = async (side: Side, id: string) => (await eventsOf(side)).find((event) => event.id === id)?.position;
const allOf = <Row extends { key: string }>(rows: Rows<Row>) => rows.page({ limit: 1_000 });
const checkHistory = (eventStore: EventStore, stateStore: StateStore) =>
  createHistoryKeeper({
    eventStore,
    stateStore,
    readStore: { checkpoints: async () => new Map() },
    now: clock.wall,
  }).check();

describe("a move", () => {
  it("copies every event in global order, with stream ids and versions, and keeps appends together", async () => {
    const { folder } = await aFolder();
    const [from, to] = [sideOf(folder), await elsewhere()];
    await run(from, to);
    expect(await withoutPositions(to)).toEqual(await withoutPositions(from));
    expect(await withoutPositions(to)).toHaveLength(7);
    const [repeated] = await from.eventStore.readStream("export-b");
    if (!repeated) throw new Error("There are no events.");
    const { id, type, data, metadata } = repeated;
    const again = { id, type, data, metadata };
    expect(await to.eventStore.appendToStream("export-b", [again], { expectedVersion: "no-stream" })).toMatchObject({
      version: 0,
    });
  });

  it("updates every reference to an event to its new position and event store", async () => {
    const { folder, told } = await aFolder();
    const [from, to] = [sideOf(folder), await elsewhere()];
    await run(from, to);
    const position = await positionOf(to, told.id);
    expect(position).toMatch(/^m/);
    const checkpoint = { storeId: to.eventStore.storeId, position, eventId: told.id };
    const entry = async (key: string) => (await to.stateStore.get(key))?.value;
    expect(await entry("bus:mails")).toEqual(checkpoint);
    expect(await entry("relay:events")).toBeUndefined();
    expect(await entry("export-of:e1")).toMatchObject({ position });
    const jobs = await allOf(to.documents.jobs);
    expect(jobs.find(({ kind }) => kind === "carry-out-privacy-request")?.payload).toMatchObject({ position });
    expect((await allOf(to.documents.state)).filter(({ key }) => key.startsWith("snapshot:"))).toEqual([]);
    await checkHistory(to.eventStore, to.stateStore);
    expect((await to.stateStore.get<History>(historyKey))?.value.marks.length).toBeGreaterThan(0);
  });

  it("copies state with expiry and index, jobs unchanged, secrets and finished files", async () => {
    const { folder, token, name, fresh } = await aFolder();
    await writeFile(join(folder, "files/parts/unfinished"), "half");
    const target = await newFolder();
    const [from, to] = [sideOf(folder), sideOf(target)];
    await run(from, to);
    expect(await to.stateStore.find("kind", "page")).toMatchObject([{ key: "page", value: { b: 1, a: [2, "ü"] } }]);
    expect((await allOf(to.documents.state)).map(({ key }) => key)).not.toContain("over");
    expect((await allOf(to.documents.vault)).find(({ key }) => key === fresh)).toMatchObject({ standing: "new" });
    expect((await allOf(to.documents.vault)).find(({ key }) => key === name)).toMatchObject({ standing: "settled" });
    expect(await to.fileStore.list()).toEqual(["a.csv", "b.csv", "c.csv"]);
    expect(await text(await to.fileStore.open("a.csv"))).toBe("one;two");
    expect(await to.fileStore.listParts()).toEqual([]);
    await to.close();

    const stores = await openFolder(target);
    await stores.check();
    expect(await stores.vault.read(token)).toBe("secret token");
    expect(await stores.vault.putOnce(["Ada", "Grace"], { owner, prefix: "person-" })).toEqual([name, fresh]);
    expect(await stores.workQueue.getStatus("done")).toBe("completed");
    expect(await stores.workQueue.listDead(9)).toMatchObject([
      { id: "dead", reason: "it could not be done", attempts: 1 },
    ]);
    const claimed = await stores.workQueue.claimBatch(claimOf(), 9);
    expect(claimed.map(({ id, fence, attempts, payload }) => [id, fence, attempts, payload])).toEqual([
      ["leased", 2, 2, { 9: "nine", exportId: "leased" }],
      ["open", 2, 1, { 9: "nine", exportId: "open" }],
    ]);
    clock.advance(3_600_000);
    expect((await stores.workQueue.claimBatch(claimOf(), 9)).map(({ id }) => id)).toContain("paused");
    clock.advance(3_600_000);
    expect((await stores.workQueue.claimBatch(claimOf(), 9)).map(({ id }) => id)).toContain("later");
    await stores.close();
  });

  it("reports its steps, with counts and hashes of both sides", async () => {
    const { folder } = await aFolder();
    await run(sideOf(folder), await elsewhere());
    expect(said).toContain("7 events copied.");
    expect(said.filter((line) => /^Compared: \d+ .*, SHA-256 [0-9a-f]{64} in both\.$/.test(line))).toHaveLength(5);
    expect(said.join("\n")).toMatch(/Compared: 7 jobs/);
    expect(said.join("\n")).toMatch(/Compared: 3 files/);
  });

  it("can be moved back to an equal copy", async () => {
    const { folder } = await aFolder();
    const [from, between, back] = [sideOf(folder), await elsewhere(), sideOf(await newFolder())];
    await run(from, between);
    await run(between, back);
    expect(await withoutPositions(back)).toEqual(await withoutPositions(from));
    const whole = async (side: Side) =>
      JSON.stringify([await allOf(side.documents.jobs), await allOf(side.documents.vault)]);
    expect(await whole(back)).toBe(await whole(from));
    await checkHistory(back.eventStore, back.stateStore);
  });
});

describe("a move from events consumed over Kafka", () => {
  const place = (group: string, partition: number, offset: string) => ({
    key: `kafka-place:sheaf.${group}:sheaf.events.report:${partition}:3`,
    value: { topic: "sheaf.events.report", partition, of: 3, offset, id: "e" },
    expiresAt: null,
    index: [],
  });
  const earlierPlace = {
    ...place("exports", 0, "9"),
    key: "kafka-place:sheaf.exports:sheaf.events.report:0:12",
    value: { topic: "sheaf.events.report", partition: 0, of: 12, offset: "9", id: "e" },
  };
  const otherPlace = {
    ...place("exports", 0, "9"),
    key: "kafka-place:before.exports:before.events.report:0:3",
    value: { topic: "before.events.report", partition: 0, of: 3, offset: "9", id: "e" },
  };
  const ends = async () =>
    new Map([
      ["sheaf.events.report:0", "5"],
      ["sheaf.events.report:1", "2"],
      ["sheaf.events.report:2", "0"],
    ]);
  const heardOverKafka = async (...places: ReturnType<typeof place>[]) => {
    const { folder } = await aFolder();
    const from = sideOf(folder);
    const position = (await from.eventStore.headPosition()) ?? "";
    const checkpoint = { storeId: from.eventStore.storeId, position, eventId: "e" };
    await from.documents.state.put([
      ...places,
      { key: "relay:bus", value: { checkpoint, holder: null, renewals: 1 }, expiresAt: null, index: [] },
    ]);
    await from.documents.state.remove(["relay:events"]);
    return from;
  };

  it("lets every group continue after the last event if all were consumed", async () => {
    const from = await heardOverKafka(
      place("exports", 0, "5"),
      place("exports", 1, "2"),
      place("events-to-mails", 0, "5"),
      place("events-to-mails", 1, "2"),
      otherPlace,
      earlierPlace,
    );
    const to = await elsewhere();
    await move({ from, to, clock, ends, say: (line) => said.push(line) });
    const newest = (await eventsOf(to)).at(-1);
    const heard = { storeId: to.eventStore.storeId, position: newest?.position, eventId: newest?.id };
    const keys = (await allOf(to.documents.state)).map(({ key }) => key);
    expect((await to.stateStore.get("bus:exports"))?.value).toEqual(heard);
    expect((await to.stateStore.get("bus:events-to-mails"))?.value).toEqual(heard);
    expect(keys.filter((key) => /^(relay|kafka-place):/.test(key))).toEqual([]);
    await move({ from, to, clock, ends, say: (line) => said.push(line) });
  });

  it("is refused while a group lags, and without Kafka, which alone knows that", async () => {
    const from = await heardOverKafka(place("mails", 0, "4"), place("mails", 1, "2"));
    const to = await elsewhere();
    await expect(move({ from, to, clock, ends, say: () => undefined })).rejects.toThrow(
      /mails hasn't consumed all events in Kafka yet \(1 partitions are left\)/,
    );
    await expect(run(from, to)).rejects.toThrow(/Set KAFKA_BROKERS, too/);
    const another = {
      from,
      to,
      clock,
      ends: async () => new Map([["other.events.report:0", "1"]]),
      say: () => undefined,
    };
    await expect(move(another)).rejects.toThrow(/Set it to its previous value/);
  });
});

/** Simulates a power cut: the method's next call fails, and all after it. */
const breaking = <Port extends object>(port: Port, method: keyof Port, after: number): Port => {
  let calls = 0;
  return {
    ...port,
    [method]: (...given: unknown[]) => {
      calls += 1;
      if (calls > after) throw new Error("The power went.");
      return (port[method] as (...all: unknown[]) => unknown)(...given);
    },
  };
};

describe("a move that is interrupted", () => {
  const breaks: [string, (to: Side) => Side][] = [
    ["at the first event", (to) => ({ ...to, eventStore: breaking(to.eventStore, "appendToStream", 0) })],
    ["between two events", (to) => ({ ...to, eventStore: breaking(to.eventStore, "appendToStream", 2) })],
    [
      "at the state",
      (to) => ({ ...to, documents: { ...to.documents, state: breaking(to.documents.state, "put", 0) } }),
    ],
    ["at the jobs", (to) => ({ ...to, documents: { ...to.documents, jobs: breaking(to.documents.jobs, "put", 0) } })],
    [
      "at the secrets",
      (to) => ({ ...to, documents: { ...to.documents, vault: breaking(to.documents.vault, "put", 0) } }),
    ],
    ["between two files", (to) => ({ ...to, fileStore: breaking(to.fileStore, "createPart", 1) })],
    ["before its end", (to) => ({ ...to, stateStore: breaking(to.stateStore, "put", 1) })],
  ];
  it.each(breaks)("%s can't be used for a start, and continues when it is run again", async (_where, broken) => {
    const { folder } = await aFolder();
    const [from, to] = [sideOf(folder), await elsewhere()];
    await expect(run(from, broken(to))).rejects.toThrow("The power went.");
    if (await to.eventStore.headPosition())
      await expect(checkHistory(to.eventStore, to.stateStore)).rejects.toThrow(HistoryDiffers);
    await run(from, to);
    expect(await withoutPositions(to)).toEqual(await withoutPositions(from));
    expect(await to.fileStore.list()).toEqual(await from.fileStore.list());
    await checkHistory(to.eventStore, to.stateStore);
  });

  it("adopts later changes of the source and removes deleted items", async () => {
    const { folder } = await aFolder();
    const target = await newFolder();
    const to = { ...sideOf(target), eventStore: createMemoryEventStore() };
    const first = sideOf(folder);
    await expect(run(first, { ...to, stateStore: breaking(to.stateStore, "put", 1) })).rejects.toThrow();
    await first.close();
    const stores = await openFolder(folder);
    await stores.stateStore.delete("page");
    await stores.stateStore.delete("bus:mails");
    await stores.fileStore.delete("a.csv");
    await stores.vault.eraseOwner(owner);
    await stores.eventStore.appendToStream("report-c", [{ id: "late", type: "Happened", data: {}, metadata: {} }], {
      expectedVersion: "no-stream",
    });
    await stores.close();
    // Mimics a run that was killed in the middle of a file.
    await to.fileStore.delete("b.csv");
    await writeFile(join(target, "files/parts/moved.b.csv"), "half");
    const from = sideOf(folder);
    await run(from, to);
    expect(await to.stateStore.get("page")).toBeUndefined();
    expect(await to.stateStore.get("bus:mails")).toBeUndefined();
    expect(await to.fileStore.list()).toEqual(["b.csv", "c.csv"]);
    expect(await allOf(to.documents.vault)).toEqual([]);
    expect((await withoutPositions(to)).at(-1)?.id).toBe("late");
  });
});

describe("a move is refused with a reason", () => {
  it("when the target is in use", async () => {
    const [{ folder }, { folder: other }] = [await aFolder(), await aFolder()];
    await expect(run(sideOf(folder), sideOf(other))).rejects.toThrow(
      /There is data in .* Move to a place that is empty/,
    );
  });

  it("when the source is empty", async () => {
    await expect(run(sideOf(await newFolder()), await elsewhere())).rejects.toThrow(/There is no data of Sheaf in/);
  });

  it("when the stores do not belong together", async () => {
    const { folder } = await aFolder();
    await copyFile(getDatabasePath((await aFolder()).folder, "events"), getDatabasePath(folder, "events"));
    await expect(run(sideOf(folder), await elsewhere())).rejects.toThrow(/npm run repair/);
  });

  it("when the secrets have another master key", async () => {
    const target = await newFolder();
    await sideOf(target).close();
    expect(() => sideOf(target, Buffer.alloc(32, 8).toString("base64"))).toThrow(/The master key is not the one/);
  });
});

describe("a completed move", () => {
  it("only compares when it is run again", async () => {
    const { folder } = await aFolder();
    const [from, to] = [sideOf(folder), await elsewhere()];
    await run(from, to);
    said = [];
    await run(from, to);
    expect(said[0]).toMatch(/was done on 2026-11-20.*: both are compared\./);
    expect(said.join("\n")).not.toMatch(/copied|written/);
  });

  it.each<[string, (to: Side) => Promise<unknown>, RegExp]>([
    [
      "an event",
      (to) =>
        to.eventStore.appendToStream("x", [{ id: "x", type: "X", data: {}, metadata: {} }], {
          expectedVersion: "no-stream",
        }),
      /Sheaf has worked there since/,
    ],
    [
      "an entry",
      (to) => to.stateStore.put("page", "another"),
      /The state entries of .* are not the same \(\d+ in both\)/,
    ],
    ["a job", (to) => to.documents.jobs.remove(["done"]), /The jobs of .* are not the same \(7 and 6\)/],
    [
      "a secret",
      async (to) => to.documents.vault.remove([(await allOf(to.documents.vault))[0]?.key ?? ""]),
      /sealed values/,
    ],
    ["a file", (to) => to.fileStore.delete("a.csv"), /The files of .* are not the same \(3 and 2\)/],
  ])("reports a difference in %s", async (_what, change, sentence) => {
    const { folder } = await aFolder();
    const [from, to] = [sideOf(folder), await elsewhere()];
    await run(from, to);
    await change(to);
    await expect(run(from, to)).rejects.toThrow(sentence);
  });
});

it("a moved job can be claimed in its lane only", async () => {
  const { folder } = await aFolder();
  const target = await newFolder();
  const to = sideOf(target);
  await run(sideOf(folder), to);
  await to.close();
  const db = openStateDatabase(getDatabasePath(target, "state"));
  const queue = createSqliteWorkQueue(db, clock);
  expect(await queue.claim(claimOf("carry-out-privacy-request"))).toBeUndefined();
  expect(await queue.claim({ ...claimOf("carry-out-privacy-request"), lanes: ["upkeep"] })).toBeDefined();
  await queue.close();
});
