import { existsSync } from "node:fs";
import { mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeClock } from "../memory/clock.ts";
import { StoreDamaged } from "../ports/store-errors.ts";
import { openDatabase, openReadOnlyDatabase } from "./database.ts";
import { createSqliteEventStore } from "./events/event-store.ts";
import { readDamageReport, reportDamage } from "./files/quarantine.ts";
import { createSqliteWorkQueue } from "./queue/work-queue.ts";
import { createSqliteReadStore } from "./read-models/read-store.ts";
import { openStateDatabase } from "./state/state-database.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheaf-damage-"));
  file = join(folder, "read-models.db");
});
afterEach(() => rm(folder, { recursive: true }));

const schema = { version: 1, sql: "CREATE TABLE IF NOT EXISTS things (id INTEGER PRIMARY KEY, text TEXT)" };
const openThings = (check = false) => openDatabase({ file, synchronous: "NORMAL", schema, check });
const fill = async () => {
  const db = openThings();
  await db.write(() => {
    for (let n = 0; n < 500; n += 1) db.prepare("INSERT INTO things (text) VALUES (?)").run("x".repeat(200));
  });
  db.close();
};
const garble = async (from: number, bytes = 8_192) => {
  const handle = await open(file, "r+");
  await handle.write(Buffer.alloc(bytes, "no page "), 0, bytes, from);
  await handle.close();
};

describe("a damaged file", () => {
  it("is refused with an error that says what to do: no header, wrong tables, or bad pages at a check", async () => {
    await fill();
    const whole = await readFile(file);
    await garble(0);
    expect(() => openThings()).toThrow(/read-models\.db is damaged \(.*\)\. .*from a backup or run 'npm run repair'/);
    const reader = openReadOnlyDatabase(file);
    await expect(reader.read(() => reader.prepare("SELECT * FROM things").all())).rejects.toThrow(StoreDamaged);
    reader.close();
    await writeFile(file, whole);
    await garble(5 * 4_096);
    expect(() => openThings(true)).toThrow(StoreDamaged);
    await rm(file);
    const other = new DatabaseSync(file);
    other.exec("CREATE TABLE things (id INTEGER); PRAGMA user_version = 1");
    other.close();
    expect(() => openThings()).toThrow(/its table things is missing or another one/);
  });

  it("is reported when the damage is found only on reading", async () => {
    await fill();
    await garble(5 * 4_096);
    const db = openThings();
    await expect(db.read(() => db.prepare("SELECT sum(length(text)) FROM things").get())).rejects.toThrow(StoreDamaged);
    db.close();
  });

  it("ends a follower of the events with the same error", async () => {
    const store = createSqliteEventStore({ file });
    for (let n = 0; n < 100; n += 1)
      await store.appendToStream(`s${n}`, [{ id: `e${n}`, type: "T", data: { text: "x".repeat(900) }, metadata: {} }], {
        expectedVersion: "no-stream",
      });
    await store.close();
    await garble(7 * 4_096, 20 * 4_096);
    const again = createSqliteEventStore({ file });
    const following = again.follow({}, async () => undefined, new AbortController().signal);
    await expect(following).rejects.toThrow(StoreDamaged);
    await again.close();
  });
});

it("reports a job whose payload is no longer JSON as damage, and keeps it", async () => {
  const clock = createFakeClock("2026-11-20T12:00:00.000Z");
  const state = openStateDatabase(join(folder, "state.db"));
  const queue = createSqliteWorkQueue(state, clock);
  const job = { kind: "export", lane: "short", tenant: "aurora", dueAt: clock.now(), payload: { exportId: "e1" } };
  const claim = () => queue.claim({ kinds: ["export"], lanes: ["short"], worker: "w", leaseMs: 30_000 });
  await queue.enqueue({ ...job, id: "export:e1" });
  await claim();
  await queue.enqueue({ ...job, id: "export:e2" });
  state.prepare("UPDATE jobs SET payload = '{ torn'").run();
  const said = /state\.db is damaged \(the job export:e\d cannot be read\)\. .* run 'npm run repair'/;
  await expect(claim()).rejects.toThrow(said);
  await expect(claim()).rejects.toThrow(StoreDamaged);
  await expect(queue.listLiveLeases("export")).rejects.toThrow(said);
  expect(await queue.countOpen({ tenant: "aurora", kinds: ["export"] })).toEqual({ waiting: 1, running: 1 });
  await queue.close();
});

describe("damaged read models", () => {
  const givenDocuments = async () => {
    const store = createSqliteReadStore({ file });
    await store.ensureCollections([{ name: "things", indexes: [] }]);
    const put = (id: string) =>
      ({ collection: "things", kind: "put", id, document: { text: "x".repeat(500) }, position: "1" }) as const;
    await store.apply(Array.from({ length: 200 }, (_, n) => put(`t${n}`)));
    await store.close();
  };

  it("found by a reader are set aside by the next writer, and the reader continues with the new ones", async () => {
    await givenDocuments();
    await garble(4 * 4_096);
    const reader = createSqliteReadStore({ file, readOnly: true });
    await expect(reader.find("things", {})).rejects.toThrow(/It is set aside, and the read models are rebuilt/);
    expect(readDamageReport(file)).toBeDefined();
    const told: string[] = [];
    const writer = createSqliteReadStore({ file, onQuarantined: ({ aside }) => told.push(aside) });
    expect(told).toEqual([expect.stringMatching(/read-models\.damaged-\d{8}T[\d.]+Z\.db$/)]);
    expect(existsSync(told[0] ?? "")).toBe(true);
    expect(readDamageReport(file)).toBeUndefined();
    expect(await reader.find("things", {})).toEqual([]);
    await writer.close();
    await reader.close();
  });

  it("read as empty once damage is reported, even for a reader that has them open", async () => {
    await givenDocuments();
    const reader = createSqliteReadStore({ file, readOnly: true });
    expect(await reader.count("things")).toBe(200);
    reportDamage(file, "it was overwritten");
    expect(await reader.count("things")).toBe(0);
    await reader.close();
  });

  it("in an older version's schema read as empty until the writer has rebuilt them", async () => {
    const older = new DatabaseSync(file);
    older.exec(
      "CREATE TABLE checkpoints (name TEXT PRIMARY KEY, store_id TEXT, position TEXT); PRAGMA user_version = 1",
    );
    older.close();
    const reader = createSqliteReadStore({ file, readOnly: true });
    expect(await reader.readCheckpoint("things")).toBeUndefined();
    const writer = createSqliteReadStore({ file });
    await writer.writeCheckpoint("things", { storeId: "s", position: "1", eventId: "e" });
    expect(await reader.readCheckpoint("things")).toEqual({ storeId: "s", position: "1", eventId: "e" });
    await writer.close();
    await reader.close();
  });

  it("of a newer version are set aside by the writer, and it starts over", async () => {
    const newer = new DatabaseSync(file);
    newer.exec("CREATE TABLE checkpoints (place TEXT); PRAGMA user_version = 99");
    newer.close();
    const told: { aside: string; why: string }[] = [];
    const writer = createSqliteReadStore({ file, onQuarantined: (what) => told.push(what) });
    await writer.ensureCollections([{ name: "things", indexes: [] }]);
    expect(await writer.find("things", {})).toEqual([]);
    await writer.close();
    expect(told).toEqual([
      expect.objectContaining({
        aside: expect.stringMatching(/read-models\.newer-\d{8}T[\d.]+Z\.db$/),
        why: "was written by a newer version of Sheaf",
      }),
    ]);
  });
});
