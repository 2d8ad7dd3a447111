import { existsSync } from "node:fs";
import {
  chmod,
  mkdir,
  mkdtemp,
  open as openFile,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createShopNames } from "#application/session/shop-names.ts";
import { readConfig } from "#infra/config/config.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { lockFolderExclusively } from "#infra/sqlite/files/folder-lock.ts";
import { openStores, type Stores } from "#infra/stores/open-stores.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { append, finishExport, requestExport, tenant } from "#tests/support/given-events.ts";
import { canMountDisks, mountSmallDisk } from "#tests/support/small-disk.ts";
import { findStoreProblem } from "../check-stores.ts";
import { explainError } from "../explain-error.ts";
import { readArguments } from "./arguments.ts";
import { type BackupOptions, backUp } from "./backup.ts";
import { beginDraft } from "./target.ts";

const clock = createFakeClock("2026-11-20T12:00:00.000Z");
let folder: string;
let dataDir: string;
let target: string;
let stores: Stores;
let said: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheaf-backup-"));
  dataDir = join(folder, "data");
  target = join(folder, "backup");
  said = [];
  stores = await openStores({ config: { DATA_DIR: dataDir }, clock, readModels: "none" });
  await install("aurora-demo");
  await requestExport(stores, "a");
  await finishExport(stores, "a");
  for (const [key, text] of Object.entries({ "a.1.csv": "one;two", "a.1.people": "who" })) await publish(key, text);
});
afterEach(async () => {
  await stores.close();
  await rm(folder, { recursive: true, force: true });
});

const install = async (shop: string) => {
  const { eventStore, stateStore } = stores;
  const ids = { ...createSystemIds(), uuid: () => tenant };
  await createShopNames({ state: stateStore, eventStore, ids }).claim(shop);
  await append(stores, `shop-${tenant}`, "ShopInstalled", { tenant, shop });
};
const publish = async (key: string, text: string) => {
  const part = await stores.fileStore.createPart(key);
  await part.write(Buffer.from(text));
  await part.publish(key);
};

type Given = Omit<Partial<BackupOptions>, "config"> & { config?: Partial<BackupOptions["config"]> };
const run = (given: Given = {}) =>
  backUp({
    target,
    withReports: true,
    clock,
    signal: new AbortController().signal,
    say: (line) => said.push(line),
    ...given,
    config: { DATA_DIR: dataDir, ...given.config },
  });
/** Runs a failing backup; returns its sentence. */
const refusal = async (given: Given = {}): Promise<string | undefined> => {
  const error = await run(given).then(
    () => undefined,
    (why: unknown) => why,
  );
  return explainError(error, given.config?.DATA_DIR ?? dataDir, "run the backup again");
};
const expectNothingLeft = async () => expect((await readdir(folder)).toSorted()).toEqual(["data"]);
const modeOf = async (...path: string[]) => (await stat(join(target, ...path))).mode & 0o777;

