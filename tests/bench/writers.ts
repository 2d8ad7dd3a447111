import { type Figure, median } from "./measure.ts";
import { excelFigures } from "./writers-excel.ts";
import { measureWriter, rowsAsked, type WriterFigures } from "./writers-measure.ts";

const rounds = 5;

/**
 * Each of our writers beside the library that it stands for, turn by turn, on the rows of `--rows` (100,000); the cost of making the rows is
 * taken off both. Excel's files have every feature on both sides, and what they hold is compared before anything is measured.
 */
export const run = async (): Promise<Figure[]> => {
  const rows = rowsAsked();
  const figures: Figure[] = [];
  for (const { ours, peer, goal } of [
    { ours: "excel", peer: "exceljs", goal: 0.2 },
    { ours: "csv", peer: "csv-stringify", goal: 0.55 },
    { ours: "xml", peer: "xmlbuilder2", goal: 0.2 },
  ]) {
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
    const of = (runs: WriterFigures[], pick: (figures: WriterFigures) => number) => median(runs.map(pick));
    const share = median(shares);
    const text = `CPU at most ${goal} of ${peer}'s (${share.toFixed(3)})`;
    const pairs = { cpu: [of(own, (run) => run.cpuSeconds), of(theirs, (run) => run.cpuSeconds)] as const };
    const memory = [of(own, (run) => run.peakMiB), of(theirs, (run) => run.peakMiB)] as const;
    figures.push(
      {
        name: `${rows} rows of 30 columns to ${ours}, CPU`,
        value: pairs.cpu[0],
        unit: "s",
        peer: { name: peer, value: pairs.cpu[1], ratio: pairs.cpu[1] / pairs.cpu[0] },
        goal: { text, met: share <= goal },
      },
      {
        name: `${rows} rows of 30 columns to ${ours}, peak memory`,
        value: memory[0],
        unit: "MiB",
        peer: { name: peer, value: memory[1], ratio: memory[1] / memory[0] },
      },
    );
  }
  return [...figures, ...(await excelFigures(rows))];
};
