import { functionTable } from "#domain/formulas/syntax/function-table.ts";
import { callWith } from "./every-function.ts";

/** Something correct that another program cannot read. */
export type Lack = { what: string; reason: string; example: string; has(formula: string): boolean };

/** Functions, each with its own lack. */
const functions = (names: string, reason: string): Lack[] =>
  names.split(" ").map((name) => {
    const call = new RegExp(`(?<![\\w.])(?:_xlfn\\.(?:_xlws\\.)?)?${name.replaceAll(".", "\\.")} ?\\(`, "i");
    const example = callWith(name, functionTable.get(name)?.minArguments ?? 0);
    return { what: name, reason, example, has: (formula) => call.test(formula) };
  });

/**
 * Splits a formula into its levels, innermost brackets first. In each, `@` stands for a call and `~` for plain brackets. For
 * `=SUM((A1,B1),2)` they are `(A1,B1)`, `SUM(~,2)` and `=@`. Texts are empty.
 */
const levelsOf = (formula: string): string[] => {
  const levels: string[] = [];
  let rest = formula.toUpperCase().replaceAll(/"(?:[^"]|"")*"/g, '""');
  for (let before = ""; before !== rest; ) {
    before = rest;
    rest = rest.replaceAll(/([\w.]*)\([^()]*\)/g, (level, name: string) => {
      levels.push(level);
      return name === "" ? "~" : "@";
    });
  }
  return [...levels, rest];
};

const form = (what: string, reason: string, example: string, level: RegExp): Lack => ({
  what,
  reason,
  example,
  has: (formula) => levelsOf(formula).some((one) => level.test(one)),
});

/** Apache POI 5.4. */
export const lacksOfPoi: readonly Lack[] = [
  ...functions("ISO.CEILING NETWORKDAYS.INTL", "Excel 2010 added it without a prefix, and POI does not know it."),
  form("brackets and #REF! beside a colon", "POI reads cells and calls there.", "=(B1):C2", /[~!] ?:|: ?[~#]/),
  form("a space before a colon", "POI takes it after single cells alone.", "=SUM(INDEX(B1:B2,1) :B3)", / :/),
];

/** LibreOffice 7.4. */
export const lacksOfOffice: readonly Lack[] = [
  ...functions("PHONETIC", "LibreOffice has no such function."),
  ...functions("DBCS", "LibreOffice calls it JIS in files."),
  ...functions("BAHTTEXT", "LibreOffice expects a prefix."),
  ...functions("IMCOSH IMCOT IMCSC IMCSCH IMSEC IMSECH IMSINH IMTAN", "LibreOffice expects no prefix."),
  ...functions("BINOM.DIST.RANGE", "LibreOffice calls it B in files."),
  ...functions(
    "ARRAYTOTEXT PERCENTOF REGEXEXTRACT REGEXREPLACE REGEXTEST TEXTAFTER TEXTBEFORE VALUETOTEXT XLOOKUP XMATCH",
    "It is younger than LibreOffice 7.4.",
  ),
  form("CHOOSE of more than 30 values", "LibreOffice says Err:508.", callWith("CHOOSE", 32), /^CHOOSE\((?:[^,]*,){31}/),
  form(
    "ACCRINT of eight arguments",
    "LibreOffice takes seven, else it says Err:504.",
    callWith("ACCRINT", 8),
    /^ACCRINT\((?:[^,]*,){7}/,
  ),
  form("errors in braces", "LibreOffice says Err:539.", "={1,#N/A}", /\{[^}]*#/),
  form(
    "intersections of calls, brackets and #REF!",
    "LibreOffice intersects cells alone, else it says Err:508 or Err:509.",
    "=SUM(INDEX(B1:C3,2,1) B1:B3)",
    /[@~!] +[\w$@~#]|[\w$] +[@~#]/,
  ),
];
