import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isProblem, parseFormula } from "#domain/formulas/syntax/parse.ts";
import { hasOffice } from "#tests/support/office.ts";
import { givenSeed } from "../expected/random-filters.ts";
import { callsOfEveryFunction } from "./every-function.ts";
import { type Lack, lacksOfOffice, lacksOfPoi } from "./lacks.ts";
import { randomFormulas } from "./random-formulas.ts";
import { poiJars, readInOffice, readInPoi, type Said } from "./readers.ts";
import { workbookOf } from "./workbook.ts";

/**
 * Excel drops formulas that it cannot read. It does not run here, so two other programs have to read what Sheaf
 * accepts.
 */

const seed = givenSeed();
const jars = await poiJars();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheaf-formulas-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const calls = callsOfEveryFunction();
const atRandom = randomFormulas(seed, 2_000)
  .map(({ formula }) => formula)
  .filter((formula) => !isProblem(parseFormula(formula)));
/** No program can read these. A reader that accepts everything would pass without them. */
const wrong = ["=ROUND(10.456 1)", "=SUM(A1%2)", "=A1()", "=FV(C1,D1)", "=TYPE()", "=NA(1)", "=SUMM(1)"];

type Reader = {
  read(workbook: string): Promise<Said>;
  refuses(said: string): boolean;
  lacks: readonly Lack[];
  /** Puts the text of a formula into another. */
  within?(text: string): string;
};

/** Response of a program about formulas: '' for those that it can read. */
const answers = async (formulas: readonly string[], { read, refuses, within }: Reader): Promise<string[]> => {
  const workbook = join(folder, "formulas.xlsx");
  await writeFile(workbook, await workbookOf(formulas, within));
  const said = await read(workbook);
  return formulas.map((_, index) => {
    const answer = said.get(index + 1) ?? "lost";
    return answer === "lost" || refuses(answer) ? answer : "";
  });
};

/** Returns the formulas that a program can't read, each with its response. */
const unreadable = async (formulas: readonly string[], reader: Reader): Promise<string[]> => {
  const said = await answers(formulas, reader);
  return formulas.flatMap((formula, index) =>
    said[index] === "" || reader.lacks.some(({ has }) => has(formula))
      ? []
      : [`${formula} is answered by: ${said[index]}`],
  );
};

/** Response of a program about wrong formulas. Logs which of its gaps are closed. */
const answersToWrong = async (reader: Reader): Promise<string[]> => {
  const examples = reader.lacks.map(({ example }) => example);
  const said = await answers([...wrong, ...examples], reader);
  for (const [index, { what, reason }] of reader.lacks.entries())
    if (said[wrong.length + index] === "") console.log(`No longer true of ${what}: ${reason}`);
  return said.slice(0, wrong.length);
};

describe.runIf(jars !== undefined)("Apache POI", () => {
  const poi: Reader = {
    read: (workbook) => readInPoi(jars ?? "", workbook),
    refuses: (said) => said !== "",
    lacks: lacksOfPoi,
  };

  it("reads every function with its minimum and maximum number of arguments", async () => {
    expect(await unreadable(calls, poi)).toEqual([]);
  });

  it(`reads those of 2,000 random formulas that Sheaf accepts (RANDOM_SEED=${seed})`, async () => {
    expect(await unreadable(atRandom, poi)).toEqual([]);
  });

  it("reports every wrong formula", async () => {
    expect(await answersToWrong(poi)).not.toContain("");
  });
});

describe.runIf(hasOffice())("LibreOffice", () => {
  /**
   * Errors that say "I cannot read this". The others are of values, as 502 (invalid argument) and 523 (no convergence).
   * https://help.libreoffice.org/latest/en-US/text/scalc/05/02140000.html
   */
  const cannotRead = /^(?:#NAME\?|Err:(?:501|507|508|509|510|511|512|520|525|527|533|539))$/;
  const office: Reader = {
    read: (workbook) => readInOffice(workbook, folder),
    refuses: (said) => cannotRead.test(said),
    lacks: lacksOfOffice,
  };
  /** Err:504 is a wrong number of arguments, or one of the wrong kind, as many random ones are. */
  const counting = { ...office, refuses: (said: string) => said === "Err:504" || office.refuses(said) };

  it("reads every function with its minimum and maximum number of arguments", async () => {
    expect(await unreadable(calls, counting)).toEqual([]);
  });

  it(`reads those of 2,000 random formulas that Sheaf accepts (RANDOM_SEED=${seed})`, async () => {
    // LibreOffice reads all of this and computes none of it. Some would take hours, or more memory than there is.
    const within = (text: string): string => `IF(FALSE,(${text}))`;
    expect(await unreadable(atRandom, { ...office, within })).toEqual([]);
  });

  it("reports every wrong formula", async () => {
    expect(await answersToWrong(counting)).not.toContain("");
  });
});
