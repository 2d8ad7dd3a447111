import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFolderScratch } from "#infra/folder/scratch.ts";
import { createMemoryScratch } from "#infra/memory/scratch.ts";
import type { Scratch, ScratchRun, ScratchSpool } from "#infra/ports/stores/scratch.ts";
import { inFolder, inMemory, type Opened } from "./support/adapters.ts";

const adapters = [
  inMemory<Scratch>(() => createMemoryScratch()),
  inFolder<Scratch>(
    "folder",
    (folder) => createFolderScratch({ folder }),
    async () => undefined,
  ),
];

const write = async (spool: ScratchSpool, records: readonly string[]): Promise<ScratchRun> => {
  const writer = await spool.begin();
  for (const record of records) await writer.append(record);
  return writer.end();
};
const read = async (run: ScratchRun): Promise<string[]> => {
  const records: string[] = [];
  for await (const block of run.read()) records.push(...block);
  return records;
};
const namesOf = async (scratch: Scratch) => (await scratch.list()).map(({ name }) => name);

describe.each(adapters)("The scratch space ($name)", (adapter) => {
  let opened: Opened<Scratch>;
  let scratch: Scratch;
  beforeEach(async () => {
    opened = await adapter.open();
    scratch = opened.port;
  });
  afterEach(() => opened.close());

  it("returns the records of each run as written, whatever their length, and repeatedly", async () => {
    const spool = scratch.open("e1.1.rows");
    const long = Array.from({ length: 3_000 }, (_, n) => `${n} ${"ü\t😀".repeat(n % 90)}`);
    const [few, many, none] = [
      await write(spool, ["a", "", "c"]),
      await write(spool, [...long, "x".repeat(300_000)]),
      await write(spool, []),
    ];
    expect(await read(many)).toEqual([...long, "x".repeat(300_000)]);
    expect(await read(few)).toEqual(["a", "", "c"]);
    expect(await read(few)).toEqual(["a", "", "c"]);
    expect(await read(none)).toEqual([]);
    await spool.remove();
  });

  it("returns several runs at once, each in order", async () => {
    const spool = scratch.open("e1.1.rows");
    const runs = [await write(spool, ["1", "2", "3", "4", "5"]), await write(spool, ["6", "7", "8", "9"])];
    expect(await Promise.all(runs.map(read))).toEqual([
      ["1", "2", "3", "4", "5"],
      ["6", "7", "8", "9"],
    ]);
    await spool.remove();
  });

  it("counts the size of its runs, without removed ones", async () => {
    const spool = scratch.open("e1.1.rows");
    expect(spool.bytes()).toBe(0);
    const first = await write(spool, ["x".repeat(1_000)]);
    const one = spool.bytes();
    expect(one).toBeGreaterThanOrEqual(1_000);
    await write(spool, ["x".repeat(5_000)]);
    expect(spool.bytes()).toBeGreaterThanOrEqual(6_000);
    await first.remove();
    expect(spool.bytes()).toBeLessThan(5_500);
    await spool.remove();
    expect(spool.bytes()).toBe(0);
  });

  it("has nothing under a name before its first run or after its removal", async () => {
    const spool = scratch.open("e1.1.rows");
    expect(await namesOf(scratch)).toEqual([]);
    await write(spool, ["a"]);
    const [listed] = await scratch.list();
    expect(listed?.name).toBe("e1.1.rows");
    expect(listed?.modifiedAt).toBeInstanceOf(Date);
    await spool.remove();
    await spool.remove();
    expect(await scratch.list()).toEqual([]);
  });

  it("lists what a killed process left, and lets another one remove it once", async () => {
    await write(scratch.open("e1.1.rows"), ["a"]);
    await write(scratch.open("e2.1.rows"), ["b"]);
    scratch = await opened.reopen();
    expect((await namesOf(scratch)).toSorted()).toEqual(["e1.1.rows", "e2.1.rows"]);
    expect([await scratch.remove("e1.1.rows"), await scratch.remove("e1.1.rows")]).toEqual([true, false]);
    expect(await namesOf(scratch)).toEqual(["e2.1.rows"]);
  });

  it("fails, rather than ending early, if a run is removed while it is read", async () => {
    const spool = scratch.open("e1.1.rows");
    const all = Array.from({ length: 60_000 }, (_, n) => `record ${n}`);
    const run = await write(spool, all);
    const seen: string[] = [];
    const reading = (async () => {
      for await (const block of run.read()) {
        seen.push(...block);
        await spool.remove();
      }
    })();
    await expect(reading).rejects.toThrow();
    expect(seen.length).toBeLessThan(all.length);
  });

  it.each(["", "..", "../a", "a/b", ".hidden", "x".repeat(201)])("refuses %j as a name", async (name) => {
    expect(() => scratch.open(name)).toThrow(RangeError);
    await expect(scratch.remove(name)).rejects.toThrow(RangeError);
  });
});
