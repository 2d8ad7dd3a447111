import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { claimFolder, shareFolder } from "./folder-use.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sheaf-use-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe.each([
  ["a start", shareFolder],
  ["a repair", claimFolder],
])("%s", (_who, use) => {
  it.each<[string, () => Promise<unknown>]>([
    ["garbage", () => writeFile(join(dataDir, "in-use.lock"), "no lock at all. ".repeat(300))],
    ["a folder", () => mkdir(join(dataDir, "in-use.lock"))],
  ])("says that in-use.lock is to be deleted when it is %s", async (_what, put) => {
    await put();
    expect(() => use(dataDir)).toThrow(/in-use\.lock is not Sheaf's\. .*delete it/);
    await rm(join(dataDir, "in-use.lock"), { recursive: true });
    use(dataDir).release();
  });

  it.each<[string, (path: string) => Promise<unknown>]>([
    ["a file", (path) => writeFile(path, "")],
    ["a link to a file", (path) => writeFile(`${path}-file`, "").then(() => symlink(`${path}-file`, path))],
    ["a link to nowhere", (path) => symlink(`${path}-nowhere`, path)],
  ])("says that DATA_DIR cannot be made when it is %s", async (_what, put) => {
    const path = join(dataDir, "data");
    await put(path);
    expect(() => use(path)).toThrow(
      /^DATA_DIR: (the folder .*data cannot be made \(.*\)|.*data is a file)\. Set DATA_DIR/,
    );
  });
});

describe("a repair", () => {
  it("says that another one is at work when it is another one, and that Sheaf runs when Sheaf does", () => {
    const other = claimFolder(dataDir);
    expect(() => claimFolder(dataDir)).toThrow(/^Another 'npm run repair' is at work/);
    other.release();
    const running = shareFolder(dataDir);
    expect(() => claimFolder(dataDir)).toThrow(/^Sheaf is running/);
    running.release();
    claimFolder(dataDir).release();
  });
});
