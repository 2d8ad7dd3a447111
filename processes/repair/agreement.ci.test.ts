import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "#infra/config/config.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { computeRowChecksum } from "#infra/sqlite/row-checksum.ts";
import { openStores, type Stores } from "#infra/stores/open-stores.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { append, requestExport } from "#tests/support/given-events.ts";
import { runRepairWith } from "#tests/support/run-repair.ts";
import { findStoreProblem } from "../check-stores.ts";
import { repair } from "./repair.ts";

const clock = createFakeClock("2026-11-20T12:00:00.000Z");
const ids = createSystemIds();
const exports = 30;

let whole: string;
let dataDir: string;
let said: string[];

const withStores = async (dir: string, work: (stores: Stores) => Promise<void>) => {
  const stores = await openStores({ config: { DATA_DIR: dir }, clock, readModels: "none" });
  try {
    await stores.check();
    await work(stores);
  } finally {
    await stores.close();
  }
};

beforeAll(async () => {
  whole = await mkdtemp(join(tmpdir(), "sheaf-agreement-whole-"));
  await withStores(whole, async (stores) => {
    for (let n = 0; n < exports; n += 1) {
      await requestExport(stores, `x${n}`);
      await append(stores, "shop-1", "ChargeActivated", { chargeId: `charge-${n}` });
      await stores.stateStore.put(`export-of:${n}`, { text: `entry ${n}`.repeat(10) }, { index: { shop: `s${n}` } });
      await stores.vault.put(`secret ${n}`, { owner: "aurora", reference: `token:${n}` });
      await stores.workQueue.enqueue({
        id: `choose-lane:x${n}`,
        kind: "choose-lane",
        lane: "short",
        tenant: "aurora",
        dueAt: clock.now(),
        payload: { exportId: `x${n}` },
      });
    }
  });
  for (const name of ["events.db", "state.db"]) {
    const db = new DatabaseSync(join(whole, name));
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    db.close();
  }
});
afterAll(() => rm(whole, { recursive: true }));
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sheaf-agreement-"));
  await begin();
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const begin = async () => {
  await rm(dataDir, { recursive: true, force: true });
  await cp(whole, dataDir, { recursive: true });
  said = [];
};
const run = (mend: boolean) => repair({ dataDir, clock, ids, mend, say: (line) => said.push(line) });
const start = () => findStoreProblem(readConfig({ DATA_DIR: dataDir }));
const fileIn = (name: string) => join(dataDir, name);
const sql = (text: string, ...values: (string | number)[]) => {
  const db = new DatabaseSync(fileIn("events.db"));
  db.prepare(text).run(...values);
  db.close();
};
const countEvents = () => {
  const db = new DatabaseSync(fileIn("events.db"), { readOnly: true });
  const count = Number(db.prepare("SELECT count(*) AS n FROM events").get()?.n);
  db.close();
  return count;
};

/** The byte ranges of rows in a file, page by page: from the end of the cell pointers to the end of the page. */
const contentOf = (bytes: Buffer): { from: number; to: number }[] => {
  const size = bytes.readUInt16BE(16);
  const found: { from: number; to: number }[] = [];
  for (let page = 1; page < bytes.length / size; page += 1) {
    const at = page * size;
    const kind = bytes[at];
    const content = bytes.readUInt16BE(at + 5) || 65_536;
    if ((kind === 13 || kind === 10) && bytes.readUInt16BE(at + 3) > 0)
      found.push({ from: at + content, to: at + size });
  }
  return found;
};

/** Flips a byte of row content; deterministic by seed. */
const flip = async (name: string, seed: number) => {
  const bytes = await readFile(fileIn(name));
  const places = contentOf(bytes);
  const random = (below: number, salt: number) => Math.floor((((seed * 7919 + salt * 104_729) % 9973) / 9973) * below);
  const { from, to } = places[random(places.length, 1)] ?? { from: 0, to: 0 };
  const at = from + random(to - from, seed);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << (seed % 8));
  await writeFile(fileIn(name), bytes);
};

describe("given one flipped byte in stored data", () => {
  it.each(["events.db", "state.db"])(
    "when it is in %s, then start and repair report the same damage, and Sheaf starts after a repair",
    async (name) => {
      let damaged = 0;
      for (let seed = 1; seed <= 60; seed += 1) {
        await begin();
        await flip(name, seed);
        const trouble = await start();
        const looked = await run(false);
        const what = `seed ${seed}: ${trouble} / ${said.join(" ")}`;
        expect(looked === "in-order", what).toBe(trouble === undefined);
        if (trouble === undefined) continue;
        damaged += 1;
        const reason = /is damaged \((.*)\)\. Stop Sheaf/.exec(trouble)?.[1];
        expect(said.join("\n"), what).toContain(`${name} is damaged (${reason})`);
        expect(said.join("\n"), what).toMatch(/^[\x20-\x7e\n…]*$/);
        if (seed % 6 > 0) continue;
        expect(await run(true), what).toBe("mended");
        expect(await start(), what).toBeUndefined();
        expect(await run(false), what).toBe("in-order");
      }
      // The other bytes are space that no row uses.
      expect(damaged).toBeGreaterThan(50);
    },
    120_000,
  );
});