describe("a backup", () => {
  it("is made while the folder is in use, and Sheaf can start on it with the master key", async () => {
    await run();
    expect((await readdir(target)).toSorted()).toEqual(["events.db", "files", "state.db"]);
    expect(await readdir(join(target, "files"))).toEqual(["a.1.csv", "a.1.people", "parts"]);
    const MASTER_KEY = (await readFile(join(dataDir, "master.key"), "utf8")).trim();
    expect(await findStoreProblem(readConfig({ DATA_DIR: target, MASTER_KEY }))).toBeUndefined();
  });

  it("shows its time, its content and the location of the master key", async () => {
    await run();
    expect(said).toEqual([
      expect.stringMatching(
        /^.*backup is a backup of state\.db \(\d\.\d MB\) and events\.db \(\d\.\d MB\) as of 2026-11-20T12:00:00\.000Z\. It was read back/,
      ),
      "Finished reports are in it: 1 file, and 1 note of who is in them, 0.0 MB.",
      expect.stringMatching(/^The master key is not in it\. Keep a copy of .*data\/master\.key apart/),
    ]);
  });

  it("leaves out reports on request, but keeps the records of people in them, and says so", async () => {
    await run({ withReports: false });
    expect(await readdir(join(target, "files"))).toEqual(["a.1.people", "parts"]);
    expect(said[1]).toMatch(/^Finished reports are not in it\. The notes of who is in them are: 1 file, /);
  });

  it.skipIf(process.platform === "win32")("can be read only by its owner", async () => {
    await mkdir(target, { mode: 0o755 });
    const before = process.umask(0o077);
    await run().finally(() => process.umask(before));
    expect(await Promise.all([modeOf(), modeOf("files"), modeOf("state.db"), modeOf("files", "a.1.csv")])).toEqual([
      0o700, 0o700, 0o600, 0o600,
    ]);
  });

  it("names the engine that keeps the rest, and when to back that up", async () => {
    await run({ config: { EVENTSTORE_URL: "esdb://events:2113" } });
    expect(await readdir(target)).toEqual(["files", "state.db"]);
    expect(said.at(-1)).toMatch(/^Events are in EventStoreDB, not in this backup\. Back it up now, after this one/);
    await rm(target, { recursive: true });
    await run({ config: { MONGODB_URL: "mongodb://documents" } });
    expect(await readdir(target)).toEqual(["events.db"]);
    expect(said.at(-1)).toMatch(/MongoDB, not in this backup\. It fits a backup of MongoDB that was ended before/);
  });
});

