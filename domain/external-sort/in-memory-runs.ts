/** Items sorted in runs on arrival and merged on reading. No step blocks for long (D-5). */
export type InMemoryRuns<T> = {
  push(item: T): void;
  /** All items in order, equal ones as they arrived. Push nothing afterwards. */
  all(): Iterable<T>;
};

/** Items sorted together. */
const runLength = 1_000;

/** Among equal items, the earlier run's come first. */
function* mergeLazily<T>(runs: readonly T[][], compare: (left: T, right: T) => number): Generator<T> {
  if (runs.length <= 1) {
    yield* runs[0] ?? [];
    return;
  }
  const half = Math.ceil(runs.length / 2);
  const [left, right] = [mergeLazily(runs.slice(0, half), compare), mergeLazily(runs.slice(half), compare)];
  let [a, b] = [left.next(), right.next()];
  while (!a.done || !b.done) {
    if (!a.done && (b.done || compare(a.value, b.value) <= 0)) {
      yield a.value;
      a = left.next();
    } else if (!b.done) {
      yield b.value;
      b = right.next();
    }
  }
}

export const createInMemoryRuns = <T>(compare: (left: T, right: T) => number): InMemoryRuns<T> => {
  const runs: T[][] = [];
  let run: T[] = [];
  const endRun = (): void => {
    if (run.length > 0) runs.push(run.sort(compare));
    run = [];
  };
  return {
    push(item) {
      run.push(item);
      if (run.length >= runLength) endRun();
    },
    all() {
      endRun();
      return mergeLazily(runs, compare);
    },
  };
};
