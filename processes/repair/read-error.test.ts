import { open, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readConfig } from "#infra/config/config.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { StoreUnreadable } from "#infra/ports/store-errors.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { createTempFolder, type TempFolder } from "#tests/contract/support/temp-folder.ts";
import { whileReadsFail } from "#tests/support/failing-reads.ts";
import { append, requestExport, tenant } from "#tests/support/given-events.ts";
import { findStoreProblem } from "../check-stores.ts";
import { explainError } from "../explain-error.ts";
import { repair } from "./repair.ts";

const clock = createFakeClock("2026-11-20T12:00:00.000Z");
let folder: TempFolder;
beforeEach(async () => {
  folder = await createTempFolder();
  const stores = await openStores({ config: { DATA_DIR: folder.path }, clock, readModels: "write" });
  await append(stores, `shop-${tenant}`, "ShopInstalled", { tenant, shop: "aurora-demo" });
  await requestExport(stores, "a");
  await stores.close();
});
afterEach(() => folder.remove());

/** Stores by name, with a hash of each. A reader may leave an empty log. */
const contents = async () => {
  const names = (await readdir(folder.path)).filter((name) => /^(events|state)\..*(db|mend\w+)$/.test(name));
  const hash = async (name: string) => crc32(await readFile(join(folder.path, name)));
  return Promise.all(names.toSorted().map(async (name) => [name, await hash(name)]));
};

it.each(["events.db", "state.db"])(
  "parts of %s that the disk can't read are neither repaired nor called damaged",
  async (name) => {
    const file = await open(join(folder.path, name), "r+");
    await file.write(Buffer.alloc(4_096, "Z"), 0, 4_096, 4_096);
    await file.close();
    const before = await contents();
    const said: string[] = [];
    const say = (line: string) => said.push(line);
    await whileReadsFail(async () => {
      const mending = repair({ dataDir: folder.path, clock, ids: createSystemIds(), mend: true, say });
      const error = await mending.catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(StoreUnreadable);
      const told = explainError(error, folder.path, "run the repair again");
      expect(told).toMatch(/^The disk gave an error when .*\.db was read \(EIO.* then run the repair again\. If/);
      expect(await findStoreProblem(readConfig({ DATA_DIR: folder.path }))).toMatch(
        /^The disk gave an error when .*\.db was read \(EIO.* then start Sheaf again\. If/,
      );
    });
    expect(said).toEqual([]);
    expect(await contents()).toEqual(before);
  },
);
