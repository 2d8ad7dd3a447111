import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { StoreUnwritable } from "../ports/store-errors.ts";
import { toDiskError } from "./locks.ts";
import { openStateDatabase } from "./state/state-database.ts";
import { createSqliteVault } from "./state/vault.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-locks-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const readOnly = Object.assign(new Error("attempt to write a readonly database"), { errcode: 8 });

it("names the store that can't be written, or the file next to it if that is the cause", () => {
  const file = join(folder, "state.db");
  writeFileSync(file, "");
  expect(toDiskError(readOnly, file)?.where).toBe(file);
  // A circular link can be written by nobody, even if tests run as root.
  symlinkSync(`${file}-shm`, `${file}-shm`);
  expect(toDiskError(readOnly, file)?.where).toBe(`${file}-shm`);
});

it("names a state.db that can't be written when the master key is first recorded in it", () => {
  const file = join(folder, "state.db");
  const db = openStateDatabase(file);
  try {
    db.prepare("PRAGMA query_only = ON").run();
    expect(() => createSqliteVault(db, Buffer.alloc(32, 1))).toThrow(StoreUnwritable);
    expect(() => createSqliteVault(db, Buffer.alloc(32, 1))).toThrow(`${file} cannot be written`);
  } finally {
    db.close();
  }
});
