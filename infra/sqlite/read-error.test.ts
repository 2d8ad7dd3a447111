import { execFileSync } from "node:child_process";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTempFolder, type TempFolder } from "#tests/contract/support/temp-folder.ts";
import { whileReadsFail } from "#tests/support/failing-reads.ts";
import { StoreDamaged, StoreUnreadable } from "../ports/store-errors.ts";
import { quickCheck } from "./damage.ts";
import { openDatabase } from "./database.ts";
import { checkFile } from "./files/check-file.ts";
import { findReadError } from "./files/read-whole-file.ts";
import { createSqliteReadStore } from "./read-models/read-store.ts";

let folder: TempFolder;
let file: string;
beforeEach(async () => {
  folder = await createTempFolder();
  file = join(folder.path, "things.db");
});
afterEach(() => folder.remove());

const schema = { version: 1, sql: "CREATE TABLE IF NOT EXISTS things (id INTEGER PRIMARY KEY, text TEXT)" };
const openThings = () => openDatabase({ file, synchronous: "NORMAL", schema });
const given = async () => {
  const db = openThings();
  await db.write(() => {
    for (let n = 0; n < 500; n += 1) db.prepare("INSERT INTO things (text) VALUES (?)").run("x".repeat(200));
  });
  db.close();
};
const garble = async () => {
  const handle = await open(file, "r+");
  await handle.write(Buffer.alloc(8_192, "no page "), 0, 8_192, 5 * 4_096);
  await handle.close();
};

describe("a disk that gives read errors", () => {
  it("is reported by reads and scans, and the file isn't called damaged", async () => {
    await given();
    await garble();
    const db = openThings();
    const read = () => db.read(() => db.prepare("SELECT sum(length(text)) FROM things").get());
    await whileReadsFail(async () => {
      await expect(read()).rejects.toThrow(StoreUnreadable);
      await expect(read()).rejects.toThrow(/^The disk gave an error when .*things\.db was read \(EIO/);
      expect(() => checkFile(file, schema)).toThrow(StoreUnreadable);
    });
    await expect(read()).rejects.toThrow(StoreDamaged);
    db.close();
    expect(checkFile(file, schema)).toMatchObject({ kind: "damaged" });
  });

  it.each([
    ["Tree 10 page 10: unable to get the page. error code=266", StoreUnreadable],
    ["Tree 10 page 10: unable to get the page. error code=8458", StoreUnreadable],
    ["Tree 10 page 10: unable to get the page. error code=7", StoreUnreadable],
    ["Tree 10 page 10: btreeInitPage() returns error code 11", StoreDamaged],
    ["Tree 10 page 10: unable to get the page. error code=11", StoreDamaged],
  ])("is told apart from damage if a check reports '%s'", async (said, kind) => {
    await given();
    const checked = { prepare: () => ({ all: () => [{ quick_check: said }] }) } as unknown as DatabaseSync;
    expect(() => quickCheck(checked, file)).toThrow(kind);
  });

  it("isn't damage if a second check finds no problem", async () => {
    await given();
    const said = ["database disk image is malformed"];
    expect(checkFile(file, schema, { findProblem: () => said.shift() })).toEqual({ kind: "sound" });
  });

  it("has read models set aside, as damage does", async () => {
    const models = join(folder.path, "read-models.db");
    await createSqliteReadStore({ file: models }).close();
    const handle = await open(models, "r+");
    await handle.write(Buffer.alloc(4_096, "no page "), 0, 4_096, 4_096);
    await handle.close();
    const told: string[] = [];
    await whileReadsFail(() =>
      createSqliteReadStore({ file: models, onQuarantined: ({ why }) => told.push(why) }).close(),
    );
    expect(told).toEqual([expect.stringMatching(/^could not be read \(EIO/)]);
  });
});

it("reading a whole file for errors keeps its locks", async () => {
  await given();
  const holder = new DatabaseSync(file);
  holder.exec("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE");
  expect(findReadError(file)).toBeUndefined();
  const other = `new (require("node:sqlite").DatabaseSync)(process.argv[1]).exec("BEGIN IMMEDIATE")`;
  expect(() =>
    execFileSync(process.execPath, ["--disable-warning=ExperimentalWarning", "-e", other, file], { stdio: "pipe" }),
  ).toThrow(/database is locked/);
  holder.close();
});
