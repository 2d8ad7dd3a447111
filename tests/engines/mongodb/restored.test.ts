import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MongoClient } from "mongodb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HistoryDiffers } from "#infra/ports/stores/history.ts";
import { openStores, type Stores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { someEvents } from "#tests/contract/support/events.ts";
import { fillStores, owner } from "#tests/support/moved.ts";
import { createEventLog, type EventLog } from "../eventstoredb/log.ts";
import { createClosing } from "../eventstoredb/support.ts";
import { mongoUrl, ownDatabase, ownMongoUrl } from "./support.ts";

const open = createClosing();
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheaf-engines-"));
});
afterEach(async () => {
  await open.closeAll();
  await rm(folder, { recursive: true, force: true });
});

const MASTER_KEY = Buffer.alloc(32, 7).toString("base64");
const clock = createSystemClock();
const at = (url: string, database: string): Promise<Stores> =>
  openStores({
    config: { DATA_DIR: folder, EVENTSTORE_URL: url, MONGODB_URL: ownMongoUrl(mongoUrl(), database), MASTER_KEY },
    clock,
    readModels: "none",
  });

/** Copies like mongodump and mongorestore, one collection after the other while others write. */
const copyDatabase = async (from: string, to: string): Promise<void> => {
  const client = new MongoClient(mongoUrl() ?? "");
  try {
    for (const { name } of await client.db(from).listCollections().toArray()) {
      const documents = await client.db(from).collection(name).find().toArray();
      if (documents.length > 0) await client.db(to).collection(name).insertMany(documents);
    }
  } finally {
    await client.close();
  }
};

/** Copies EventStoreDB's disk at this moment. */
const copyLog = (log: EventLog): EventLog => {
  const copy = createEventLog({ ownEvents: 0 });
  for (const { stream, revision, ...event } of log.records) copy.append(stream, [event], revision - 1);
  return copy;
};

describe.skipIf(mongoUrl() === undefined)("A Sheaf with EventStoreDB and MongoDB, restored from backups,", () => {
  const given = async () => {
    const log = createEventLog({ ownEvents: 0 });
    const server = await open.server({ log });
    const [used, restored] = [ownDatabase(), ownDatabase()];
    const stores = await at(server.url, used);
    await stores.check();
    const filled = await fillStores(stores, clock.wall());
    const work = () =>
      stores.eventStore.appendToStream(`run-late-${randomUUID()}`, someEvents(2), { expectedVersion: "no-stream" });
    return { log, stores, used, restored, work, ...filled };
  };

  it("shows everything if MongoDB was backed up before EventStoreDB, even during work", async () => {
    const { log, stores, used, restored, work, token, name } = await given();
    await copyDatabase(used, restored);
    await work();
    const copy = await open.server({ log: copyLog(log) });
    await work();
    await stores.close();

    const again = await at(copy.url, restored);
    await again.check();
    expect((await again.eventStore.readStream("export-a")).length).toBe(5);
    expect(
      (await again.eventStore.readAll({ limit: 99 })).filter(({ stream }) => stream.startsWith("run-late-")),
    ).toHaveLength(2);
    expect(await again.vault.read(token)).toBe("secret token");
    expect(await again.vault.putOnce(["Ada"], { owner, prefix: "person-" })).toEqual([name]);
    expect(await again.workQueue.getStatus("done")).toBe("completed");
    expect(await again.fileStore.list()).toEqual(["a.csv", "b.csv", "c.csv"]);
    await again.eventStore.appendToStream("export-b", someEvents(1), { expectedVersion: 1 });
    await again.close();
  });

  it("is refused if EventStoreDB is older than MongoDB", async () => {
    const { log, stores, used, restored, work } = await given();
    const copy = await open.server({ log: copyLog(log) });
    await work();
    await stores.close();
    await copyDatabase(used, restored);
    const again = await at(copy.url, restored);
    await expect(again.check()).rejects.toThrow(HistoryDiffers);
    await again.close();
  });
});
