import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { parse } from "csv-parse/sync";
import { mavenJars } from "#tests/support/maven-jars.ts";
import { officeCsv, openInOffice } from "#tests/support/office.ts";
import { formulaColumn } from "./workbook.ts";

/**
 * Response of a program about the formula in each row, from 1: '' if it has no problem. A formula that it lost has no
 * entry.
 */
export type Said = ReadonlyMap<number, string>;

/** The class path of Apache POI, or undefined. Says once, in one line, why there is none. */
export const poiJars = async (): Promise<string | undefined> => {
  const jars = await mavenJars(join(import.meta.dirname, "pom.xml"));
  if (!("missing" in jars)) return jars.classPath;
  console.log(`Left out: Apache POI reads no formulas, as ${jars.missing}.`);
  return undefined;
};

/**
 * Parses the formulas of a workbook (see `workbookOf`) with POI. It counts arguments of the functions that Excel 2003
 * had.
 */
export const readInPoi = async (jars: string, workbook: string): Promise<Said> => {
  const program = join(import.meta.dirname, "ReadFormulas.java");
  const { stdout } = await promisify(execFile)("java", ["-cp", jars, program, workbook, String(formulaColumn)], {
    maxBuffer: 1e8,
  });
  const lines = stdout.split("\n").filter((line) => line !== "");
  return new Map(
    lines.map((line) => {
      const [row, problem = ""] = line.split("\t");
      return [Number(row), problem] as const;
    }),
  );
};

/**
 * Computes the formulas of a workbook (see `workbookOf`) with LibreOffice. Returns errors as LibreOffice shows them,
 * those of values too.
 */
export const readInOffice = async (workbook: string, folder: string): Promise<Said> => {
  const written = join(folder, `${basename(workbook, ".xlsx")}.csv`);
  // LibreOffice may exit with 0 and write no file. An older file would be read then.
  await rm(written, { force: true });
  await openInOffice(folder, [workbook], { written: officeCsv.shown });
  const file = await readFile(written, "utf8");
  const said = new Map<number, string>();
  for (const [index, cells] of (parse(file, { bom: true }) as string[][]).entries()) {
    const [shown = "", isFormula] = cells.slice(formulaColumn);
    if (isFormula === "TRUE") said.set(index + 1, /^(?:#[A-Z/\d]+[!?]?|Err:\d+)$/.test(shown) ? shown : "");
  }
  return said;
};
