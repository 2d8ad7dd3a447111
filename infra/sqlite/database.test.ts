import { execFileSync } from "node:child_process";
import { copyFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { StoreBusy, StoreFull, StoreUnwritable } from "../ports/store-errors.ts";
import { type Database, openDatabase } from "./database.ts";
import { openToRead } from "./files/open-to-read.ts";
import { createFile } from "./files/temporary-file.ts";

const schema = { version: 1, sql: "CREATE TABLE IF NOT EXISTS numbers (n INTEGER PRIMARY KEY)" };

describe("A new database file", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "sheaf-made-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("appears only once it is complete, and is removed if its creation fails", () => {
    const file = join(folder, "test.db");
    const broken = { version: 1, sql: `${schema.sql}; SELECT no_column` };
    expect(() => openDatabase({ file, synchronous: "FULL", schema: broken })).toThrow(/no such column/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("has its tables and is in WAL mode from the start, so no journal file is ever next to it", () => {
    const file = join(folder, "test.db");
    createFile(file, schema);
    expect(readdirSync(folder)).toEqual(["test.db"]);
    const made = openToRead(file);
    expect(made.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
    expect(made.prepare("SELECT count(*) AS rows FROM numbers").get()).toEqual({ rows: 0 });
    made.close();
  });

  it("isn't recreated if another process made it, and ignores a leftover log", async () => {
    const file = join(folder, "test.db");
    const first = openDatabase({ file, synchronous: "FULL", schema });
    await first.write(() => first.prepare("INSERT INTO numbers VALUES (7)").run());
    createFile(file, schema);
    expect(first.prepare("SELECT n FROM numbers").all()).toEqual([{ n: 7 }]);
    copyFileSync(`${file}-wal`, join(folder, "left"));
    first.close();
    rmSync(file);
    renameSync(join(folder, "left"), `${file}-wal`);
    const anew = openDatabase({ file, synchronous: "FULL", schema });
    expect(anew.prepare("SELECT n FROM numbers").all()).toEqual([]);
    anew.close();
  });
});

describe("A database file", () => {
  let folder: string;
  let file: string;
  let db: Database;
  let stranger: DatabaseSync;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "sheaf-database-"));
    file = join(folder, "below", "test.db");
    db = openDatabase({ file, synchronous: "FULL", schema });
    stranger = new DatabaseSync(file, { timeout: 5_000 });
  });
  afterEach(async () => {
    stranger.close();
    db.close();
    await rm(folder, { recursive: true });
  });
  const insert = (n: number) => db.write(() => db.prepare("INSERT INTO numbers VALUES (?)").run(n));
  const numbers = () =>
    db
      .prepare("SELECT n FROM numbers ORDER BY n")
      .all()
      .map((row) => row.n);

  it("is complete without its log once one process has closed it, even if another still has it open", async () => {
    await insert(1);
    stranger.prepare("SELECT n FROM numbers").all();
    db.close();
    const copy = join(folder, "copy.db");
    execFileSync("cp", [file, copy]);
    const alone = new DatabaseSync(copy);
    expect(alone.prepare("SELECT n FROM numbers").all()).toEqual([{ n: 1 }]);
    alone.close();
  });

  it("waits for another writer without stopping the event loop, and then writes", async () => {
    stranger.exec("BEGIN IMMEDIATE");
    const writing = insert(1);
    const ticks = { count: 0 };
    const ticking = setInterval(() => {
      ticks.count += 1;
      if (ticks.count === 5) stranger.exec("COMMIT");
    }, 1);
    await writing;
    clearInterval(ticking);
    expect(ticks.count).toBeGreaterThanOrEqual(5);
    expect(numbers()).toEqual([1]);
  });

  it("fails all waiting writes with StoreBusy after 2 s, and has written nothing", async () => {
    stranger.exec("BEGIN IMMEDIATE");
    const outcomes = await Promise.allSettled([insert(1), insert(2), insert(3)]);
    stranger.exec("COMMIT");
    for (const outcome of outcomes) {
      expect(outcome.status === "rejected" && outcome.reason).toBeInstanceOf(StoreBusy);
    }
    expect(numbers()).toEqual([]);
    await insert(4);
    expect(numbers()).toEqual([4]);
  });

  it("reports a full disk, has written nothing, and works again once there is room", async () => {
    await insert(1);
    const limit = (pages: number) => db.read(() => db.prepare(`PRAGMA max_page_count = ${pages}`).get());
    await limit(1);
    const many = () =>
      db.write(() => {
        for (let n = 2; n < 2_000; n += 1) db.prepare("INSERT INTO numbers VALUES (?)").run(n);
      });
    await expect(many()).rejects.toThrow(StoreFull);
    expect(numbers()).toEqual([1]);
    await limit(1_000);
    await many();
    expect(numbers()).toHaveLength(1_999);
  });

  it("reports that the file can't be written, can still be read, and writes once it can", async () => {
    await insert(1);
    db.prepare("PRAGMA query_only = ON").run();
    const refused = await insert(2).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StoreUnwritable);
    expect(refused).not.toBeInstanceOf(StoreFull);
    expect(String(refused)).toContain(`${file} cannot be written (attempt to write a readonly database).`);
    expect(await db.read(numbers)).toEqual([1]);
    db.prepare("PRAGMA query_only = OFF").run();
    await insert(2);
    expect(numbers()).toEqual([1, 2]);
  });

  it("reads while another writes", async () => {
    await insert(1);
    stranger.exec("BEGIN IMMEDIATE; INSERT INTO numbers VALUES (2)");
    expect(await db.read(numbers)).toEqual([1]);
    stranger.exec("COMMIT");
    expect(await db.read(numbers)).toEqual([1, 2]);
  });

  it("rolls back if the work throws, and still works", async () => {
    const work = db.write(() => {
      db.prepare("INSERT INTO numbers VALUES (1)").run();
      throw new Error("half way");
    });
    await expect(work).rejects.toThrow("half way");
    expect(numbers()).toEqual([]);
    await insert(2);
    expect(numbers()).toEqual([2]);
  });

  it("doesn't treat other errors as a busy store", async () => {
    await insert(1);
    await expect(insert(1)).rejects.toThrow(/UNIQUE/);
  });

  it("notifies waiters of commits by others and of its own", async () => {
    const signal = new AbortController().signal;
    const since = db.changes.poll();
    const strange = db.changes.wait({ since, timeoutMs: 60_000, signal });
    stranger.exec("INSERT INTO numbers VALUES (1)");
    await strange;
    const own = db.changes.wait({ since: db.changes.poll(), timeoutMs: 60_000, signal });
    db.changes.notify();
    await own;
  });

  it("doesn't miss another's commit between the poll and the wait", async () => {
    const since = db.changes.poll();
    stranger.exec("INSERT INTO numbers VALUES (1)");
    await db.changes.wait({ since, timeoutMs: 60_000, signal: new AbortController().signal });
    expect(db.changes.poll()).toBeGreaterThan(since);
  });

  it("doesn't miss its own commit between the poll and the wait", async () => {
    const since = db.changes.poll();
    db.changes.notify();
    const stop = new AbortController();
    await db.changes.wait({ since, timeoutMs: 60_000, signal: stop.signal });
  });

  it("starts the work only once it holds the lock, so its reads are current when it writes", async () => {
    stranger.exec("BEGIN IMMEDIATE; INSERT INTO numbers VALUES (1)");
    const seen: unknown[] = [];
    const writing = db.write(() => seen.push(numbers()));
    expect(seen).toEqual([]);
    stranger.exec("COMMIT");
    await writing;
    expect(seen).toEqual([[1]]);
  });

  it("doesn't notify waiters while nothing is committed", async () => {
    const since = db.changes.poll();
    db.prepare("SELECT count(*) FROM numbers").get();
    stranger.prepare("SELECT count(*) FROM numbers").get();
    await db.changes.wait({ since, timeoutMs: 100, signal: new AbortController().signal });
    expect(db.changes.poll()).toBe(since);
  });

  it("refuses a newer version's file with an error that says what to do", () => {
    stranger.exec("PRAGMA user_version = 2");
    const open = () => openDatabase({ file, synchronous: "FULL", schema });
    expect(open).toThrow(/newer version of Sheaf\. Start that version/);
  });

  it("is in WAL mode and flushes each commit", () => {
    expect(db.prepare("PRAGMA journal_mode").get()?.journal_mode).toBe("wal");
    expect(db.prepare("PRAGMA synchronous").get()?.synchronous).toBe(2);
  });
});
