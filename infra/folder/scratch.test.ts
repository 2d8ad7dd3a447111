import { mkdtemp, open, readdir, readFile, readlink, rm, stat, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ScratchDamaged, type ScratchRun } from "../ports/stores/scratch.ts";
import { createFolderScratch } from "./scratch.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheaf-scratch-"));
});
afterEach(() => rm(folder, { recursive: true }));

const secret = "anna@example.com";
const written = async () => {
  const spool = createFolderScratch({ folder: join(folder, "scratch") }).open("e1.1.rows");
  const runs: ScratchRun[] = [];
  for (let n = 0; n < 2; n += 1) {
    const writer = await spool.begin();
    for (let record = 0; record < 5_000; record += 1) await writer.append(`${secret} ${n} ${record}`);
    runs.push(await writer.end());
  }
  const [first, second] = runs;
  if (!first || !second) throw new Error("Two runs were written.");
  const fileOf = (n: number) => join(folder, "scratch", "e1.1.rows", `${n}`);
  return { spool, first, second, fileOf };
};
const linkOf = (fd: string): Promise<string> => readlink(`/proc/self/fd/${fd}`).catch(() => "");
const readAll = async (run: ScratchRun): Promise<number> => {
  let records = 0;
  for await (const block of run.read()) records += block.length;
  return records;
};

describe("rows on disk", () => {
  it("can be read only by their writer: files are encrypted and private to their owner", async () => {
    const { first, fileOf } = await written();
    if (process.platform !== "win32") {
      expect((await stat(fileOf(0))).mode & 0o777).toBe(0o600);
      for (const path of ["scratch", "scratch/e1.1.rows"])
        expect((await stat(join(folder, path))).mode & 0o777).toBe(0o700);
    }
    expect((await readFile(fileOf(0))).includes(secret)).toBe(false);
    expect(await readAll(first)).toBe(5_000);
  });

  it.each([
    [
      "a changed byte",
      async (path: string) => {
        const file = await open(path, "r+");
        await file.write(Buffer.from([7, 7, 7]), 0, 3, 100_000);
        await file.close();
      },
    ],
    ["a truncated file", (path: string) => truncate(path, 70_000)],
    ["an empty file", (path: string) => truncate(path, 0)],
  ])("are refused with an error if they differ from what was written: %s", async (_, damage) => {
    const { first, second, fileOf } = await written();
    await damage(fileOf(0));
    await expect(readAll(first)).rejects.toThrow(ScratchDamaged);
    await expect(readAll(first)).rejects.toThrow(/isn't what was written\. Check the disk/);
    expect(await readAll(second)).toBe(5_000);
  });

  it("are refused if a run was replaced by another", async () => {
    const { first, fileOf } = await written();
    const other = await readFile(fileOf(1));
    const file = await open(fileOf(0), "r+");
    await file.write(other);
    await file.close();
    await expect(readAll(first)).rejects.toThrow(ScratchDamaged);
  });

  it("keep no file open once they are written or removed", async () => {
    const { spool, first } = await written();
    const openNow = async () =>
      process.platform === "linux"
        ? (await Promise.all((await readdir("/proc/self/fd")).map(linkOf))).filter((link) => link.includes(folder))
        : [];
    expect(await openNow()).toEqual([]);
    const reading = first.read()[Symbol.asyncIterator]();
    await reading.next();
    await spool.remove();
    expect(await openNow()).toEqual([]);
    expect(await readdir(join(folder, "scratch"))).toEqual([]);
  });
});
