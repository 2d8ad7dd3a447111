import { MemoryLimitExceeded } from "./memory-budget.ts";
import { createCursor, createRunCursor, merge } from "./merge.ts";
import type { Run, SpillOptions } from "./spool.ts";

/** Items in one order, in sorted runs outside of memory: an external merge sort. */
export type Runs<T> = {
  /** Writes sorted items as a run. Among equal items, earlier runs come first. @throws {MemoryLimitExceeded} */
  write(items: Iterable<T>): Promise<void>;
  /** Items written. */
  count(): number;
  /** Items {@link Runs.mergeDown} would write. */
  recordsToMerge(): number;
  /**
   * Merges runs into longer ones until all can be read at the same time. Calls `onRecord` per item written.
   * @throws {MemoryLimitExceeded}
   */
  mergeDown(onRecord?: () => void): Promise<void>;
  /**
   * All items in order, in batches, merged with those of `last`. Equal items keep their arrival order, with those of
   * `last` at the end.
   */
  readMerged(last: Iterable<T>): AsyncIterable<readonly T[]>;
  remove(): Promise<void>;
};

/** Each run that is read at the same time is an open file and a block in memory. */
const maxOpenRuns = 32;

/** Merges only neighbors, which keeps the arrival order of equal items, and every run once before any twice. */
export const planMerges = (runs: number, maxRuns = maxOpenRuns): { from: number; many: number }[] => {
  const plan: { from: number; many: number }[] = [];
  for (let [remaining, from] = [runs, 0]; remaining > maxRuns; ) {
    const many = Math.min(maxRuns, remaining - maxRuns + 1);
    if (from + many > remaining) from = 0;
    plan.push({ from, many });
    remaining -= many - 1;
    from += 1;
  }
  return plan;
};

type StoredRun = { run: Run; records: number };

/** `compare`: must not change once only merges are left; each run keeps the order it was written in. */
export const createRuns = <T>(options: {
  spilling: SpillOptions;
  pack(item: T): string;
  unpack(record: string): T;
  compare(left: T, right: T): number;
}): Runs<T> => {
  const { pack, unpack, compare } = options;
  const { spool, bytesAtMost, yieldToEventLoop } = options.spilling;
  const runs: StoredRun[] = [];
  let count = 0;

  const written = async (
    batches: Iterable<Iterable<T>> | AsyncIterable<Iterable<T>>,
    onRecord?: () => void,
  ): Promise<StoredRun> => {
    const writer = await spool.begin();
    let many = 0;
    for await (const items of batches)
      for (const item of items) {
        // An empty await costs as much as the rest of the loop.
        const breath = yieldToEventLoop();
        if (breath !== undefined) await breath;
        const taken = writer.append(pack(item));
        if (taken !== undefined) await taken;
        if (spool.bytes() > bytesAtMost) throw new MemoryLimitExceeded();
        many += 1;
        onRecord?.();
      }
    return { run: await writer.end(), records: many };
  };
  const cursorsOf = (some: readonly StoredRun[]) =>
    Promise.all(some.map(({ run }) => createRunCursor(run.read(), unpack)));

  return {
    async write(items) {
      const run = await written([items]);
      count += run.records;
      runs.push(run);
    },
    count: () => count,
    recordsToMerge: () =>
      countWrittenRecords(
        planMerges(runs.length),
        runs.map((run) => run.records),
      ),
    async mergeDown(onRecord) {
      for (const { from, many } of planMerges(runs.length)) {
        const some = runs.slice(from, from + many);
        const longer = await written(merge(await cursorsOf(some), compare), onRecord);
        runs.splice(from, many, longer);
        for (const { run } of some) await run.remove();
      }
    },
    async *readMerged(last) {
      yield* merge([...(await cursorsOf(runs)), createCursor(last)], compare);
    },
    async remove() {
      for (const { run } of runs.splice(0)) await run.remove();
    },
  };
};

const countWrittenRecords = (plan: readonly { from: number; many: number }[], records: readonly number[]): number => {
  const lengths = [...records];
  let work = 0;
  for (const { from, many } of plan) {
    const length = lengths.slice(from, from + many).reduce((sum, one) => sum + one, 0);
    lengths.splice(from, many, length);
    work += length;
  }
  return work;
};