describe("a backup that fails leaves nothing, and says", () => {
  it.each<[string, () => Promise<Given>, RegExp]>([
    [
      "that engines keep everything, and how to back them up",
      async () => ({ config: { EVENTSTORE_URL: "esdb://events:2113", MONGODB_URL: "mongodb://documents" } }),
      /^There is nothing to back up in DATA_DIR: .* Back up MongoDB first, then EventStoreDB \(docs\/operations\.md/,
    ],
    [
      "that there is no such data folder",
      async () => ({ config: { DATA_DIR: join(folder, "none") } }),
      /^There is no folder .*none\. Set DATA_DIR/,
    ],
    [
      "that a store is missing",
      async () => {
        await stores.close();
        await rm(join(dataDir, "state.db"));
        return {};
      },
      /^There is no state\.db in .*data\. Set DATA_DIR to the folder that Sheaf uses, or run 'npm run repair'/,
    ],
    [
      "that its disk is not there",
      async () => ({ target: join(folder, "disk", "backup") }),
      /^There is no folder .*disk\. Make it, or mount its disk, then run the backup again\.$/,
    ],
    [
      "that the folder lies within the data folder",
      async () => ({ target: join(dataDir, "backup") }),
      /backup lies within .*data, which it is to save\. Name a folder elsewhere/,
    ],
    ["the same of the data folder itself", async () => ({ target: dataDir }), /data lies within .*data, which/],
    [
      "that the master key is missing",
      async () => {
        await rm(join(dataDir, "master.key"));
        return {};
      },
      /master\.key is missing, and .*data\/state\.db was written with it\. Restore it/,
    ],
    [
      "that the master key is another one",
      async () => ({ config: { MASTER_KEY: Buffer.alloc(32, 1).toString("base64") } }),
      /^The master key is not the one .*data\/state\.db was written with/,
    ],
    [
      "that it was stopped",
      async () => ({ signal: AbortSignal.abort(new Error("The backup was stopped.")) }),
      /^The backup was stopped\.$/,
    ],
    [
      "that a store is damaged",
      async () => {
        await stores.close();
        const file = await openFile(join(dataDir, "events.db"), "r+");
        const { size } = await file.stat();
        await file.write(Buffer.alloc(8_192, "no page "), 0, 8_192, size - 8_192);
        await file.close();
        return {};
      },
      /^The copy of events\.db is damaged \(.*\)\. Try another disk\. If that fails too, stop Sheaf and run 'npm run repair'/,
    ],
    [
      "that its stores do not belong together",
      async () => {
        // Events of another Sheaf.
        const other = await openStores({
          config: { DATA_DIR: join(folder, "data", "other") },
          clock,
          readModels: "none",
        });
        await other.close();
        await stores.close();
        for (const ending of ["", "-wal", "-shm"]) await rm(join(dataDir, `events.db${ending}`), { force: true });
        await writeFile(join(dataDir, "events.db"), await readFile(join(dataDir, "other", "events.db")));
        return {};
      },
      /^The copies do not belong together: .* If Sheaf starts on this folder, run the backup again\.$/,
    ],
  ])("%s", async (_, given, sentence) => {
    expect(await refusal(await given())).toMatch(sentence);
    await expectNothingLeft();
    expect(said).toEqual([]);
  });

  it("when a repair is running", async () => {
    await stores.close();
    const use = lockFolderExclusively(dataDir);
    try {
      expect(await refusal()).toMatch(/'npm run repair' or 'npm run move' is at work on .*\. Run the backup again/);
    } finally {
      use.release();
    }
    await expectNothingLeft();
  });

  it("when the folder is a file or not empty, and keeps its content", async () => {
    await mkdir(target);
    await writeFile(join(target, "mine"), "mine");
    expect(await refusal()).toMatch(/backup is not empty\. Name a new folder for each backup\. Nothing was changed\.$/);
    expect(await refusal({ target: join(target, "mine") })).toMatch(/mine is not a folder\. Name a new folder/);
    expect(await readdir(folder)).toEqual(["backup", "data"]);
    expect(await readFile(join(target, "mine"), "utf8")).toBe("mine");
  });

  it("when a link leads into the data folder", async () => {
    await symlink(join(dataDir, "files"), join(folder, "link"));
    expect(await refusal({ target: join(folder, "link", "backup") })).toMatch(
      /lies within .*data, which it is to save/,
    );
  });

  it("when another backup to the same folder is running", async () => {
    await mkdir(`${target}.unfinished`);
    expect(await refusal()).toMatch(/backup\.unfinished exists: another backup is running, or one was killed\./);
    expect(existsSync(`${target}.unfinished`)).toBe(true);
  });

  it.skipIf(process.getuid?.() !== 0)("when its user may not write there, without blaming a store", async () => {
    await chmod(folder, 0o755);
    await chmod(dataDir, 0o755);
    await mkdir(join(folder, "locked"), { mode: 0o700 });
    for (const place of [join(folder, "locked", "in", "backup"), target]) {
      process.seteuid?.(65_534);
      try {
        expect(() => beginDraft(place, dataDir, 0)).toThrow(/^The user that runs the backup may not write to .*EACCES/);
      } finally {
        process.seteuid?.(0);
      }
    }
  });

  it.skipIf(!canMountDisks())("when its disk is full or read-only", async () => {
    const disk = mountSmallDisk(join(folder, "disk"), 6);
    try {
      const ballast = disk.fill();
      const onDisk = { target: join(folder, "disk", "backup") };
      expect(await refusal(onDisk)).toMatch(
        /^The disk for .*disk\/backup has too little free space\. Free some, then run the backup again\.$/,
      );
      ballast.remove();
      disk.setReadOnly(true);
      expect(await refusal(onDisk)).toMatch(
        /disk cannot be written \(EROFS\)\. Check that its disk is mounted for writing/,
      );
      disk.setReadOnly(false);
      expect(await readdir(join(folder, "disk"))).toEqual([]);
    } finally {
      disk.unmount();
    }
  });
});

describe("the arguments of a backup", () => {
  it("are one folder and whether to leave out reports", () => {
    expect(readArguments(["/to"])).toEqual({ target: "/to", withReports: true });
    expect(readArguments(["--without-reports", "/to"])).toEqual({ target: "/to", withReports: false });
  });

  it("must have an absolute path, since the command may run in another folder", () => {
    expect(() => readArguments(["today"])).toThrow("'today' isn't an absolute path.");
  });

  it.each([[[]], [["a", "b"]], [["--files", "a"]], [[" "]]])("are refused if they are %j, with the usage", (given) => {
    expect(() => readArguments(given)).toThrow("Use 'npm run backup -- FOLDER'");
  });
});
