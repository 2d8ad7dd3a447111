import { type Figure, median } from "./measure.ts";
import { measureWriter, type WriterFigures } from "./writers-measure.ts";

const rounds = 5;

/** One of our writers, the library that it stands for, and the share of its CPU that ours may take. */
export type Beside = { ours: string; peer: string; goal: number };

/** A writer beside its peer, turn by turn; the cost of making the rows is taken off both. */
export const writerBeside = async ({ ours, peer, goal }: Beside, rows: number): Promise<Figure[]> => {
  const shares: number[] = [];
  const own: WriterFigures[] = [];
  const theirs: WriterFigures[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const made = await measureWriter("rows", rows);
    const a = await measureWriter(ours, rows);
    const b = await measureWriter(peer, rows);
    own.push(a);
    theirs.push(b);
    shares.push((a.cpuSeconds - made.cpuSeconds) / (b.cpuSeconds - made.cpuSeconds));
  }
  const share = median(shares);
  const figure = (what: string, unit: string, pick: (figures: WriterFigures) => number): Figure => {
    const [value, peers] = [median(own.map(pick)), median(theirs.map(pick))];
    return {
      name: `${rows} rows of 30 columns to ${ours}, ${what}`,
      value,
      unit,
      peer: { name: peer, value: peers, ratio: peers / value },
    };
  };
  return [
    {
      ...figure("CPU", "s", (run) => run.cpuSeconds),
      goal: { text: `CPU at most ${goal} of ${peer} (${share.toFixed(3)})`, met: share <= goal },
    },
    figure("peak memory", "MiB", (run) => run.peakMiB),
  ];
};
