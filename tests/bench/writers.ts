import type { Figure } from "./measure.ts";
import { writerBeside } from "./writers-beside.ts";
import { excelFigures } from "./writers-excel.ts";
import { rowsAsked } from "./writers-measure.ts";

/** Excel's writer beside exceljs on the rows of `--rows` (100,000): files with every feature on both sides, whose cells are compared. */
export const run = async (): Promise<Figure[]> => {
  const rows = rowsAsked();
  return [...(await writerBeside({ ours: "excel", peer: "exceljs", goal: 0.2 }, rows)), ...(await excelFigures(rows))];
};
