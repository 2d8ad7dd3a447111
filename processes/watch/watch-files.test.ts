import { mkdir, mkdtemp, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FilesWatch, watchFiles } from "./watch-files.ts";

let dataDir: string;
let stop: AbortController;
let watch: FilesWatch;
let done: string[];
let refusal: string | undefined;
/** The processes that have both stores open. */
let users: number[];
let told: string[];
/** Hours since the test began. */
let hours: number;
const at = (name: string) => join(dataDir, name);

const begin = () => {
  watch = watchFiles({
    dataDir,
    say: (line) => told.push(line),
    onChange: () => undefined,
    users: () => users,
    end: async (how) => {
      done.push(how === "at once" ? "ended at once" : "ended");
      users = [];
    },
    begin: async () => {
      done.push("looked through");
      return refusal;
    },
    signal: stop.signal,
    every: 1,
    steady: () => hours * 3_600_000,
  });
};

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sheaf-files-"));
  for (const name of ["events.db", "state.db"]) await writeFile(at(name), name);
  await mkdir(at("files"));
  stop = new AbortController();
  done = [];
  told = [];
  users = [];
  hours = 0;
  refusal = undefined;
  begin();
});
afterEach(async () => {
  stop.abort();
  await rm(dataDir, { recursive: true, force: true });
});

describe.each(["events.db", "state.db"])("%s", (name) => {
  it("stops the processes when it is moved away, and restarts them when it is back", async () => {
    await rename(at(name), at("elsewhere"));
    await expect
      .poll(() => watch.problem())
      .toMatch(new RegExp(`${name} was removed, or moved away, while Sheaf ran\\.`));
    expect([done, watch.arePresent()]).toEqual([["ended"], false]);
    await rename(at("elsewhere"), at(name));
    await expect.poll(() => watch.problem()).toBeUndefined();
    expect([done, watch.arePresent()]).toEqual([["ended", "looked through"], true]);
  });

  it("is checked again only when another file replaces the refused one", async () => {
    refusal = "It belongs to another event store.";
    await writeFile(at("other"), "another one");
    await rename(at("other"), at(name));
    await expect.poll(() => watch.problem()).toBe(refusal);
    refusal = undefined;
    expect([done, watch.arePresent()]).toEqual([["ended", "looked through"], false]);
    await writeFile(at("other"), "the right one");
    await rename(at("other"), at(name));
    await expect.poll(() => watch.arePresent()).toBe(true);
    expect(done).toEqual(["ended", "looked through", "looked through"]);
  });
});

it("a file in place of the files folder is reported, and stops nothing", async () => {
  await rename(at("files"), at("elsewhere"));
  await writeFile(at("files"), "");
  await expect.poll(() => watch.problem()).toMatch(/files is not a folder/);
  await rm(at("files"));
  await rename(at("elsewhere"), at("files"));
  await expect.poll(() => watch.problem()).toBeUndefined();
  expect([done, watch.arePresent()]).toEqual([[], true]);
});

describe.each(["events.db-wal", "state.db-shm"])("%s", (name) => {
  const besides = ["events.db-wal", "events.db-shm", "state.db-wal", "state.db-shm"];
  const write = () => Promise.all(besides.map((file) => writeFile(at(file), "")));
  const looks = async (count = 3) => {
    for (let look = 0; look < count; look += 1) expect(watch.arePresent()).toBe(true);
  };
  beforeEach(async () => {
    await write();
    users = [1, 2];
    await looks();
  });

  it.each<[string, () => Promise<unknown>]>([
    ["removed", () => rm(at(name))],
    ["replaced", () => writeFile(at("other"), "").then(() => rename(at("other"), at(name)))],
  ])("restarts the processes if it is %s while one has it open", async (what, lose) => {
    users = [2, 3];
    await lose();
    expect(watch.arePresent()).toBe(false);
    await expect.poll(() => done).toEqual(["ended"]);
    expect(watch.problem()).toMatch(
      new RegExp(`${name} was ${what} while Sheaf ran\\. What was written is in the file`),
    );
    // The last process to end removes them.
    for (const file of besides) await rm(at(file), { force: true });
    await expect.poll(() => watch.arePresent()).toBe(true);
    expect([done, watch.problem()]).toEqual([["ended", "looked through"], undefined]);
  });

  it("causes no problem when it disappears with the last process and returns with the next", async () => {
    users = [];
    for (const file of besides) await rm(at(file));
    await looks();
    await write();
    users = [7];
    await looks();
    expect([done, told]).toEqual([[], []]);
  });
});

/** A database with this many pages and this generation number. */
const databaseOf = async (generation: number, pages: number) => {
  const db = new DatabaseSync(at("draft"));
  db.exec(`CREATE TABLE t (value BLOB); PRAGMA application_id = ${generation}; BEGIN`);
  const insert = db.prepare("INSERT INTO t VALUES (zeroblob(4000))");
  while (Number(db.prepare("PRAGMA page_count").get()?.page_count) < pages) insert.run();
  db.exec("COMMIT");
  db.close();
  const bytes = await readFile(at("draft"));
  await rm(at("draft"));
  return bytes;
};

