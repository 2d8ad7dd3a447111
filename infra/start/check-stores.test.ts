import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createTempFolder, type TempFolder } from "#tests/contract/support/temp-folder.ts";
import { readConfig } from "../config/config.ts";
import { readDemoState } from "../demo-store/demo-state.ts";
import { troubleWithStores } from "./check-stores.ts";

vi.mock("../demo-store/demo-state.ts", { spy: true });

let folder: TempFolder;
beforeEach(async () => {
  folder = await createTempFolder();
});
afterEach(() => folder.remove());
const check = () => troubleWithStores(readConfig({ DATA_DIR: folder.path }));

it("finds no trouble with a new folder", async () => {
  expect(await check()).toBeUndefined();
});

it("does not call the stores damaged for an error that it doesn't know", async () => {
  vi.mocked(readDemoState).mockImplementationOnce(() => {
    throw new TypeError("Cannot read properties of undefined (reading 'orders')");
  });
  const said = await check();
  expect(said).toMatch(/for a reason that it doesn't know\. Nothing says that they are damaged/);
  expect(said).toContain("reading 'orders'");
  expect(said).not.toContain("repair");
});
