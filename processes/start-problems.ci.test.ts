import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "#infra/config/config.ts";
import { StoreFull, StoreUnwritable } from "#infra/ports/store-errors.ts";
import { lockDemoStore } from "#infra/sqlite/files/folder-lock.ts";
import { createSqliteReadStore } from "#infra/sqlite/read-models/read-store.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { childEnvironment } from "#tests/support/child-environment.ts";
import { runRepair } from "#tests/support/run-repair.ts";
import { canMountDisks, mountSmallDisk } from "#tests/support/small-disk.ts";
import { freePort } from "#tests/support/start-sheaf.ts";
import { findStoreProblem } from "./check-stores.ts";
import { explainError } from "./explain-error.ts";

let dataDir: string;
const after: (() => void)[] = [];
afterEach(() => {
  for (const undo of after.splice(0)) undo();
});
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sheaf-start-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

type InVain = { module?: string; user?: { uid: number; gid: number } };

const main = fileURLToPath(new URL("main.ts", import.meta.url));

/** Starts everything, or another module, in an unusable environment; returns the exit code and the output. */
const startInVain = async (environment: Record<string, string>, { module = "main.ts", user }: InVain = {}) => {
  const path = fileURLToPath(new URL(module, import.meta.url));
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", path], {
    env: {
      ...childEnvironment,
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      DEMO_STORE_PORT: String(await freePort()),
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
    ...user,
  });
  let said = "";
  child.stdout.on("data", (text) => (said += text));
  child.stderr.on("data", (text) => (said += text));
  const [code] = await once(child, "close");
  return { code, said };
};

describe("a start that can't succeed", () => {
  it.each(["events", "state"])(
    "says that %s.db is a folder, not that it is damaged, beside used stores",
    async (name) => {
      const config = readConfig({ DATA_DIR: dataDir });
      expect(await findStoreProblem(config)).toBeUndefined();
      const file = join(dataDir, `${name}.db`);
      await rm(file);
      await mkdir(file);
      expect(await findStoreProblem(config)).toBe(
        `${file} is a folder. Move it away, and restore ${name}.db from a backup; without one, run 'npm run repair'.`,
      );
    },
  );

  it("says in one sentence that the master key is missing, creates no other and starts nothing", async () => {
    const stores = await openStores({ config: { DATA_DIR: dataDir }, clock: createSystemClock(), readModels: "none" });
    await stores.close();
    await rm(join(dataDir, "master.key"));
    const { code, said } = await startInVain({});
    expect(code).toBe(1);
    expect(said.trim().split("\n")).toEqual([
      expect.stringMatching(/master\.key is missing.*Restore it, or set MASTER_KEY/),
    ]);
    expect((await startInVain({})).said).toBe(said);
  });

  it("says which port is taken", async () => {
    const taken = createServer().listen(0);
    await once(taken, "listening");
    const address = taken.address();
    if (typeof address !== "object" || !address) throw new Error("The system gave no port.");
    const { code, said } = await startInVain({ PORT: String(address.port) });
    taken.close();
    expect(code).toBe(1);
    expect(said).toMatch(new RegExp(`^Port ${address.port} is taken\\..*set PORT`));
  });

  it.each([
    ["HOST", "203.0.113.7", "EADDRNOTAVAIL"],
    ["HOST", "nowhere.invalid", "ENOTFOUND|EAI_AGAIN"],
    ["METRICS_HOST", "203.0.113.7", "EADDRNOTAVAIL"],
    ["DEMO_STORE_HOST", "203.0.113.7", "EADDRNOTAVAIL"],
  ])("says that %s is %s, which isn't an address of this machine", async (name, host, why) => {
    const { code, said } = await startInVain({ METRICS_PORT: String(await freePort()), [name]: host });
    const sentence = `${name}: ${host} is not an address of this machine \\((${why})\\)\\. Set ${name} to one that is, or leave it out\\.`;
    expect([code, said.trim().split("\n")]).toEqual([1, [expect.stringMatching(new RegExp(`^${sentence}$`))]]);
  });

  it.each<[string, () => Promise<Record<string, string>>, RegExp]>([
    [
      "DATA_DIR is a file",
      async () => {
        await writeFile(join(dataDir, "file"), "");
        return { DATA_DIR: join(dataDir, "file") };
      },
      /^DATA_DIR: .*file is a file\. Set DATA_DIR to a folder that can be written\.$/,
    ],
    [
      "the system knows no folder there",
      async () => ({ DATA_DIR: "/proc/x/y" }),
      /^DATA_DIR: the folder \/proc\/x\/y cannot be made \(ENOENT.*\)\. Set DATA_DIR/,
    ],
    ["FAILPOINTS are none", async () => ({ FAILPOINTS: "@@" }), /FAILPOINTS: must be name/],
    ...["events.db", "state.db"].map((name): [string, () => Promise<Record<string, string>>, RegExp] => [
      `${name} is a folder`,
      async () => {
        await mkdir(join(dataDir, name));
        return {};
      },
      new RegExp(`${name} is a folder\\. Move it away, and restore ${name} from a backup`),
    ]),
    [
      "another Sheaf with demo stores runs on the folder",
      async () => {
        const use = lockDemoStore(dataDir);
        after.push(() => use.release());
        return {};
      },
      /^Another Sheaf with demo stores runs on .*\. Stop it, or set DATA_DIR to another folder; or .*STORE_URL_TEMPLATE to http:\/\/localhost:<port>\/\{shop\}, <port> being the other's DEMO_STORE_PORT\.$/,
    ],
  ])("says why in one sentence if %s", async (_what, put, sentence) => {
    const { code, said } = await startInVain(await put());
    expect([code, said.trim().split("\n")]).toEqual([1, [expect.stringMatching(sentence)]]);
  });

  it("says that both ports are the same", async () => {
    const { code, said } = await startInVain({ PORT: "4567", DEMO_STORE_PORT: "4567" });
    expect(code).toBe(1);
    expect(said).toMatch(/PORT and DEMO_STORE_PORT are both 4567/);
  });
});

