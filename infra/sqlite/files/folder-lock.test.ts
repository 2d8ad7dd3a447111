import { copyFile, mkdir, mkdtemp, readdir, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockDemoStore, lockFolderExclusively, lockFolderShared } from "./folder-lock.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sheaf-use-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe.each([
  ["a start", lockFolderShared],
  ["a repair", lockFolderExclusively],
])("%s", (_who, use) => {
  it.each<[string, () => Promise<unknown>]>([
    ["garbage", () => writeFile(join(dataDir, "in-use.lock"), "no lock at all. ".repeat(300))],
    ["a folder", () => mkdir(join(dataDir, "in-use.lock"))],
  ])("says to delete in-use.lock if it is %s", async (_what, put) => {
    await put();
    expect(() => use(dataDir)).toThrow(/in-use\.lock was not made by Sheaf\. .*delete it/);
    await rm(join(dataDir, "in-use.lock"), { recursive: true });
    use(dataDir).release();
  });

  it.each<[string, (path: string) => Promise<unknown>]>([
    ["a file", (path) => writeFile(path, "")],
    ["a link to a file", (path) => writeFile(`${path}-file`, "").then(() => symlink(`${path}-file`, path))],
    ["a link to nowhere", (path) => symlink(`${path}-nowhere`, path)],
  ])("says that DATA_DIR can't be created if it is %s", async (_what, put) => {
    const path = join(dataDir, "data");
    await put(path);
    expect(() => use(path)).toThrow(
      /^DATA_DIR: (the folder .*data cannot be made \(.*\)|.*data is a file)\. Set DATA_DIR/,
    );
  });
});

describe.each([
  ["a repair", lockFolderExclusively, "in-use.lock"],
  ["demo stores", lockDemoStore, "demo-store.lock"],
])("the lock of %s", (_who, claim, lock) => {
  it("is an empty file with nothing next to it, and removes what an earlier Sheaf left there", async () => {
    await writeFile(join(dataDir, lock), "");
    const db = new DatabaseSync(join(dataDir, lock));
    db.exec("BEGIN EXCLUSIVE");
    await copyFile(join(dataDir, `${lock}-journal`), join(dataDir, "journal"));
    db.close();
    await rename(join(dataDir, "journal"), join(dataDir, `${lock}-journal`));
    const held = claim(dataDir);
    expect(await readdir(dataDir)).toEqual([lock]);
    held.release();
    expect((await stat(join(dataDir, lock))).size).toBe(0);
  });
});

describe("a repair", () => {
  it("says whether another repair or Sheaf itself is running", () => {
    const other = lockFolderExclusively(dataDir);
    expect(() => lockFolderExclusively(dataDir)).toThrow(/^Another 'npm run repair' or 'npm run move' is at work/);
    other.release();
    const running = lockFolderShared(dataDir);
    expect(() => lockFolderExclusively(dataDir)).toThrow(/^Sheaf is running/);
    running.release();
    lockFolderExclusively(dataDir).release();
  });
});
