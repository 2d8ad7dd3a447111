import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createFakeClock } from "#infra/memory/clock.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { explainError } from "../explain-error.ts";
import { repair } from "./repair.ts";

/** Wrong file types in a data folder are reported in a sentence, and no store is given up for them. */

const clock = createFakeClock("2026-11-20T12:00:00.000Z");
let dataDir: string;
let said: string[];
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "sheaf-paths-"));
  said = [];
  const stores = await openStores({ config: { DATA_DIR: dataDir }, clock, readModels: "write" });
  await stores.vault.put("ann", { owner: "tenant" });
  await stores.close();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** The outcome of `npm run repair`. */
const told = async (): Promise<string | undefined> => {
  try {
    const say = (line: string) => void said.push(line);
    return await repair({ dataDir, clock, ids: createSystemIds(), masterKey: undefined, mend: false, say });
  } catch (error) {
    return explainError(error, dataDir, "run the repair again");
  }
};
const replaced = (name: string, put: (file: string) => void): void => {
  const file = join(dataDir, name);
  rmSync(file, { recursive: true, force: true });
  put(file);
};

it("a master key that can't be read is reported, and state.db is kept", async () => {
  replaced("master.key", (file) => symlinkSync(file, file));
  expect(await told()).toMatch(/master\.key is a link that leads nowhere/);
  expect(said.join(" ")).not.toContain("move state.db away");
});

it("a files folder whose links lead in a circle is named", async () => {
  replaced("files", (file) => symlinkSync(file, file));
  expect(await told()).toMatch(/files can't be reached, as links lead in a circle .*Correct or remove the link/);
});

it("a file in place of the files folder is named", async () => {
  replaced("files", (file) => writeFileSync(file, ""));
  expect(await told()).toMatch(/a file stands where a folder is needed .*files.*Move it away\.$/);
});