describe.runIf(process.getuid?.() === 0)("a data folder that belongs to somebody else and can't be read", () => {
  it("ends the start and the repair with one sentence each", async () => {
    await chmod(dataDir, 0o700);
    const user = { uid: 65_534, gid: 65_534 };
    const started = await startInVain({}, { user });
    expect(started.code).toBe(1);
    expect(started.said.trim()).toMatch(
      /^DATA_DIR: what is in .* cannot be listed \(EACCES.*set DATA_DIR to a new folder\.$/,
    );
    const repaired = await startInVain({}, { module: "repair/main.ts", user });
    expect(repaired.code).toBe(1);
    expect(repaired.said.trim()).toMatch(
      /^DATA_DIR: .* cannot be used \(EACCES.*\)\. Check that the folder and its files can be read/,
    );
  });
});

describe("the stores before a start", () => {
  it("are in order in a new folder, and again the next time", async () => {
    const config = readConfig({ DATA_DIR: dataDir });
    expect(await findStoreProblem(config)).toBeUndefined();
    expect(await findStoreProblem(config)).toBeUndefined();
  });

  it("are refused with another key or with a file that isn't a database", async () => {
    const config = readConfig({ DATA_DIR: dataDir });
    await findStoreProblem(config);
    const otherKey = readConfig({ DATA_DIR: dataDir, MASTER_KEY: Buffer.alloc(32, 1).toString("base64") });
    expect(await findStoreProblem(otherKey)).toMatch(/Set MASTER_KEY to that one/);
    await writeFile(
      join(dataDir, "events.db"),
      "this is no database at all, and long enough to be looked at".repeat(20),
    );
    expect(await findStoreProblem(config)).toMatch(
      /events\.db is damaged \(file is not a database\)\. .*from a backup or run 'npm run repair'/,
    );
  });

  const given = async () => {
    const config = readConfig({ DATA_DIR: dataDir });
    await findStoreProblem(config);
    const stores = await openStores({ config: { DATA_DIR: dataDir }, clock: createSystemClock(), readModels: "none" });
    await stores.check();
    await stores.eventStore.appendToStream("shop-1", [{ id: "e1", type: "ShopInstalled", data: {}, metadata: {} }], {
      expectedVersion: "no-stream",
    });
    await stores.close();
    return config;
  };

  it.each([
    ["events.db", "state.db"],
    ["state.db", "events.db"],
  ])("are refused without %s, and no new one is created", async (lost, other) => {
    const config = await given();
    await rm(join(dataDir, lost));
    const missing = await findStoreProblem(config);
    expect(missing).toMatch(
      new RegExp(`${lost} is missing beside .*${other}\\. Restore it from a backup, or run 'npm run repair'`),
    );
    expect(existsSync(join(dataDir, lost))).toBe(false);
    expect(await findStoreProblem(config)).toBe(missing);
    await writeFile(join(dataDir, lost), "");
    const empty = await findStoreProblem(config);
    expect(empty).toMatch(new RegExp(`${lost} is empty beside .*${other}\\.`));
    expect((await stat(join(dataDir, lost))).size).toBe(0);
  });

  it.each<[string, () => Promise<void>, RegExp]>([
    [
      "read models",
      async () => {
        const file = join(dataDir, "read-models.db");
        const readStore = createSqliteReadStore({ file, readOnly: false });
        await readStore.writeCheckpoint("shops@1", { storeId: "s", position: "1", eventId: "e1" });
        await readStore.close();
      },
      /read-models\.db tells of what was in them/,
    ],
    [
      "damaged read models",
      () => writeFile(join(dataDir, "read-models.db"), "no database. ".repeat(400)),
      /read-models\.db tells/,
    ],
    ["reports", () => writeFile(join(dataDir, "files", "a.1.csv"), "a"), /files tells of what was in them/],
  ])("are refused without both if %s are left, and no new ones are created", async (_what, leave, sentence) => {
    const config = await given();
    for (const name of await readdir(dataDir)) if (/^(events|state)\.db/.test(name)) await rm(join(dataDir, name));
    await leave();
    const before = await runRepair(dataDir);
    expect([before.code, before.said]).toEqual([
      1,
      expect.stringMatching(/events\.db is missing.*\nstate\.db is missing/),
    ]);
    const missing = await findStoreProblem(config);
    expect(missing).toMatch(
      /events\.db and .*state\.db are missing.*Restore both from a backup, or run 'npm run repair'\.$/,
    );
    expect(missing).toMatch(sentence);
    expect((await readdir(dataDir)).filter((name) => /^(events|state)\.db/.test(name))).toEqual([]);
    expect((await runRepair(dataDir)).said).toBe(before.said);
    expect((await runRepair(dataDir, "--mend")).code).toBe(0);
    expect(await findStoreProblem(config)).toBeUndefined();
  });

  it("are in order if the folder's first start was killed early", async () => {
    await createSqliteReadStore({ file: join(dataDir, "read-models.db"), readOnly: false }).close();
    await mkdir(join(dataDir, "files", "parts"), { recursive: true });
    expect(await findStoreProblem(readConfig({ DATA_DIR: dataDir }))).toBeUndefined();
  });

  it("are refused with a folder as master.key or a file as files, which is named", async () => {
    const config = readConfig({ DATA_DIR: dataDir });
    await mkdir(join(dataDir, "master.key"));
    expect(await findStoreProblem(config)).toMatch(/master\.key is a folder\. Restore the key file/);
    await rm(join(dataDir, "master.key"), { recursive: true });
    await writeFile(join(dataDir, "files"), "");
    expect(await findStoreProblem(config)).toMatch(
      /a file stands where a folder is needed \(.*files.*\)\. Move it away/,
    );
  });

  it.each<[string, string, (file: string) => Promise<unknown>, RegExp]>([
    [
      "null",
      "demo-store.json",
      (file) => writeFile(file, "null"),
      /demo-store\.json does not hold the demo shops\. Delete it/,
    ],
    ["a folder", "demo-store.json", (file) => mkdir(file), /demo-store\.json is a folder\. Delete it/],
    ["a folder", "demo.json", (file) => mkdir(file), /demo\.json doesn't hold a valid time\. Delete it/],
  ])("are refused with %s for %s, which is named", async (_what, name, put, sentence) => {
    await put(join(dataDir, name));
    expect(await findStoreProblem(readConfig({ DATA_DIR: dataDir }))).toMatch(sentence);
  });

  it("explain a disk that can't be written, and what to do next", () => {
    const then = "run the repair again";
    for (const error of [new StoreFull("/d/state.db"), new StoreUnwritable("/d/state.db", "EROFS")]) {
      expect(explainError(error, dataDir, then)).toMatch(/\/d\/state\.db.*, then run the repair again\.$/);
      expect(explainError(error, dataDir, then)).not.toMatch(/by itself/);
    }
  });

  it.runIf(canMountDisks())("are refused on a disk with space but without free inodes", async () => {
    const disk = mountSmallDisk(dataDir, 32);
    try {
      const config = readConfig({ DATA_DIR: dataDir });
      await findStoreProblem(config);
      // Like after a kill: the files to write exist already.
      const open = await openStores({ config, clock: createSystemClock(), readModels: "none" });
      disk.fillWithFiles();
      const sentence = `The disk for ${dataDir} has free space but no free inodes ('df -i' shows it). Remove some files, then start Sheaf again.`;
      expect(await findStoreProblem(config)).toBe(sentence);
      await open.close();
      expect(await findStoreProblem(config)).toBe(sentence);
    } finally {
      disk.unmount();
    }
  });

  it.runIf(canMountDisks())("are not created on a disk too small for all of them", async () => {
    const disk = mountSmallDisk(dataDir, 32, 24);
    try {
      expect(await findStoreProblem(readConfig({ DATA_DIR: dataDir }))).toMatch(/no free inodes .*'df -i'/);
      expect(await readdir(dataDir)).toEqual([]);
    } finally {
      disk.unmount();
    }
  });

  it.runIf(process.platform === "linux")(
    "are refused if the file size limit is too low, and it says to raise it",
    async () => {
      await given();
      // 64 blocks of 1,024 bytes: enough for the probe's first page, but not for a store.
      const limited = spawn(
        "bash",
        ["-c", `ulimit -f 64; exec "${process.execPath}" --disable-warning=ExperimentalWarning "${main}"`],
        {
          env: {
            PATH: process.env.PATH,
            SUPPORT_CONSOLE: "false",
            DATA_DIR: dataDir,
            PORT: String(await freePort()),
            DEMO_STORE_PORT: String(await freePort()),
          },
          stdio: ["ignore", "ignore", "pipe"],
        },
      );
      let said = "";
      limited.stderr.on("data", (text) => (said += text));
      expect((await once(limited, "close"))[0]).toBe(1);
      expect(said).toContain("the limit on the size of a file is reached; raise it");
    },
  );

  it("are refused with an invalid in-use.lock, by the repair too", async () => {
    const config = await given();
    await writeFile(join(dataDir, "in-use.lock"), "no lock at all. ".repeat(300));
    const sentence = /^.*in-use\.lock was not made by Sheaf\. .*delete it, then start again\.$/;
    expect(await findStoreProblem(config)).toMatch(sentence);
    const repaired = await runRepair(dataDir);
    expect([repaired.code, repaired.said.trim()]).toEqual([1, expect.stringMatching(sentence)]);
  });
});

describe("a repair that can't begin", () => {
  it.each<[string, () => Promise<unknown>]>([
    ["DATA_DIR is a file", () => rm(dataDir, { recursive: true }).then(() => writeFile(dataDir, ""))],
    ["DATA_DIR is a link to nowhere", () => rm(dataDir, { recursive: true }).then(() => symlink("nowhere", dataDir))],
    [
      "files is a file",
      async () => {
        await findStoreProblem(readConfig({ DATA_DIR: dataDir }));
        await rm(join(dataDir, "files"), { recursive: true });
        await writeFile(join(dataDir, "files"), "");
      },
    ],
    [
      "in-use.lock is a folder",
      async () => {
        await writeFile(join(dataDir, "state.db"), "");
        await mkdir(join(dataDir, "in-use.lock"));
      },
    ],
    ["events.db is a folder", () => mkdir(join(dataDir, "events.db"))],
    [
      "events.db is of a newer version",
      async () => {
        await findStoreProblem(readConfig({ DATA_DIR: dataDir }));
        const db = new DatabaseSync(join(dataDir, "events.db"));
        db.exec("PRAGMA user_version = 99");
        db.close();
      },
    ],
  ])("says why in one sentence if %s", async (_what, put) => {
    await put();
    const { code, said } = await runRepair(dataDir);
    expect(code).toBe(1);
    expect(said.trim().split("\n")).toEqual([expect.stringMatching(/\.$/)]);
  });

  it("says that the folder has no Sheaf data, and leaves nothing there", async () => {
    const { code, said } = await runRepair(dataDir);
    expect([code, said.trim()]).toEqual([1, expect.stringMatching(/^There is no data of Sheaf in .*\. Set DATA_DIR/)]);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it("says that events.db is a folder, and to move it away", async () => {
    await mkdir(join(dataDir, "events.db"));
    expect((await runRepair(dataDir, "--mend")).said).toMatch(/events\.db is a folder\. Move it away/);
  });
});
