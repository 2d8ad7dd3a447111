import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Cell } from "exceljs";
import { openExcel } from "#tests/support/read-report.ts";
import { measureWriter } from "./writers-measure.ts";

const rows = 3_000;
const run = promisify(execFile);

/** Properties in which two files must agree, per cell. A number format matters only for numbers and dates. */
const seen = ({ value, numFmt, fill }: Cell) => ({
  value: value instanceof Date ? new Date(Math.round(value.getTime() / 1_000) * 1_000).toISOString() : value,
  format: typeof value === "number" || value instanceof Date ? (numFmt ?? "General") : undefined,
  filled: fill?.type === "pattern" && fill.pattern === "solid",
});

const read = async (file: string) => {
  const [sheet] = (await openExcel(await readFile(file))).worksheets;
  if (!sheet) throw new Error(`${file} has no worksheet.`);
  const { views, autoFilter, columnCount } = sheet;
  const widths = Array.from({ length: columnCount }, (_, at) => sheet.getColumn(at + 1).width);
  const cells: ReturnType<typeof seen>[][] = [];
  for (let row = 1; row <= sheet.rowCount; row += 1)
    cells.push(Array.from({ length: columnCount }, (_, at) => seen(sheet.getCell(row, at + 1))));
  const bold = sheet.getCell("A1").font?.bold ?? sheet.getRow(1).font?.bold;
  return { cells, widths, bold, frozen: views[0]?.state, filters: autoFilter !== undefined };
};

const inLibreOffice = async (directory: string, name: string): Promise<string> => {
  const profile = `-env:UserInstallation=file://${join(directory, "profile")}`;
  await run("libreoffice", [
    profile,
    "--headless",
    "--convert-to",
    "csv",
    "--outdir",
    directory,
    join(directory, name),
  ]);
  return readFile(join(directory, name.replace(/xlsx$/, "csv")), "utf8");
};

const hasLibreOffice = (): Promise<boolean> =>
  run("libreoffice", ["--version"]).then(
    () => true,
    () => false,
  );

/**
 * Writes the same rows with our writer and with exceljs, and reads both with exceljs, and with LibreOffice where that is installed.
 * @throws {assert.AssertionError} where a cell, a format, a fill, a width, the header or the filter differs: a figure would say nothing then
 */
export const checkValidity = async (): Promise<void> => {
  const directory = await mkdtemp(join(tmpdir(), "sheaf-bench-"));
  try {
    const files = { excel: join(directory, "excel.xlsx"), exceljs: join(directory, "exceljs.xlsx") };
    for (const [mode, file] of Object.entries(files)) await measureWriter(mode, rows, { file });
    const [{ cells: own, ...sheet }, { cells: theirs, ...theirSheet }] = [
      await read(files.excel),
      await read(files.exceljs),
    ];
    assert.deepEqual(sheet, theirSheet);
    assert.equal(own.length, theirs.length);
    // Row by row: to say how two large values differ takes Node minutes.
    for (const [row, cells] of own.entries()) assert.deepEqual(cells, theirs[row]);
    if (!(await hasLibreOffice())) return console.log("LibreOffice is not installed: read back with exceljs alone.");
    const ours = await inLibreOffice(directory, "excel.xlsx");
    assert.ok(ours.split("\n").length > rows, "LibreOffice reads every row");
    const theirText = await inLibreOffice(directory, "exceljs.xlsx");
    assert.ok(ours === theirText, "LibreOffice reads the same of both");
    console.log(`both files of ${rows} rows hold the same, read with exceljs and with LibreOffice`);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};
