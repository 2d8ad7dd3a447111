import { exporterStart } from "#infra/start/processes.ts";
import { type Figure, median } from "./measure.ts";
import { timesOfTwo } from "./second-core.ts";
import { measureWriter, type WriterFigures } from "./writers-measure.ts";
import { checkValidity } from "./writers-validity.ts";

const rounds = 5;

const memory = async (rows: number): Promise<Figure> => {
  const few: number[] = [];
  const many: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    few.push((await measureWriter("excel", rows, exporterStart)).peakMiB);
    many.push((await measureWriter("excel", rows * 10, exporterStart)).peakMiB);
  }
  const [small, large] = [median(few), median(many)];
  return {
    name: `${rows * 10} rows to excel, peak memory`,
    value: large,
    unit: "MiB",
    peer: { name: `${rows} rows`, value: small, ratio: large / small },
    goal: {
      text: `at most 1.15 times, under 160 MiB (${(large / small).toFixed(2)})`,
      met: large <= small * 1.15 && large < 160,
    },
  };
};

/** Seconds with the time that making the rows takes, which is taken off neither. */
const wall = async (rows: number): Promise<Figure[]> => {
  const before = await timesOfTwo();
  if (before > 1.2 && !process.argv.includes("--anyway")) {
    console.log("second core not available: wall time on two cores is not measured.");
    return [];
  }
  const one: WriterFigures[] = [];
  const two: WriterFigures[] = [];
  for (let round = 0; round < rounds; round += 1) {
    one.push(await measureWriter("excel", rows, { ...exporterStart, cores: "0" }));
    two.push(await measureWriter("excel", rows, { ...exporterStart, cores: "0,1" }));
  }
  const after = await timesOfTwo();
  console.log(`two busy threads took ${before.toFixed(2)} times as long as one before, ${after.toFixed(2)} after`);
  const [alone, both] = [one, two].map((runs) => median(runs.map(({ seconds }) => seconds))) as [number, number];
  return [
    {
      name: `${rows} rows to excel on two cores`,
      value: both,
      unit: "s",
      peer: { name: "on one", value: alone, ratio: both / alone },
      goal: { text: `at most 0.75 of the time on one (${(both / alone).toFixed(2)})`, met: both <= alone * 0.75 },
    },
  ];
};

/** What is asked of Excel's writer alone, once its file is known to hold what exceljs' does. */
export const excelFigures = async (rows: number): Promise<Figure[]> => {
  await checkValidity();
  return [await memory(rows), ...(await wall(rows))];
};
