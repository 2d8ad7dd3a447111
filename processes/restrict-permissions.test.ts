import { chmod, chown, mkdir, mkdtemp, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { restrictPermissions } from "./restrict-permissions.ts";

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
const asRoot = process.getuid?.() === 0;
const nobody = 65_534;

let outside: string;
let dataDir: string;
beforeEach(async () => {
  outside = await mkdtemp(join(tmpdir(), "sheaf-modes-"));
  dataDir = join(outside, "data");
  await mkdir(join(dataDir, "files", "parts"), { recursive: true });
  for (const name of ["events.db", "events.db-wal", "master.key", "files/a.csv", "files/parts/b"]) {
    await writeFile(join(dataDir, name), name);
    await chmod(join(dataDir, name), 0o644);
  }
  for (const name of ["", "files", "files/parts"]) await chmod(join(dataDir, name), 0o755);
});
afterEach(() => rm(outside, { recursive: true, force: true }));

describe.skipIf(process.platform === "win32")("a data folder that others can read", () => {
  it("is closed to them at start, with everything in it", async () => {
    expect(await restrictPermissions(dataDir)).toBeUndefined();
    const modes = async (names: string[]) => Promise.all(names.map((name) => modeOf(join(dataDir, name))));
    expect(await modes(["", "files", "files/parts"])).toEqual(["700", "700", "700"]);
    expect(await modes(["events.db", "events.db-wal", "master.key", "files/a.csv", "files/parts/b"])).toEqual(
      Array(5).fill("600"),
    );
  });

  it("leaves linked files and the owner's rights unchanged", async () => {
    await writeFile(join(outside, "elsewhere"), "");
    await chmod(join(outside, "elsewhere"), 0o644);
    await symlink(join(outside, "elsewhere"), join(dataDir, "link"));
    await chmod(join(dataDir, "master.key"), 0o440);
    expect(await restrictPermissions(dataDir)).toBeUndefined();
    expect(await modeOf(join(outside, "elsewhere"))).toBe("644");
    expect(await modeOf(join(dataDir, "master.key"))).toBe("400");
  });

  // Only root can give a file away.
  it.skipIf(!asRoot)("stops the start with a reason if it belongs to somebody else", async () => {
    const asNobody = async () => {
      process.seteuid?.(nobody);
      try {
        return await restrictPermissions(dataDir);
      } finally {
        process.seteuid?.(0);
      }
    };
    await chmod(outside, 0o755);
    expect(await asNobody()).toMatch(/^DATA_DIR: others can look into .*data, .*set DATA_DIR to a new folder below it/);
    for (const name of ["", "files", "files/parts"]) await chown(join(dataDir, name), nobody, nobody);
    expect(await asNobody()).toMatch(/^DATA_DIR: others can read .*(events\.db|master\.key|a\.csv|b), .*Make it/);
  });
});
