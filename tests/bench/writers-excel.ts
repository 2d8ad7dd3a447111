import { exporterStart } from "#processes/processes.ts";
import { type Figure, median } from "./measure.ts";
import { timesOfTwo } from "./second-core.ts";
import { measureWriter } from "./writers-measure.ts";
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
      text: `at most 1.15 times, under 160 MB (153 MiB) (${(large / small).toFixed(2)})`,
      met: large <= small * 1.15 && large * 1.048576 < 160,
    },
  };
};

/** Seconds without those that making the rows takes on as many cores, as of the processor's time (`writers-beside.ts`). */
const wall = async (rows: number): Promise<Figure[]> => {
  const before = await timesOfTwo();
  if (before > 1.2 && !process.argv.includes("--anyway")) {
    console.log("second core not available: wall time on two cores is not measured.");
    return [];
  }
  const seconds = async (mode: string, cores: string) =>
    (await measureWriter(mode, rows, { ...exporterStart, cores })).seconds;
  const taken = { one: [] as number[], two: [] as number[], rowsOnOne: [] as number[], rowsOnTwo: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    taken.one.push(await seconds("excel", "0"));
    taken.two.push(await seconds("excel", "0,1"));
    taken.rowsOnOne.push(await seconds("rows", "0"));
    taken.rowsOnTwo.push(await seconds("rows", "0,1"));
  }
  const after = await timesOfTwo();
  console.log(`two busy threads took ${before.toFixed(2)} times as long as one before, ${after.toFixed(2)} after`);
  const [alone, both] = [median(taken.one) - median(taken.rowsOnOne), median(taken.two) - median(taken.rowsOnTwo)];
  console.log(
    `with the rows made: ${median(taken.two).toFixed(2)} s on two cores, ${median(taken.one).toFixed(2)} s on one (${(median(taken.two) / median(taken.one)).toFixed(2)})`,
  );
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

/** Checks of Excel's writer only, once its file is known to equal exceljs's. */
export const excelFigures = async (rows: number): Promise<Figure[]> => {
  await checkValidity();
  return [await memory(rows), ...(await wall(rows))];
};
