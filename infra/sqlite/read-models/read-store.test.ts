import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PositionedChange, ReadStore } from "../../ports/stores/read-store.ts";
import { openDatabase } from "../database.ts";
import { findSql } from "./read-query.ts";
import { readSchema } from "./read-schema.ts";
import { createSqliteReadStore } from "./read-store.ts";

const put = (id: string, position = "1"): PositionedChange => ({
  collection: "exports",
  kind: "put",
  id,
  document: { tenant: "t1" },
  position,
});

describe("The read model file", () => {
  let folder: string;
  let file: string;
  const open: ReadStore[] = [];
  const openStore = (readOnly: boolean): ReadStore => {
    const store = createSqliteReadStore({ file, readOnly });
    open.push(store);
    return store;
  };
  const openWriter = async (): Promise<ReadStore> => {
    const writer = openStore(false);
    await writer.ensureCollections([{ name: "exports", indexes: ["tenant"] }]);
    return writer;
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "sheaf-read-"));
    file = join(folder, "read-models.db");
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((store) => store.close()));
    await rm(folder, { recursive: true });
  });

  it("is set aside as a folder, not as damaged, if it is one", async () => {
    await mkdir(file);
    await expect(openStore(true).find("exports", {})).rejects.toThrow(`${file} is a folder. It is set aside,`);
    const told: string[] = [];
    open.push(createSqliteReadStore({ file, onQuarantined: ({ why }) => told.push(why) }));
    expect(told).toEqual(["was a folder"]);
  });

  it("has the latest version of each document after a batch across collections", async () => {
    const writer = await openWriter();
    await writer.ensureCollections([{ name: "contents", indexes: [] }]);
    const many = Array.from({ length: 24 }, (_, n): PositionedChange[] => [
      put(`e${n}`, `1${n + 10}`),
      { ...put(`e${n}`, `1${n + 10}`), collection: "contents" },
      { collection: "exports", kind: "merge", id: `e${n - (n % 7)}`, fields: { last: n }, position: `2${n + 10}` },
    ]).flat();
    await writer.apply([...many, { collection: "exports", kind: "delete", id: "e2", position: "3" }, put("e3", "0")]);
    const found = await writer.find("exports", { sort: [{ field: "last" }] });
    expect(found.map(({ id, document }) => [id, document.last]).slice(-4)).toEqual([
      ["e0", 6],
      ["e7", 13],
      ["e14", 20],
      ["e21", 23],
    ]);
    expect([found.length, await writer.count("contents")]).toEqual([23, 24]);
  });

  it("is waited for by a reader that opens it during its creation", async () => {
    const making = new DatabaseSync(file);
    making.exec(`${readSchema.sql}; PRAGMA user_version = ${readSchema.version}; BEGIN EXCLUSIVE`);
    const counted = openStore(true).count("exports");
    making.exec("ROLLBACK");
    making.close();
    expect(await counted).toBe(0);
  });

  it("finds by one field in the order of another through an index", async () => {
    const writer = openStore(false);
    await writer.ensureCollections([{ name: "changes", indexes: ["tenant", ["objectId", "version"]] }]);
    const wanted = {
      where: [
        { field: "objectId", equals: "o1" },
        { field: "version", below: 9 },
      ],
      sort: [{ field: "version", descending: true }],
      limit: 2,
    };
    for (const version of [2, 10, 1, 9])
      await writer.apply([
        {
          collection: "changes",
          kind: "put",
          id: `o1:${version}`,
          document: { objectId: "o1", version },
          position: "1",
        },
      ]);
    expect((await writer.find("changes", wanted)).map(({ id }) => id)).toEqual(["o1:2", "o1:1"]);
    const { text, parameters } = findSql("changes", wanted);
    const db = openDatabase({ file, synchronous: "NORMAL", schema: readSchema });
    const plan = db
      .prepare(`EXPLAIN QUERY PLAN ${text}`)
      .all(...parameters)
      .map(({ detail }) => String(detail));
    db.close();
    expect(plan[0]).toMatch(/objectId\+version \(<expr>=\? AND <expr><\?\)$/);
    expect(plan.slice(1)).toEqual(["USE TEMP B-TREE FOR LAST TERM OF ORDER BY"]);
  });

  it("isn't created by a reader", async () => {
    const reader = openStore(true);
    expect(await reader.count("exports")).toBe(0);
    expect(existsSync(file)).toBe(false);
    await openWriter();
    expect(await reader.count("exports")).toBe(0);
  });

  it("can be read after the writer has closed it, and after it is opened again", async () => {
    const writer = await openWriter();
    await writer.apply([put("e1")]);
    const early = openStore(true);
    expect(await early.count("exports")).toBe(1);
    await writer.close();
    expect(await early.count("exports")).toBe(1);
    expect(await openStore(true).count("exports")).toBe(1);
    const again = await openWriter();
    await again.apply([put("e2")]);
    expect(await early.count("exports")).toBe(2);
  });

  it.each([
    ["only the file", [""]],
    ["the file and its log", ["", "-wal", "-shm"]],
  ])("is empty for open readers and a new writer after %s was deleted", async (_what, endings) => {
    const writer = await openWriter();
    await writer.apply([put("e1")]);
    const reader = openStore(true);
    expect(await reader.count("exports")).toBe(1);
    for (const ending of endings) await rm(`${file}${ending}`, { force: true });
    expect(await reader.count("exports")).toBe(0);
    const fresh = await openWriter();
    expect([await fresh.count("exports"), await reader.count("exports")]).toEqual([0, 0]);
    await fresh.apply([put("e2")]);
    expect((await reader.find("exports", {})).map(({ id }) => id)).toEqual(["e2"]);
  });

  it("can't be written by a reader", async () => {
    await openWriter();
    const reader = openStore(true);
    await expect(reader.apply([put("e1")])).rejects.toThrow(/for reading alone/);
    await expect(reader.clear("exports")).rejects.toThrow(/for reading alone/);
    await expect(reader.writeCheckpoint("x", undefined)).rejects.toThrow(/for reading alone/);
  });

  /** Applies a batch and runs `meanwhile` whenever the store yields; answers how often it did. */
  const applyWithOthers = async (writer: ReadStore, changes: PositionedChange[], meanwhile: () => Promise<void>) => {
    // Each reading of the clock costs a millisecond here, so a slice ends after ten readings on any machine.
    let watch = 0;
    const looking = vi.spyOn(performance, "now").mockImplementation(() => {
      watch += 1;
      return watch;
    });
    let done = false;
    let turns = 0;
    const applying = writer.apply(changes).finally(() => {
      done = true;
    });
    while (!done) {
      turns += 1;
      await meanwhile();
      await new Promise((resolve) => setImmediate(resolve));
    }
    looking.mockRestore();
    await applying;
    return turns;
  };

  it("lets other work run while a large batch is written", async () => {
    const writer = await openWriter();
    const changes = Array.from({ length: 500 }, (_, n) => put(`e${n}`, String(n + 1).padStart(4, "0")));
    expect(await applyWithOthers(writer, changes, async () => undefined)).toBeGreaterThan(30);
    expect(await writer.count("exports")).toBe(500);
  });

  it("never shows only a part of an event's changes", async () => {
    const writer = await openWriter();
    const reader = openStore(true);
    const of = 7;
    const changes = Array.from({ length: 60 * of }, (_, n) =>
      put(`e${n}`, String(Math.floor(n / of)).padStart(4, "0")),
    );
    const seen: number[] = [];
    await applyWithOthers(writer, changes, async () => void seen.push(await reader.count("exports")));
    expect(new Set(seen).size).toBeGreaterThan(3);
    expect(seen.filter((count) => count % of !== 0)).toEqual([]);
  });

  it("answers filters on indexed fields by their index", async () => {
    await (await openWriter()).close();
    const db = openDatabase({ file, synchronous: "NORMAL", schema: readSchema });
    const queries = [
      { where: [{ field: "tenant", equals: "t1" }] },
      { where: [{ field: "tenant", in: ["t1", "t2"] }] },
      { where: [{ field: "tenant", above: "t1", below: "t5" }] },
      { where: [{ field: "tenant", equals: null }] },
      { where: [{ field: "tenant", equals: "t1" }], sort: [{ field: "other", descending: true }] },
    ];
    for (const query of queries) {
      const { text, parameters } = findSql("exports", query);
      const plan = db
        .prepare(`EXPLAIN QUERY PLAN ${text}`)
        .all(...parameters)
        .map((row) => String(row.detail));
      expect(plan.join("; ")).toContain("USING INDEX documents/exports/tenant");
    }
    db.close();
  });

  it("refuses invalid names", async () => {
    const writer = await openWriter();
    await expect(writer.count('x"; DROP TABLE checkpoints; --')).rejects.toThrow(RangeError);
    await expect(writer.find("exports", { sort: [{ field: "a') --" }] })).rejects.toThrow(RangeError);
  });
});