describe("given an event with a garbled type", () => {
  const garbleType = (position: number) =>
    sql("UPDATE events SET type = 'ChargeJctivated' WHERE position = ?", position);

  it("when Sheaf is started or repaired, then both name the event, and the repair keeps all before it", async () => {
    garbleType(40);
    expect(await start()).toMatch(/events\.db is damaged \(event 40 cannot be read\)\. Stop Sheaf, .*npm run repair/);
    expect(await run(false)).toBe("disagrees");
    expect(said.join("\n")).toMatch(/events\.db is damaged \(event 40 cannot be read\)\. Its first 39 events/);
    expect(await run(true)).toBe("mended");
    expect(countEvents()).toBe(39);
    expect(await start()).toBeUndefined();
  });

  it("when a second event is damaged, then events are cut at the first, even if a repair was killed", async () => {
    garbleType(40);
    sql("UPDATE events SET data = '{ torn' WHERE position = 50");
    await runRepairWith({ FAILPOINTS: "repair:replaced-events.db" }, dataDir, "--mend");
    expect(await start()).toMatch(/run 'npm run repair'/);
    expect(await run(true)).toBe("mended");
    expect(countEvents()).toBe(39);
    expect(await start()).toBeUndefined();
    expect(await run(false)).toBe("in-order");
  }, 30_000);
});

describe("given an event from a newer Sheaf", () => {
  const columns = "position, stream, version, append_start, id, type, data, metadata";
  /** An intact event, with checksum, of an unknown type. */
  const putNewer = (type: string, schema: number) => {
    const values = [
      61,
      "shop-2",
      0,
      0,
      "newer",
      type,
      "{}",
      JSON.stringify({ schema, instant: "2026-11-20T10:00:00Z" }),
    ];
    sql(
      `INSERT INTO events (${columns}, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...values,
      computeRowChecksum(values),
    );
  };

  it.each([
    ["ChargeRenewed", 1],
    ["ChargeActivated", 7],
  ])(
    "when it is %s of schema %i, then start and repair name it and say what to do, and cut nothing",
    async (type, schema) => {
      putNewer(type, schema);
      const before = await readFile(fileIn("events.db"));
      const sentence = new RegExp(
        `In .*events\\.db event 61 \\(${type}, schema ${schema}\\) was written by a newer version of Sheaf\\. Start or repair it with that version`,
      );
      expect(await start()).toMatch(sentence);
      await expect(run(false)).rejects.toThrow(sentence);
      await expect(run(true)).rejects.toThrow(sentence);
      expect(await readFile(fileIn("events.db"))).toEqual(before);
      expect(countEvents()).toBe(61);
    },
  );
});

describe("given a garbled state.db without an earlier repair", () => {
  it("when it is checked, then no earlier repair is mentioned", async () => {
    const db = new DatabaseSync(fileIn("state.db"), { enableForeignKeyConstraints: false });
    db.exec("UPDATE state SET value = '{ torn' WHERE key = 'export-of:7'");
    db.exec("UPDATE state SET key = char(1, 27) || 'of:8' WHERE key = 'export-of:8'");
    db.close();
    expect(await run(false)).toBe("disagrees");
    expect(said.join("\n")).toMatch(/state\.db is damaged \(the entry \S+ cannot be read\)/);
    expect(said.join("\n")).not.toMatch(/was being mended/);
  });

  it("when exports are lost, then they are listed in the order of their requests", async () => {
    await withStores(dataDir, async ({ stateStore }) => {
      for (const [hash, day] of [
        ["a", "03"],
        ["b", "01"],
        ["c", "02"],
      ])
        await stateStore.put(`input:${hash}`, {
          exportId: `lost-${hash}`,
          requestedAt: `2026-11-${day}T10:00:00.000Z`,
          design: { title: `Day ${day}` },
          shop: { shop: "aurora-demo" },
        });
    });
    const db = new DatabaseSync(fileIn("state.db"));
    db.exec("UPDATE state SET value = '{ torn' WHERE key = 'export-of:7'");
    db.close();
    await run(false);
    expect(said.flatMap((line) => /'Day (\d+)'/.exec(line)?.[1] ?? [])).toEqual(["01", "02", "03"]);
  });
});
