import { afterEach, beforeEach, expect, it } from "vitest";
import { createTempFolder, type TempFolder } from "#tests/contract/support/temp-folder.ts";
import { readConfig } from "../config/config.ts";
import { troubleWithStores } from "./check-stores.ts";

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
