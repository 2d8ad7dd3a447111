import { readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createFolderScratch } from "../../folder/scratch.ts";
import { type Keyed, sortedByKey } from "./sort-lines.ts";

it("more lines than one run are sorted by descending key, equal ones in input order, and leave no file", async () => {
  const folder = join(tmpdir(), `sheaf-sort-${process.pid}`);
  const filler = "x".repeat(2_000);
  const keyOf = (n: number) => (n * 7_919) % 1_000;
  async function* source(): AsyncGenerator<Keyed[]> {
    for (let n = 0; n < 20_000; n += 100)
      yield Array.from({ length: 100 }, (_, more) => ({
        key: keyOf(n + more),
        // One of them is longer than a single read.
        bytes: Buffer.from(`${n + more} ${n + more === 77 ? filler.repeat(100) : filler}`),
      }));
  }
  const spool = createFolderScratch({ folder }).open("e1.1.lines");
  const numbers: number[] = [];
  for await (const batch of sortedByKey(source(), spool, new AbortController().signal))
    for (const { key, bytes } of batch) {
      const number = Number.parseInt(bytes.toString("latin1", 0, 8), 10);
      expect(keyOf(number)).toBe(key);
      numbers.push(number);
    }
  const expected = Array.from({ length: 20_000 }, (_, n) => n).sort((a, b) => keyOf(b) - keyOf(a) || a - b);
  expect(numbers).toEqual(expected);
  expect(spool.bytes()).toBe(0);
  expect(await readdir(join(folder, "e1.1.lines"))).toEqual([]);
  await rm(folder, { recursive: true });
});

it("stops on request", async () => {
  const folder = join(tmpdir(), `sheaf-sort-told-${process.pid}`);
  const stopping = new AbortController();
  async function* source(): AsyncGenerator<Keyed[]> {
    for (let n = 0; n < 400; n += 1) {
      if (n === 300) stopping.abort(new Error("stopped"));
      yield [{ key: n, bytes: Buffer.alloc(100_000, "x") }];
    }
  }
  const spool = createFolderScratch({ folder }).open("e1.1.lines");
  const reading = async () => {
    for await (const batch of sortedByKey(source(), spool, stopping.signal)) expect(batch).toEqual([]);
  };
  await expect(reading()).rejects.toThrow("stopped");
  await spool.remove();
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});
