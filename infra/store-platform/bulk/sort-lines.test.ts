import { readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createWorkFiles } from "../../folder/work-files.ts";
import { type Keyed, sortedByKey } from "./sort-lines.ts";

it("what is far larger than a run comes out by falling keys, equal ones as they came, and leaves no file", async () => {
  const folder = join(tmpdir(), `sheaf-sort-${process.pid}`);
  const filler = "x".repeat(2_000);
  const keyOf = (n: number) => (n * 7_919) % 1_000;
  async function* source(): AsyncGenerator<Keyed[]> {
    for (let n = 0; n < 20_000; n += 100)
      yield Array.from({ length: 100 }, (_, more) => ({
        key: keyOf(n + more),
        // One of them is longer than what is read at a time.
        bytes: Buffer.from(`${n + more} ${n + more === 77 ? filler.repeat(100) : filler}`),
      }));
  }
  const numbers: number[] = [];
  for await (const batch of sortedByKey(source(), createWorkFiles(folder)))
    for (const { key, bytes } of batch) {
      const number = Number.parseInt(bytes.toString("latin1", 0, 8), 10);
      expect(keyOf(number)).toBe(key);
      numbers.push(number);
    }
  const expected = Array.from({ length: 20_000 }, (_, n) => n).sort((a, b) => keyOf(b) - keyOf(a) || a - b);
  expect(numbers).toEqual(expected);
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});
