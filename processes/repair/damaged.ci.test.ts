import { cp, mkdtemp, open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createShopNames } from "#application/session/shop-names.ts";
import { readConfig } from "#infra/config/config.ts";
import { createFakeClock, type FakeClock } from "#infra/memory/clock.ts";
import { openStores, type Stores } from "#infra/stores/open-stores.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { append, finishExport, requestExport, tenant } from "#tests/support/given-events.ts";
import { runRepair, runRepairWith } from "#tests/support/run-repair.ts";
import { mailReactions } from "../../deliverer/reactions.ts";
import { createReactions as exportReactions } from "../../exporter/jobs/reactions.ts";
import { findStoreProblem } from "../check-stores.ts";
import { repair } from "./repair.ts";

/** Simulated free disk space; undefined means the real one. */
const room = vi.hoisted((): { bytes: number | undefined } => ({ bytes: undefined }));
vi.mock("node:fs", async (original) => {
  const fs = await original<typeof import("node:fs")>();
  const statfsSync = (path: string) =>
    room.bytes === undefined ? fs.statfsSync(path) : { ...fs.statfsSync(path), bavail: room.bytes, bsize: 1 };
  return { ...fs, statfsSync };
});

const ids = createSystemIds();
let clock: FakeClock;
let dataDir: string;
let said: string[];
beforeEach(async () => {
  clock = createFakeClock("2026-11-20T12:00:00.000Z");
  dataDir = await mkdtemp(join(tmpdir(), "sheaf-damaged-"));
  said = [];
  room.bytes = undefined;
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const fileIn = (name: string) => join(dataDir, name);
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
const writeTo = (stores: Stores, messageId: string) =>
  append(stores, `support-${messageId}`, "SupportMessageSent", { messageId, messageRef: messageId });
/** Runs the exporter's and the deliverer's reactions until all events are processed. */
const hearAll = async ({ bus, eventStore, stateStore, workQueue }: Stores) => {
  const position = await eventStore.headPosition();
  const done = new AbortController();
  const groups = [
    { group: "exports-to-jobs", types: ["ExportRequested", "ExportFinished"], hear: exportReactions(workQueue) },
    { group: "events-to-mails", types: ["SupportMessageSent"], hear: mailReactions({ queue: workQueue }) },
  ];
  const heard = groups.map(({ group, types, hear }) => bus.subscribe({ group, types }, hear, done.signal));
  for (const { group, types } of groups) {
    const of = (await eventStore.readAll({ limit: 1_000 })).filter(({ type }) => types.includes(type)).at(-1);
    const at = async () => (await stateStore.get<{ position: string }>(`bus:${group}`))?.value.position ?? "";
    if (of) await expect.poll(async () => (await at()) >= of.position && of.position <= String(position)).toBe(true);
  }
  done.abort();
  await Promise.all(heard);
};
const openJobs = async ({ workQueue }: Stores) => {
  const found: string[] = [];
  clock.advance(10 * 24 * 3_600_000);
  for (;;) {
    const kinds = ["choose-lane", "export", "expire-export", "send-mail"];
    const claimed = await workQueue.claim({ kinds, lanes: ["short", "long", "mail"], worker: "w", leaseMs: 1_000 });
    if (!claimed) return found.toSorted();
    found.push(claimed.id);
    await workQueue.complete(claimed);
  }
};
const mailsDone = async ({ workQueue }: Stores) => {
  for (;;) {
    const claimed = await workQueue.claim({ kinds: ["send-mail"], lanes: ["mail"], worker: "w", leaseMs: 1_000 });
    if (!claimed) return;
    await workQueue.complete(claimed);
  }
};

/** One running export, one finished one, two sent messages. */
const givenWork = () =>
  withStores(async (stores) => {
    await createShopNames({
      state: stores.stateStore,
      eventStore: stores.eventStore,
      ids: { ...ids, uuid: () => tenant },
    }).claim("aurora-demo");
    await append(stores, `shop-${tenant}`, "ShopInstalled", { tenant, shop: "aurora-demo" });
    for (const id of ["m1", "m2"]) await writeTo(stores, id);
    for (const id of ["a", "b"]) await requestExport(stores, id);
    await finishExport(stores, "a");
    await hearAll(stores);
    await mailsDone(stores);
  });
const sql = (name: string, text: string) => {
  const db = new DatabaseSync(fileIn(name));
  db.exec(text);
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
};
/** The root page of a table or index in its file. */
const pageOf = (name: string, of: string): number => {
  const db = new DatabaseSync(fileIn(name));
  const row = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").get(of);
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  return Number(row?.rootpage) - 1;
};
const garble = async (name: string, of: string | number) => {
  const page = typeof of === "number" ? of : pageOf(name, of);
  const file = await open(fileIn(name), "r+");
  await file.write(Buffer.alloc(4_096, "Z"), 0, 4_096, page * 4_096);
  await file.close();
};

describe("given a page of state.db is damaged", () => {
  it.each(["jobs", "sqlite_autoindex_jobs_1", "sqlite_autoindex_state_1"])(
    "when it is one of %s, then the repair recreates the jobs and sends no mail twice",
    async (of) => {
      await givenWork();
      await garble("state.db", of);
      expect(await run(true)).toBe("mended");
      expect(said.join("\n")).toMatch(/2 jobs were begun again/);
      expect(await run(false)).toBe("in-order");
      expect(await withStores(openJobs)).toEqual(["choose-lane:b", "expire-export:a"]);
    },
  );

  it("when all its entries are lost, then old events aren't processed again, and e-mails are in doubt", async () => {
    await givenWork();
    await garble("state.db", "state");
    expect(await run(true)).toBe("mended");
    expect(said.join("\n")).toMatch(/it is not known whether 2 of them were sent\. They are not sent again/);
    await withStores(async (stores) => {
      await writeTo(stores, "m3");
      await hearAll(stores);
      expect(await openJobs(stores)).toEqual(["choose-lane:b", "expire-export:a", "send-mail:m3"]);
    });
  });

  it("when an entry can't be read, then the store counts as damaged, and the rest is kept", async () => {
    await givenWork();
    sql("state.db", "UPDATE state SET value = '{ torn' WHERE key = 'history'");
    expect(await run(false)).toBe("disagrees");
    expect(said.join("\n")).toMatch(/state\.db is damaged \(the entry history cannot be read\)/);
    await expect(withStores(async () => undefined)).rejects.toThrow(/state\.db is damaged \(the entry history/);
    expect(await run(true)).toBe("mended");
    expect(await withStores(openJobs)).toEqual(["choose-lane:b", "expire-export:a"]);
  });
});

describe("given the end of events.db is damaged", () => {
  const many = 400;
  const givenMany = async () => {
    await givenWork();
    await withStores(async (stores) => {
      for (let n = 0; n < many; n += 1) await requestExport(stores, `x${n}`);
    });
    sql("events.db", "SELECT 1");
    // The page's position is arbitrary; the text of a late event is only in the table, not in its indexes.
    const bytes = await readFile(fileIn("events.db"));
    await garble("events.db", Math.floor(bytes.lastIndexOf(`Report x${many - 5}`) / 4_096));
  };
  const eventsLeft = () => {
    const db = new DatabaseSync(fileIn("events.db"), { readOnly: true });
    const count = Number(db.prepare("SELECT count(*) AS n FROM events").get()?.n);
    db.close();
    return count;
  };

  it("when a repair is killed at any moment, then the next one keeps as many events", async () => {
    await givenMany();
    const whole = await mkdtemp(join(tmpdir(), "sheaf-damaged-whole-"));
    await cp(dataDir, whole, { recursive: true });
    expect((await runRepair(dataDir, "--mend")).code).toBe(0);
    const kept = eventsLeft();
    expect(kept).toBeGreaterThan(50);
    for (const moment of ["drafted", "whole", "aside", "replaced"]) {
      await rm(dataDir, { recursive: true });
      await cp(whole, dataDir, { recursive: true });
      const killed = await runRepairWith({ FAILPOINTS: `repair:${moment}-events.db` }, dataDir, "--mend");
      expect(killed.said, moment).not.toMatch(/belong together/);
      expect((await runRepair(dataDir)).code, moment).toBe(1);
      expect((await runRepair(dataDir, "--mend")).said, moment).toMatch(/The stores belong together again/);
      expect(eventsLeft(), moment).toBe(kept);
      expect((await readdir(dataDir)).filter((name) => /mending|mended/.test(name))).toEqual([]);
    }
    await rm(whole, { recursive: true });
  });

  it("when it is only checked, then the losses are named and the folder is unchanged", async () => {
    await givenMany();
    const before = await readdir(dataDir);
    expect(await run(false)).toBe("disagrees");
    expect(said.join("\n")).toMatch(/Up to \d+ events between the two are lost/);
    expect((await readdir(dataDir)).filter((name) => !/-wal$|-shm$/.test(name))).toEqual(
      before.filter((name) => !/-wal$|-shm$/.test(name)),
    );
  });
});

describe("given state.db is damaged", () => {
  it.each(["drafted", "whole", "aside", "replaced"])(
    "when the repair is killed at '%s', then the next one saves as much and recreates the jobs",
    async (moment) => {
      await givenWork();
      await garble("state.db", "jobs");
      await runRepairWith({ FAILPOINTS: `repair:${moment}-state.db` }, dataDir, "--mend");
      expect((await runRepair(dataDir, "--mend")).said).toMatch(/2 jobs were begun again/);
      expect(await withStores(openJobs)).toEqual(["choose-lane:b", "expire-export:a"]);
    },
  );
});

describe("given an event that can't be read", () => {
  it.each([
    ["the last one", "position = (SELECT max(position) FROM events)"],
    ["one in the middle", "position = 4"],
  ])("when it is %s, then events.db counts as damaged and is cut there", async (_which, where) => {
    await givenWork();
    sql("events.db", `UPDATE events SET data = '{ torn' WHERE ${where}`);
    expect(await run(false)).toBe("disagrees");
    expect(said.join("\n")).toMatch(/events\.db is damaged \(event \d cannot be read\)/);
    await withStores(({ eventStore }) =>
      expect(eventStore.readAll({ limit: 10 })).rejects.toThrow(/events\.db is damaged \(event \d cannot be read\)/),
    );
    expect(await findStoreProblem(readConfig({ DATA_DIR: dataDir }))).toMatch(/events\.db is damaged .*npm run repair/);
    expect(await run(true)).toBe("mended");
    await withStores(async () => undefined);
  });

  it("when one is missing from the middle of its stream, then events.db counts as damaged", async () => {
    await givenWork();
    sql("events.db", "DELETE FROM events WHERE stream = 'export-a' AND version = 0");
    expect(await run(false)).toBe("disagrees");
    expect(said.join("\n")).toMatch(/events\.db is damaged \(event 0 of the stream export-a is missing\)/);
  });

  it("when only an index is damaged, then all events are reported as readable", async () => {
    await givenWork();
    await garble("events.db", "sqlite_autoindex_events_1");
    expect(await run(true)).toBe("mended");
    expect(said.join("\n")).toMatch(/All its 6 events, in 5 streams, can be read/);
    expect(said.join("\n")).not.toMatch(/is lost|are lost/);
  });
});

describe("given an intact store that can't be checked", () => {
  it("when a newer Sheaf wrote it, then it isn't called damaged, and nothing is changed", async () => {
    await givenWork();
    sql("events.db", "ALTER TABLE events ADD COLUMN more TEXT; PRAGMA user_version = 99");
    await expect(run(true)).rejects.toThrow(/events\.db was written by a newer version of Sheaf/);
    expect((await readdir(dataDir)).filter((name) => /damaged|mend/.test(name))).toEqual([]);
  });

  it.each([
    ["events.db", "can be read by", 19, 3],
    ["state.db", "can be written by", 18, 3],
  ])(
    "when %s %s a newer SQLite only, then start and repair say so, and nothing is changed",
    async (name, _what, at, number) => {
      await givenWork();
      const handle = await open(fileIn(name), "r+");
      await handle.write(Buffer.from([number]), 0, 1, at);
      // The version number of SQLite 4.0.0.
      await handle.write(Buffer.from([0, 0x3d, 0x09, 0]), 0, 4, 96);
      await handle.close();
      const before = await readFile(fileIn(name));
      const sentence = new RegExp(`${name} was written by a newer version of SQLite`);
      await expect(run(true)).rejects.toThrow(sentence);
      expect(await findStoreProblem(readConfig({ DATA_DIR: dataDir }))).toMatch(sentence);
      expect(await readFile(fileIn(name))).toEqual(before);
      expect((await readdir(dataDir)).filter((one) => /damaged|mend/.test(one))).toEqual([]);
    },
  );

  it("when an older Sheaf wrote it, then start and repair say so", async () => {
    await givenWork();
    sql("state.db", "PRAGMA user_version = 3");
    const sentence = /state\.db was written by an older version of Sheaf, which this version does not read/;
    await expect(run(true)).rejects.toThrow(sentence);
    expect(await findStoreProblem(readConfig({ DATA_DIR: dataDir }))).toMatch(sentence);
  });

  it.skipIf(process.getuid?.() !== 0)(
    "when the repair has no permission to read it, then it reports that, and changes nothing",
    async () => {
      await givenWork();
      const before = await readdir(dataDir);
      const { chmod, chown } = await import("node:fs/promises");
      await chown(dataDir, 65_534, 65_534);
      for (const name of before) await chown(fileIn(name), 65_534, 65_534);
      for (const name of ["events.db", "state.db"]) {
        await chown(fileIn(name), 0, 0);
        await chmod(fileIn(name), 0o600);
      }
      process.seteuid?.(65_534);
      try {
        await expect(run(true)).rejects.toThrow(/cannot be used \(unable to open database file\)\. See that whoever/);
      } finally {
        process.seteuid?.(0);
      }
      expect((await readdir(dataDir)).filter((name) => name.includes("damaged"))).toEqual([]);
    },
  );
});

describe("given an unexpected folder", () => {
  const forget = async (...names: string[]) => {
    for (const name of names)
      for (const ending of ["", "-wal", "-shm"]) await rm(fileIn(name + ending), { force: true });
  };

  it("when both stores are gone and read models are left, then the losses are named and Sheaf continues", async () => {
    await givenWork();
    await withStores(async ({ readStore }) =>
      readStore.writeCheckpoint("exports", { storeId: "gone", position: "1", eventId: "e" }),
    );
    await forget("events.db", "state.db");
    expect(await run(false)).toBe("disagrees");
    expect(said.join("\n")).toMatch(/events\.db is missing/);
    expect(await run(true)).toBe("mended");
    expect((await readdir(dataDir)).some((name) => name.startsWith("read-models.outdated-"))).toBe(true);
    await withStores(({ readStore }) => readStore.close());
  });

  it("when state.db has another master key, then the repair doesn't say that Sheaf can be started", async () => {
    await givenWork();
    await writeFile(fileIn("master.key"), `${Buffer.alloc(32, 7).toString("base64")}\n`);
    expect(await run(false)).toBe("other-key");
    expect(said.join("\n")).toMatch(/The master key is not the one .*state\.db was written with/);
    await forget("master.key");
    expect(await run(true)).toBe("other-key");
    expect(said.join("\n")).toMatch(/master\.key is missing/);
  });

  it("when it doesn't exist, then it isn't created", async () => {
    const mistyped = join(dataDir, "mistyped");
    const repaired = repair({ dataDir: mistyped, clock, ids, mend: false, say: (line) => said.push(line) });
    await expect(repaired).rejects.toThrow(/There is no folder .*mistyped\. Set DATA_DIR/);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it("when the disk is too small for a repair, then nothing is changed, and it can be repaired later", async () => {
    await givenWork();
    await garble("state.db", "jobs");
    room.bytes = 40_000;
    await expect(run(true)).rejects.toThrow(/The disk has too little space to save .*state\.db/);
    expect((await readdir(dataDir)).filter((name) => /damaged|mend/.test(name))).toEqual([]);
    room.bytes = undefined;
    expect(await run(true)).toBe("mended");
    expect(said.join("\n")).toMatch(/2 jobs were begun again/);
  });
});
