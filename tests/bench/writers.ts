import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Figure, median } from "./measure.ts";

const child = fileURLToPath(new URL("./writers-child.ts", import.meta.url));

export type WriterFigures = { cpuSeconds: number; peakMiB: number; bytes: number };

/** Writes rows with one writer in a process of its own, started with some flags of Node. */
export const measureWriter = async (mode: string, rows: number, flags: string[] = []): Promise<WriterFigures> => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--disable-warning=ExperimentalWarning",
    ...flags,
    child,
    mode,
    `${rows}`,
  ]);
  return JSON.parse(stdout) as WriterFigures;
};

const rounds = 5;
const rows = 20_000;

/** Each of our writers beside the library that it stands for, turn by turn; the cost of making the rows is taken off both. */
export const run = async (): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const { ours, peer, goal } of [
    { ours: "excel", peer: "exceljs", goal: 0.5 },
    { ours: "csv", peer: "csv-stringify", goal: 0.7 },
    { ours: "xml", peer: "xmlbuilder2", goal: 0.3 },
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
    const text = `CPU at most ${goal} of ${peer}'s (${share.toFixed(2)})`;
    const pairs = { cpu: [of(own, (run) => run.cpuSeconds), of(theirs, (run) => run.cpuSeconds)] as const };
    const memory = [of(own, (run) => run.peakMiB), of(theirs, (run) => run.peakMiB)] as const;
    figures.push(
      {
        name: `${rows} rows of 28 columns to ${ours}, CPU`,
        value: pairs.cpu[0],
        unit: "s",
        peer: { name: peer, value: pairs.cpu[1], ratio: pairs.cpu[1] / pairs.cpu[0] },
        goal: { text, met: share <= goal },
      },
      {
        name: `${rows} rows of 28 columns to ${ours}, peak memory`,
        value: memory[0],
        unit: "MiB",
        peer: { name: peer, value: memory[1], ratio: memory[1] / memory[0] },
      },
    );
  }
  return figures;
};
