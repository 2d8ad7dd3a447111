import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTempFolder, type TempFolder } from "#tests/contract/support/temp-folder.ts";
import { readConfig } from "../config/config.ts";
import { troubleWithStores } from "./check-stores.ts";
import { explained } from "./explained.ts";

let folder: TempFolder;
beforeEach(async () => {
  folder = await createTempFolder();
});
afterEach(() => folder.remove());
const given = () => readConfig({ DATA_DIR: folder.path });

it("finds no trouble with a new folder", async () => {
  expect(await troubleWithStores(given())).toBeUndefined();
});

it("does not call the stores damaged for an error that it doesn't know", async () => {
  // Reading this setting fails as a fault of our own code does.
  const config = Object.defineProperty(given(), "CLOCK_NOW", {
    get: () => {
      throw new TypeError("Cannot read properties of undefined (reading 'orders')");
    },
  });
  const said = await troubleWithStores(config);
  expect(said).toMatch(/for a reason that it doesn't know\. Nothing says that they are damaged/);
  expect(said).toContain("reading 'orders'");
  expect(said).not.toContain("repair");
});

it.each(["events.db", "state.db"])("says that another program has locked %s", async (name) => {
  expect(await troubleWithStores(given())).toBeUndefined();
  const file = join(folder.path, name);
  const other = new DatabaseSync(file);
  try {
    other.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    expect(await troubleWithStores(given())).toBe(
      `${file} is locked by another program, a backup or a database viewer for example. Close that, then try again. Nothing was changed.`,
    );
  } finally {
    other.close();
  }
});

it("says so too of a lock that is met only where a store is used", () => {
  const locked = Object.assign(new Error("database is locked"), { code: "ERR_SQLITE_ERROR", errcode: 5 });
  expect(explained(locked, "/data", "start Sheaf again")).toBe(
    "Another program keeps a file in /data locked, a backup or a database viewer for example. Close that, then start Sheaf again.",
  );
});
