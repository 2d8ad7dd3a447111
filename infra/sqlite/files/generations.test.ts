import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isOtherFile, readHeader } from "./file-header.ts";
import { numberGenerations, openGenerations } from "./generations.ts";

let folder: string;
let file: string;
let db: DatabaseSync;
let stop: AbortController;
const faults: unknown[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheaf-generations-"));
  file = join(folder, "state.db");
  db = new DatabaseSync(file);
  db.exec("PRAGMA journal_mode = WAL; CREATE TABLE t (value INTEGER); INSERT INTO t VALUES (1)");
  stop = new AbortController();
  faults.length = 0;
});
afterEach(async () => {
  stop.abort();
  db.close();
  await rm(folder, { recursive: true, force: true });
  expect(faults).toEqual([]);
});

const keep = () =>
  numberGenerations({ files: [file], onFault: (fault) => faults.push(fault), signal: stop.signal, every: 2 });
/** Reads in another process: closing the file here would drop this process's locks. */
const seen = () => {
  const copy = join(folder, "copy");
  execFileSync("cp", [file, copy]);
  return readHeader(copy);
};
const write = () => db.exec("UPDATE t SET value = value + 1");
const version = () => db.prepare("PRAGMA data_version").get()?.data_version;

it("a change that doesn't grow a file increases its number", async () => {
  keep();
  await expect.poll(() => seen().generation).toBeGreaterThan(0);
  const before = seen();
  write();
  await expect.poll(() => seen()).toEqual({ ...before, generation: before.generation + 1 });
});

it("writes nothing without changes, even with two supervisors numbering", () => {
  const [one, other] = [openGenerations(file), openGenerations(file)];
  const round = () => {
    for (const { next } of [one, other]) next();
  };
  for (let rounds = 0; rounds < 3; rounds += 1) round();
  const before = version();
  for (let rounds = 0; rounds < 9; rounds += 1) round();
  expect(version()).toBe(before);
  const { generation } = seen();
  write();
  round();
  expect(seen().generation).toBeGreaterThan(generation);
  one.close();
  other.close();
});

it("a file that is being written is numbered once it isn't locked", async () => {
  const generations = openGenerations(file);
  db.exec("BEGIN IMMEDIATE");
  write();
  expect(() => generations.next()).toThrow(/locked/);
  db.exec("COMMIT");
  generations.next();
  expect(seen().generation).toBeGreaterThan(0);
  generations.close();
});

it("a file that replaced another isn't mistaken for a later version of it", async () => {
  const number = () => {
    const generations = openGenerations(file);
    generations.next();
    generations.close();
    return seen();
  };
  const first = number();
  write();
  const grown = number();
  expect(isOtherFile(grown, first, 0)).toBe(false);
  db.exec("PRAGMA application_id = 0");
  const other = number();
  expect(isOtherFile(other, first, 60_000) || isOtherFile(first, other, 60_000)).toBe(true);
});
