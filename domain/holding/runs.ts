import { cursorOf, cursorOfRun, merge } from "./merge.ts";
import type { Run, Spilling } from "./spool.ts";
import { HoldsTooMuch } from "./weight.ts";

/** Things in one order, in sorted runs outside of memory: an external merge sort. */
export type Runs<T> = {
  /** Writes things as a run; they are in order, and come after those of the runs before where they are equal to them. @throws {HoldsTooMuch} */
  write(things: Iterable<T>): Promise<void>;
  /** How many things were written. */
  count(): number;
  /** How many things {@link Runs.narrow} would write. */
  toNarrow(): number;
  /** Merges runs into longer ones until few enough are left to be read at once. `told`: of each thing written. @throws {HoldsTooMuch} */
  narrow(told?: () => void): Promise<void>;
  /** All of them, and those of `last` behind them, some at a time in their order; equal ones as they came. */
  merged(last: Iterable<T>): AsyncIterable<readonly T[]>;
  /** Removes what is left of them. */
  remove(): Promise<void>;
};

/** Runs that are read at once: as many open files, and blocks of them in memory. */
const atOnce = 32;

/**
 * Which runs are merged, one time after the other, until `atOnce` are left: always neighbors, which keeps the order in which equal things
 * came, and round the line, so that none is merged twice before all were once.
 */
export const planOfMerges = (runs: number, most = atOnce): { from: number; many: number }[] => {
  const plan: { from: number; many: number }[] = [];
  for (let [left, from] = [runs, 0]; left > most; ) {
    const many = Math.min(most, left - most + 1);
    if (from + many > left) from = 0;
    plan.push({ from, many });
    left -= many - 1;
    from += 1;
  }
  return plan;
};

type Written = { run: Run; records: number };

/** `compare`: fixed as long as nothing but merges is left to do; a run is in the order that it gave when that was written. */
export const createRuns = <T>(options: {
  spilling: Spilling;
  pack(thing: T): string;
  unpack(record: string): T;
  compare(left: T, right: T): number;
}): Runs<T> => {
  const { pack, unpack, compare } = options;
  const { spool, bytesAtMost, breathe } = options.spilling;
  const runs: Written[] = [];
  let count = 0;

  const written = async (
    batches: Iterable<Iterable<T>> | AsyncIterable<Iterable<T>>,
    told?: () => void,
  ): Promise<Written> => {
    const writer = await spool.begin();
    let many = 0;
    for await (const things of batches)
      for (const thing of things) {
        // To wait where there is nothing to wait for would cost as much as the rest.
        const breath = breathe();
        if (breath !== undefined) await breath;
        const taken = writer.append(pack(thing));
        if (taken !== undefined) await taken;
        if (spool.bytes() > bytesAtMost) throw new HoldsTooMuch();
        many += 1;
        told?.();
      }
    return { run: await writer.end(), records: many };
  };
  const cursorsOf = (some: readonly Written[]) => Promise.all(some.map(({ run }) => cursorOfRun(run.read(), unpack)));

  return {
    async write(things) {
      const run = await written([things]);
      count += run.records;
      runs.push(run);
    },
    count: () => count,
    toNarrow: () =>
      workOf(
        planOfMerges(runs.length),
        runs.map((run) => run.records),
      ),
    async narrow(told) {
      for (const { from, many } of planOfMerges(runs.length)) {
        const some = runs.slice(from, from + many);
        const longer = await written(merge(await cursorsOf(some), compare), told);
        runs.splice(from, many, longer);
        for (const { run } of some) await run.remove();
      }
    },
    async *merged(last) {
      yield* merge([...(await cursorsOf(runs)), cursorOf(last)], compare);
    },
    async remove() {
      for (const { run } of runs.splice(0)) await run.remove();
    },
  };
};

/** How many records the merges of a plan write. */
const workOf = (plan: readonly { from: number; many: number }[], records: readonly number[]): number => {
  const lengths = [...records];
  let work = 0;
  for (const { from, many } of plan) {
    const length = lengths.slice(from, from + many).reduce((sum, one) => sum + one, 0);
    lengths.splice(from, many, length);
    work += length;
  }
  return work;
};
