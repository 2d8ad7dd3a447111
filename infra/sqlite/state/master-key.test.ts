import { existsSync, statSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadMasterKey } from "./master-key.ts";

describe("The master key", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "sheaf-key-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("is created at the first start, readable only by its owner, and kept", async () => {
    const dataDir = join(folder, "not", "there", "yet");
    const key = loadMasterKey(dataDir);
    expect(key).toHaveLength(32);
    expect(loadMasterKey(dataDir).equals(key)).toBe(true);
    expect(await readdir(dataDir)).toEqual(["master.key"]);
    if (process.platform !== "win32") expect(statSync(join(dataDir, "master.key")).mode & 0o777).toBe(0o600);
  });

  it("differs between installations", async () => {
    expect(loadMasterKey(join(folder, "a")).equals(loadMasterKey(join(folder, "b")))).toBe(false);
  });

  it("is the configured one if there is one, and no file is created", () => {
    const configured = Buffer.alloc(32, 5);
    expect(loadMasterKey(folder, configured.toString("base64")).equals(configured)).toBe(true);
    expect(existsSync(join(folder, "master.key"))).toBe(false);
  });

  it("stops the start if its file has other content, and leaves the file unchanged", async () => {
    await writeFile(join(folder, "master.key"), "torn");
    expect(() => loadMasterKey(folder)).toThrow(/master\.key must hold 32 bytes/);
    expect(await readFile(join(folder, "master.key"), "utf8")).toBe("torn");
  });
});
