import { FileType, Grouping, WorksheetSplitter } from "#domain/enumerations.ts";
import type { Preferences } from "#domain/shop/preferences.ts";
import { codePages } from "#domain/text/code-page.ts";
import { coveringArray, type Factors } from "./covering-array.ts";
import { type DesignName, designNames } from "./designs.ts";
import { type FilterName, filterNames } from "./filters.ts";

/** One report: the merchant's choices, and the shop's whole set-up. */
export type ReportCase = {
  format: FileType;
  grouping: Grouping;
  splitter: WorksheetSplitter;
  design: DesignName;
  filter: FilterName;
} & Preferences;

const yesAndNo = [false, true] as const;
const csv = [FileType.Csv];
const coloured = [FileType.Excel, FileType.Html];

/** Everything that changes a file, with all of its values; the compiler refuses a preference that is missing here. */
export const factors: Factors<ReportCase> = {
  format: { values: Object.values(FileType) },
  grouping: { values: Object.values(Grouping) },
  splitter: { values: Object.values(WorksheetSplitter) },
  design: { values: designNames },
  filter: { values: filterNames },
  UserDateFormat: { values: [0, 1, 2] },
  SatinizeLetters: { values: yesAndNo },
  ReplaceDashesSlashes: { values: yesAndNo },
  // Changes no file; that it does not is seen too.
  AllowExperimental: { values: yesAndNo },
  AlternateRowsStyle: { values: [0, 1, 2], shownBeside: coloured },
  // Those that are offered, and a sign that is typed.
  CsvSeparator: { values: [",", "\t", ";", "|", "^"], shownBeside: csv },
  CsvFileExtension: { values: ["csv", "txt"], shownBeside: csv },
  ShowCsvHeaders: { values: yesAndNo, shownBeside: csv },
  CsvIncludeNewlines: { values: yesAndNo, shownBeside: csv },
  CsvUseCommaForDecimals: { values: yesAndNo, shownBeside: csv },
  CsvEncoding: { values: codePages.map(({ value }) => value), shownBeside: csv },
  CsvBom: { values: yesAndNo, shownBeside: csv },
};

/** The configuration refuses a comma that is both separator and decimal sign. */
const clash = (one: string, value: unknown, other: string, beside: unknown): boolean => {
  const chosen: Record<string, unknown> = { [one]: value, [other]: beside };
  return chosen.CsvSeparator === "," && chosen.CsvUseCommaForDecimals === true;
};

const covering = { of: "format", clash } as const;

/** The reports whose files are checked: any two values of any two factors occur together in a file that shows both. */
export const reportCases = (): ReportCase[] => coveringArray(factors, covering, 12);

const nameIn = (names: Readonly<Record<string, unknown>>, value: unknown): string =>
  Object.entries(names).find(([, one]) => one === value)?.[0] ?? String(value);

/** A report's description in words, for the message about a wrong file. */
export const caseInWords = (report: ReportCase): string => {
  const { format, grouping, splitter, design, filter, ...preferences } = report;
  const split = splitter === WorksheetSplitter.None ? "" : ` split by ${nameIn(WorksheetSplitter, splitter)}`;
  const words = Object.entries(preferences)
    .filter(([name]) => factors[name as keyof Preferences].shownBeside?.includes(format) ?? true)
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return `${nameIn(FileType, format)} of ${nameIn(Grouping, grouping)}${split}, ${design}, ${filter}; ${words.join(", ")}`;
};