describe.each(["events.db", "state.db"])("%s changed in place", (name) => {
  beforeEach(async () => {
    stop.abort();
    stop = new AbortController();
    await writeFile(at(name), await databaseOf(7, 20));
    begin();
    // Wait until its growth was seen: SQLite's own writes aren't a reason.
    await writeFile(at("grown"), await databaseOf(8, 22));
    await writeFile(at(name), await readFile(at("grown")), { flag: "r+" });
    await expect.poll(() => watch.arePresent()).toBe(true);
    for (let looks = 0; looks < 3; looks += 1) watch.arePresent();
    expect([watch.problem(), done]).toEqual([undefined, []]);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      "overwritten with an older copy of the same size",
      async () => writeFile(at(name), await databaseOf(7, 22), { flag: "r+" }),
    ],
    ["overwritten with an older, smaller copy", async () => writeFile(at(name), await databaseOf(7, 20))],
    ["overwritten with what is no database", () => writeFile(at(name), Buffer.alloc(22 * 4_096, "x"), { flag: "r+" })],
    ["overwritten with a larger one of another Sheaf", async () => writeFile(at(name), await databaseOf(70_000, 40))],
    ["cut", () => truncate(at(name), 16_384)],
  ])("stops the processes and is checked if it is %s", async (_what, overwrite) => {
    refusal = "It is another one.";
    await overwrite();
    await expect.poll(() => done).toEqual(["ended", "looked through"]);
    expect([watch.problem(), watch.arePresent()]).toEqual([refusal, false]);
  });

  it("is reported by name if it is truncated", async () => {
    stop.abort();
    stop = new AbortController();
    told = [];
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    watch = watchFiles({
      dataDir,
      say: (line) => told.push(line),
      onChange: () => undefined,
      users: () => users,
      end: async () => resolve(),
      begin: async () => undefined,
      signal: stop.signal,
      every: 1,
    });
    await truncate(at(name), 16_384);
    await ended;
    expect(told).toEqual([
      expect.stringMatching(new RegExp(`${name} was cut, or overwritten with an older copy, while Sheaf ran\\.`)),
    ]);
  });
});

describe("damage found by a process", () => {
  const sentence = "events.db is damaged. Stop Sheaf.";

  it("stops all processes at once, and they restart if a check finds no problem", async () => {
    watch.damaged(sentence);
    await expect.poll(() => done).toEqual(["ended at once", "looked through"]);
    await expect.poll(() => watch.arePresent()).toBe(true);
    expect([told[0], watch.problem()]).toEqual([sentence, undefined]);
  });

  it("is reported as the check found it, and nothing restarts until the file is replaced", async () => {
    refusal = "events.db is damaged (event 2 cannot be read).";
    watch.damaged(sentence);
    await expect.poll(() => watch.problem()).toBe(refusal);
    refusal = undefined;
    await writeFile(at("other"), "a backup");
    await rename(at("other"), at("events.db"));
    await expect.poll(() => watch.arePresent()).toBe(true);
    expect(done).toEqual(["ended at once", "looked through", "looked through"]);
  });

  it("found again after a check without result keeps everything stopped until the file is replaced", async () => {
    for (let n = 0; n < 2; n += 1) {
      await expect.poll(() => watch.arePresent()).toBe(true);
      watch.damaged(sentence);
      await expect.poll(() => done.length).toBeGreaterThan(2 * n);
    }
    await expect.poll(() => told.filter((line) => line === sentence)).toHaveLength(2);
    await writeFile(at("other"), "a backup");
    await rename(at("other"), at("events.db"));
    await expect.poll(() => watch.arePresent()).toBe(true);
    expect(done).toEqual(["ended at once", "looked through", "ended at once", "looked through"]);
  });

  const meet = async (times: number) => {
    await expect.poll(() => watch.arePresent()).toBe(true);
    watch.damaged(sentence);
    await expect.poll(() => done.filter((what) => what === "ended at once")).toHaveLength(times);
  };

  it("is checked for again if a backup is copied into the same file after a failed check", async () => {
    refusal = "events.db is damaged (event 2 cannot be read).";
    await meet(1);
    await expect.poll(() => watch.problem()).toBe(refusal);
    refusal = undefined;
    await writeFile(at("events.db"), "a backup");
    await expect.poll(() => watch.arePresent()).toBe(true);
    expect(done).toEqual(["ended at once", "looked through", "looked through"]);
    // The backup itself isn't distrusted yet.
    await meet(2);
    await expect.poll(() => watch.arePresent()).toBe(true);
  });

  it("found again keeps everything stopped until a backup is copied into the same file", async () => {
    await meet(1);
    await meet(2);
    await expect.poll(() => watch.problem()).toBe(sentence);
    await writeFile(at("events.db"), "a backup");
    await expect.poll(() => watch.arePresent()).toBe(true);
    expect(done).toEqual(["ended at once", "looked through", "ended at once", "looked through"]);
  });

  it("is checked for again if it is found many hours later", async () => {
    await meet(1);
    await expect.poll(() => watch.arePresent()).toBe(true);
    hours = 7;
    await meet(2);
    await expect.poll(() => watch.arePresent()).toBe(true);
    expect(done).toEqual(["ended at once", "looked through", "ended at once", "looked through"]);
  });
});
