import { existsSync } from "node:fs";
import { copyFile, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "#infra/config/config.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { append, tenant } from "#tests/support/given-events.ts";
import { findStoreProblem } from "../check-stores.ts";
import { repair } from "./repair.ts";

const clock = createFakeClock("2026-11-20T12:00:00.000Z");
let dataDir: string;
let said: string[];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sheaf-blank-"));
  said = [];
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const fileIn = (name: string) => join(dataDir, name);
const start = () => findStoreProblem(readConfig({ DATA_DIR: dataDir }));
const run = (mend: boolean) => repair({ dataDir, clock, ids: createSystemIds(), mend, say: (line) => said.push(line) });
/** Leaves a file as SQLite does if its creator ends before creating tables. */
const leaveBlank = async (name: string) => {
  for (const end of ["", "-wal", "-shm"]) await rm(fileIn(name + end), { force: true });
  const db = new DatabaseSync(fileIn(name));
  db.exec("PRAGMA journal_mode = WAL");
  db.close();
};
const givenWork = async () => {
  const stores = await openStores({ config: { DATA_DIR: dataDir }, clock, readModels: "write" });
  await append(stores, `shop-${tenant}`, "ShopInstalled", { tenant, shop: "aurora-demo" });
  await stores.check();
  await stores.close();
};

describe("given a store that was left before it had tables", () => {
  it("when both are blank and unused, then there is nothing to repair, and Sheaf starts", async () => {
    await leaveBlank("events.db");
    await leaveBlank("state.db");
    await expect(run(false)).rejects.toThrow("There is no data of Sheaf");
    expect(await start()).toBeUndefined();
  });

  it("when state.db is blank beside events, then it counts as missing and is repaired", async () => {
    await givenWork();
    await leaveBlank("state.db");
    expect(await start()).toContain("state.db is empty beside");
    expect(await run(false)).toBe("disagrees");
    expect(said).toContainEqual(expect.stringContaining("state.db is missing: exports under way fail"));
    expect(await run(true)).toBe("mended");
    expect(await start()).toBeUndefined();
  });

  it("when state.db is empty, then the repair says the same", async () => {
    await givenWork();
    for (const end of ["-wal", "-shm"]) await rm(fileIn(`state.db${end}`), { force: true });
    await writeFile(fileIn("state.db"), "");
    expect(await run(false)).toBe("disagrees");
    expect(said).toContainEqual(expect.stringContaining("state.db is missing: exports under way fail"));
  });

  it("when events.db is blank beside state, then all is reported lost, and nothing is set aside", async () => {
    await givenWork();
    await leaveBlank("events.db");
    expect(await run(false)).toBe("disagrees");
    expect(said).toContainEqual(
      expect.stringContaining("events.db is missing: every design, filter and export is lost"),
    );
    expect(await run(true)).toBe("mended");
    expect(existsSync(fileIn("events.db"))).toBe(true);
    expect(await start()).toBeUndefined();
  });
});

describe("given master.key is lost for good", () => {
  it("when state.db is moved away and a repair is run, as advised, then Sheaf starts with a new key", async () => {
    await givenWork();
    expect(await run(true)).toBe("mended");
    await rm(fileIn("master.key"));
    expect(await run(false)).toBe("other-key");
    expect(said.at(-1)).toContain("If there is none, move state.db away and run the repair again");
    for (const end of ["", "-wal", "-shm"]) await rm(fileIn(`state.db${end}`), { force: true });
    expect(await run(true)).toBe("mended");
    expect(await start()).toBeUndefined();
    expect(existsSync(fileIn("master.key"))).toBe(true);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["holds values", async () => undefined],
    ["cannot be read", () => writeFile(fileIn("state.db"), "something else")],
  ])("when state.db is there and %s, then no other key is created", async (_what, done) => {
    await givenWork();
    await rm(fileIn("master.key"));
    await done();
    expect(await start()).toMatch(/master\.key is missing|state\.db is damaged/);
    expect(existsSync(fileIn("master.key"))).toBe(false);
  });
});

describe("given files under each other's names", () => {
  it.each([
    ["events.db", "state.db"],
    ["events.db", "read-models.db"],
    ["read-models.db", "state.db"],
  ])("when %s and %s are swapped, then start and repair say which is which and change nothing", async (one, other) => {
    await givenWork();
    await rename(fileIn(one), fileIn("kept"));
    await rename(fileIn(other), fileIn(one));
    await rename(fileIn("kept"), fileIn(other));
    const mixedUp =
      /\/(events|state|read-models)\.db holds what belongs in (events|state|read-models)\.db: the files were mixed up/;
    expect(await start()).toMatch(mixedUp);
    await expect(run(true)).rejects.toThrow(mixedUp);
    expect((await readdir(dataDir)).filter((name) => /damaged|newer/.test(name))).toEqual([]);
  });

  it.each(["events.db", "state.db"])(
    "when a copy of %s replaces read-models.db, then start and repair say so and change nothing",
    async (other) => {
      await givenWork();
      for (const ending of ["", "-wal", "-shm"]) await rm(fileIn(`read-models.db${ending}`), { force: true });
      await copyFile(fileIn(other), fileIn("read-models.db"));
      const mixedUp = `read-models.db holds what belongs in ${other}: the files were mixed up`;
      expect(await start()).toContain(mixedUp);
      await expect(run(true)).rejects.toThrow(mixedUp);
      expect((await readdir(dataDir)).filter((name) => /damaged|newer/.test(name))).toEqual([]);
    },
  );

  it("when events.db replaces state.db, then no table is created in it", async () => {
    await givenWork();
    await rename(fileIn("events.db"), fileIn("state.db"));
    const before = await readFile(fileIn("state.db"));
    expect(await start()).toContain("state.db holds what belongs in events.db");
    expect((await readFile(fileIn("state.db"))).equals(before)).toBe(true);
  });
});
