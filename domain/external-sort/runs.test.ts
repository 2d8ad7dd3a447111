import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MemoryLimitExceeded } from "./memory-budget.ts";
import { createRuns, planMerges } from "./runs.ts";
import { spillOptionsForTests, spoolForTests } from "./spool-for-tests.ts";

type Thing = { key: number; came: number };
const compare = (a: Thing, b: Thing) => a.key - b.key;
const runsOf = (spilling = spillOptionsForTests(0)) =>
  createRuns<Thing>({ spilling, pack: (thing) => JSON.stringify(thing), unpack: (text) => JSON.parse(text), compare });

describe("sorted runs", () => {
  it("are merged into one order with equal records in order of arrival, whatever their number and length", async () => {
    const keys = fc.array(fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 5 }), { maxLength: 120 });
    await fc.assert(
      fc.asyncProperty(keys, fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 5 }), async (parts, rest) => {
        let came = 0;
        const things = [...parts, rest].map((part) => part.map((key): Thing => ({ key, came: came++ })));
        const runs = runsOf();
        const last = things.pop() ?? [];
        for (const part of things) await runs.write(part.toSorted(compare));
        let moved = 0;
        const toMove = runs.recordsToMerge();
        await runs.mergeDown(() => {
          moved += 1;
        });
        expect(moved).toBe(toMove);
        const merged: Thing[] = [];
        for await (const some of runs.readMerged(last.toSorted(compare))) merged.push(...some);
        expect(merged).toEqual([...things.flat(), ...last].sort((a, b) => a.key - b.key || a.came - b.came));
      }),
      { numRuns: 60 },
    );
  });

  it("keep equal records in order of arrival over several rounds of merges", async () => {
    const runs = runsOf();
    for (let came = 0; came < 2_000; came += 1) await runs.write([{ key: 1, came }]);
    await runs.mergeDown();
    const merged: number[] = [];
    for await (const some of runs.readMerged([{ key: 1, came: 2_000 }])) merged.push(...some.map(({ came }) => came));
    expect(merged).toEqual([...Array(2_001).keys()]);
  });

  it("are merged with their neighbors, a few at a time, until few enough remain to read at once", () => {
    expect(planMerges(32)).toEqual([]);
    expect(planMerges(34)).toEqual([{ from: 0, many: 3 }]);
    for (const runs of [33, 64, 100, 1_000, 5_000]) {
      let left = runs;
      for (const { from, many } of planMerges(runs)) {
        expect(from + many).toBeLessThanOrEqual(left);
        expect(many).toBeLessThanOrEqual(32);
        left -= many - 1;
      }
      expect(left).toBe(32);
    }
  });

  it("are rejected if they take more space than allowed", async () => {
    const spool = spoolForTests();
    const runs = runsOf({ ...spillOptionsForTests(0, spool), bytesAtMost: 100 });
    await runs.write([{ key: 1, came: 0 }]);
    const many = Array.from({ length: 10 }, (_, came) => ({ key: 1, came }));
    await expect(runs.write(many)).rejects.toThrow(MemoryLimitExceeded);
  });

  it("stop merging within one record of an abort", async () => {
    let things = 0;
    const stopped = new Error("stopped");
    const breathe = () => {
      things += 1;
      if (things > 150) throw stopped;
    };
    const runs = runsOf({ ...spillOptionsForTests(0), yieldToEventLoop: breathe });
    for (let n = 0; n < 100; n += 1) await runs.write([{ key: n, came: n }]);
    await expect(runs.mergeDown()).rejects.toBe(stopped);
    expect(things).toBe(151);
  });
});
