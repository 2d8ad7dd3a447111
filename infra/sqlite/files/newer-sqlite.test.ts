import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTempFolder, type TempFolder } from "#tests/contract/support/temp-folder.ts";
import { CannotCheckFile } from "./check-file.ts";
import { assertNotOfNewerSqlite } from "./newer-sqlite.ts";

let folder: TempFolder;
let file: string;
beforeEach(async () => {
  folder = await createTempFolder();
  file = join(folder.path, "things.db");
  const db = new DatabaseSync(file);
  db.exec("PRAGMA journal_mode = WAL; CREATE TABLE things (text)");
  db.close();
});
afterEach(() => folder.remove());

const write = async (bytes: Record<number, number>) => {
  const head = await readFile(file);
  for (const [at, byte] of Object.entries(bytes)) head[Number(at)] = byte;
  await writeFile(file, head);
};
const look = () => assertNotOfNewerSqlite(file);

it("A file of our SQLite version is accepted", () => expect(look).not.toThrow());

/** The head's version bytes of SQLite 4.0.0. */
const newer = { 96: 0, 97: 0x3d, 98: 0x09, 99: 0 };

it.each([
  ["can be written", { 18: 3 }],
  ["can be read", { 19: 3 }],
  ["has a schema that can be read", { 47: 5 }],
])("A file that %s only by a newer SQLite is refused as newer", async (_what, bytes) => {
  await write({ ...bytes, ...newer });
  expect(look).toThrow(CannotCheckFile);
  expect(look).toThrow("things.db was written by a newer version of SQLite");
});

it.each([
  ["another signature", { 0: 0, 19: 3, ...newer }],
  ["other fixed bytes", { 19: 3, 21: 0, ...newer }],
  ["a wrong byte in what our SQLite wrote", { 18: 7 }],
  ["a wrong schema in what our SQLite wrote", { 44: 1 }],
])("A header with %s is left to the damage check", async (_what, bytes) => {
  await write(bytes);
  expect(look).not.toThrow();
});

it("A file that is missing or too short for a header isn't refused", async () => {
  expect(() => assertNotOfNewerSqlite(join(folder.path, "none.db"))).not.toThrow();
  await writeFile(file, "SQLite");
  expect(look).not.toThrow();
});
