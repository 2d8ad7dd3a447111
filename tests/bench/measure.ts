/** Tools of all benchmarks: medians over interleaved rounds, percentiles, and the two-core check. */

export type Figure = {
  name: string;
  value: number;
  unit: string;
  /** The peer measured in the same run and how many times ours that is; absent for figures with a fixed goal. */
  peer?: { name: string; value: number; ratio: number };
  /** The goal in words, and whether this run met it. */
  goal?: { text: string; met: boolean };
};

/** The number behind an option of the command line. */
export const numberAfter = (name: string, otherwise: number): number => {
  const at = process.argv.indexOf(name);
  return at === -1 ? otherwise : Number(process.argv[at + 1]);
};

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
};

/** The value below which a share of all values lies; nearest rank. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
};

/** Seconds that an asynchronous piece of work takes. */
export const seconds = async (work: () => Promise<unknown> | unknown): Promise<number> => {
  const start = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - start) / 1e9;
};

/** Measures ours and the peer in turn, so that a slow minute of the machine hits both; answers the medians. */
export const interleaved = async (
  rounds: number,
  ours: () => Promise<number>,
  peer: () => Promise<number>,
): Promise<{ ours: number; peer: number }> => {
  const a: number[] = [];
  const b: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    a.push(await ours());
    b.push(await peer());
  }
  return { ours: median(a), peer: median(b) };
};
