import { statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { StoreBusy } from "../ports/store-errors.ts";
import { type Database, openDatabase } from "./database.ts";
import type { Durability } from "./group-commit.ts";
import { busyTimeoutMs } from "./locks.ts";

const schema = { version: 1, sql: "CREATE TABLE IF NOT EXISTS numbers (n INTEGER PRIMARY KEY)" };

describe("Concurrent writes", () => {
  let folder: string;
  let file: string;
  let db: Database;
  let stranger: DatabaseSync;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "sheaf-group-commit-"));
    file = join(folder, "test.db");
    db = openDatabase({ file, synchronous: "FULL", schema });
    stranger = new DatabaseSync(file);
  });
  afterEach(async () => {
    stranger.close();
    db.close();
    await rm(folder, { recursive: true });
  });
  const numbersIn = (one: { prepare: DatabaseSync["prepare"] }) =>
    one
      .prepare("SELECT n FROM numbers ORDER BY n")
      .all()
      .map((row) => row.n);
  const put = (n: number) => db.prepare("INSERT INTO numbers VALUES (?)").run(n);
  const insert = (n: number) => db.write(() => put(n));

  it("are committed together, in order, and invisible to others before", async () => {
    const seen: unknown[] = [];
    const look = () => seen.push([numbersIn(db), numbersIn(stranger)]);
    await Promise.all([insert(1), db.write(look), insert(2), db.write(look)]);
    expect(seen).toEqual([
      [[1], []],
      [[1, 2], []],
    ]);
    expect(numbersIn(stranger)).toEqual([1, 2]);
  });

  it("resolve once others can see them", async () => {
    await Promise.all([1, 2, 3].map(async (n) => insert(n).then(() => expect(numbersIn(stranger)).toEqual([1, 2, 3]))));
  });

  it("are rolled back one by one: if one throws, only what it wrote is undone", async () => {
    const half = db.write(() => {
      put(2);
      throw new Error("half way");
    });
    const outcomes = await Promise.allSettled([insert(1), half, insert(3), insert(3), insert(4)]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    expect(numbersIn(stranger)).toEqual([1, 3, 4]);
  });

  it("are retried one by one if the disk is full for all of them, and the small ones succeed", async () => {
    await insert(1);
    const room = Number(db.prepare("PRAGMA page_count").get()?.page_count);
    db.prepare(`PRAGMA max_page_count = ${room}`).get();
    const many = db.write(() => {
      for (let n = 100; n < 5_000; n += 1) put(n);
    });
    const outcomes = await Promise.allSettled([insert(2), many, insert(3)]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(numbersIn(stranger)).toEqual([1, 2, 3]);
  });

  it("fail as busy, each after its own wait, and succeed if the lock is released before that", async () => {
    stranger.exec("BEGIN IMMEDIATE");
    const late = insert(1);
    await expect(late).rejects.toThrow(StoreBusy);
    const others = Promise.all([insert(2), insert(3)]);
    stranger.exec("COMMIT");
    await others;
    expect(numbersIn(stranger)).toEqual([2, 3]);
  });

  it("don't block the process while another writer holds the lock", async () => {
    const turns: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      const fresh = openDatabase({ file, synchronous: "FULL", schema });
      stranger.exec("BEGIN IMMEDIATE");
      const writing = fresh.write(() => fresh.prepare("INSERT INTO numbers VALUES (?)").run(n));
      const began = performance.now();
      await nextTurn();
      turns.push(performance.now() - began);
      stranger.exec("COMMIT");
      await writing;
      fresh.close();
    }
    // SQLite's own wait would take at least this long each time.
    expect(Math.min(...turns)).toBeLessThan(busyTimeoutMs);
  });

  it("are split into several commits if they take long", async () => {
    const long = () => {
      const end = performance.now() + 30;
      while (performance.now() < end);
    };
    const seen: unknown[] = [];
    await Promise.all([insert(1), db.write(long), db.write(() => seen.push(numbersIn(stranger)))]);
    expect(seen).toEqual([[1]]);
  });

  it("don't wait for the disk if all may be durable soon, and wait if one must be durable at once", async () => {
    const waits = () => Number(db.prepare("PRAGMA synchronous").get()?.synchronous) >= 2;
    const seen = (durable: Durability) => db.write(waits, durable);
    expect(await Promise.all([seen("soon"), seen("soon")])).toEqual([false, false]);
    expect(await Promise.all([seen("soon"), seen("at once")])).toEqual([true, true]);
    expect(await seen("at once")).toBe(true);
  });

  it("are visible to others once they resolve, even if they may be durable soon", async () => {
    await db.write(() => put(1), "soon");
    expect(numbersIn(stranger)).toEqual([1]);
  });

  it("soon reach the disk even if nothing is written after them", async () => {
    await db.write(() => put(1), "soon");
    const before = statSync(`${file}-wal`).size;
    await expect.poll(() => statSync(`${file}-wal`).size).toBeGreaterThan(before);
    expect(numbersIn(stranger)).toEqual([1]);
  });

  it("are written even if the file is closed right away", async () => {
    const writing = Promise.all([insert(1), insert(2)]);
    db.close();
    await writing;
    expect(numbersIn(stranger)).toEqual([1, 2]);
  });
});
