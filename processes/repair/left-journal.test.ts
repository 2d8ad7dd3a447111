import { existsSync } from "node:fs";
import { mkdtemp, open, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createShopNames } from "#application/session/shop-names.ts";
import { readConfig } from "#infra/config/config.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { openStateDatabase } from "#infra/sqlite/state/state-database.ts";
import { openStores, type Stores } from "#infra/stores/open-stores.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { append, requestExport, tenant } from "#tests/support/given-events.ts";
import { leaveJournal } from "#tests/support/leave-journal.ts";
import { findStoreProblem } from "../check-stores.ts";
import { repair } from "./repair.ts";

const ids = createSystemIds();
const clock = createFakeClock("2026-11-20T12:00:00.000Z");
let dataDir: string;
let said: string[];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sheaf-journal-"));
  said = [];
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const fileIn = (name: string) => join(dataDir, name);
const start = () => findStoreProblem(readConfig({ DATA_DIR: dataDir }));
const run = (mend: boolean) => repair({ dataDir, clock, ids, mend, say: (line) => said.push(line) });
const withStores = async <T>(work: (stores: Stores) => Promise<T>): Promise<T> => {
  const stores = await openStores({ config: { DATA_DIR: dataDir }, clock, readModels: "write" });
  try {
    await stores.check();
    return await work(stores);
  } finally {
    await stores.close();
  }
};
const givenWork = () =>
  withStores(async (stores) => {
    const { stateStore: state, eventStore } = stores;
    await createShopNames({ state, eventStore, ids: { ...ids, uuid: () => tenant } }).claim("aurora-demo");
    await append(stores, `shop-${tenant}`, "ShopInstalled", { tenant, shop: "aurora-demo" });
    for (let n = 0; n < 50; n += 1) await requestExport(stores, `x${n}`);
  });
const allEvents = () => withStores(async ({ eventStore }) => (await eventStore.readAll({ limit: 100 })).length);
const garble = async (name: string) => {
  const file = await open(fileIn(name), "r+");
  await file.write(Buffer.alloc(16_384, "Z"), 0, 16_384, 8_192);
  await file.close();
};

describe.each(["events.db", "state.db"])("given a kill that left %s with a rollback journal", (name) => {
  beforeEach(async () => {
    await givenWork();
    leaveJournal(fileIn(name));
  });

  it("when Sheaf is started, then it starts and nothing is lost", async () => {
    expect(await start()).toBeUndefined();
    expect(await allEvents()).toBe(51);
  });

  it("when it is repaired, then the stores are in order and nothing is lost", async () => {
    expect(await run(false)).toBe("in-order");
    expect(await run(true)).toBe("in-order");
    expect(said).toEqual([]);
    expect(await allEvents()).toBe(51);
  });

  it("when the other store is damaged and repaired, then Sheaf starts again", async () => {
    await garble(name === "events.db" ? "state.db" : "events.db");
    expect(await run(true)).toBe("mended");
    expect(await start()).toBeUndefined();
  });

  it("when it is damaged too and repaired, then the journal isn't applied to the new one", async () => {
    await garble(name);
    expect(await run(true)).toBe("mended");
    expect(existsSync(fileIn(`${name}-journal`))).toBe(false);
    expect(await run(false)).toBe("in-order");
    expect(await start()).toBeUndefined();
  });
});

describe("given an interrupted first start", () => {
  beforeEach(async () => {
    expect(await start()).toBeUndefined();
    for (const name of ["events.db", "state.db"]) await rm(fileIn(name));
    // The first of the two to be created.
    openStateDatabase(fileIn("state.db")).close();
  });
  it.each(["events.db", "state.db", "read-models.db"])(
    "when it left a first transaction of %s with its journal, then the next one starts",
    async (name) => {
      await rm(fileIn(name), { force: true });
      leaveJournal(fileIn(name));
      expect(await start()).toBeUndefined();
      expect(await run(false)).toBe("in-order");
    },
  );

  /** Mimics an older version's start that ended between the switch to WAL and the tables. */
  const leaveBlank = (name: string) => {
    const db = new DatabaseSync(fileIn(name));
    db.exec("PRAGMA journal_mode = WAL");
    db.close();
  };
  it.each([[["events.db"]], [["state.db"]], [["events.db", "state.db"]]])(
    "when it left %s without tables, then the next one starts",
    async (names) => {
      for (const name of names) await rm(fileIn(name), { force: true });
      for (const name of names) leaveBlank(name);
      expect(await start()).toBeUndefined();
      expect(await run(false)).toBe("in-order");
    },
  );

  it.each(["events.db", "state.db"])(
    "when %s has no tables beside a store that knows events, then the start is refused",
    async (name) => {
      await givenWork();
      await rm(fileIn(name));
      leaveBlank(name);
      expect(await start()).toMatch(new RegExp(`${name} is empty beside .*Restore it from a backup`));
    },
  );

  it("when a used store's tables are gone, then the start is refused even without known events", async () => {
    expect(await start()).toBeUndefined();
    const db = new DatabaseSync(fileIn("events.db"));
    db.exec("DROP TABLE events; DROP TABLE store; PRAGMA user_version = 0");
    db.close();
    expect(await start()).toMatch(/events\.db is damaged/);
  });

  it("when it left a half-created store, then the next one deletes it", async () => {
    for (const ending of ["", "-wal", "-journal"]) await writeFile(fileIn(`events.db.new-1${ending}`), "half");
    expect(await start()).toBeUndefined();
    expect((await readdir(dataDir)).filter((name) => name.includes(".new-"))).toEqual([]);
  });
});
