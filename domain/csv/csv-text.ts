import type { Cell } from "../columns/definition.ts";
import type { Preferences } from "../shop/preferences.ts";
import { type CsvSettings, createCellText, createTextCell } from "./cell-text.ts";
import { createFieldWriter, endRecord, recordEnd } from "./serialize-record.ts";
import { createIsVerbatim } from "./verbatim-text.ts";

const byteOrderMark = "\ufeff";

/** The pieces of a CSV file, each with its record ends. */
export type CsvText = {
  /** Text before the first worksheet. */
  start: string;
  between: string;
  /** Start of a worksheet: its name, if any, and the column titles. */
  head(sheet: { name: string | null; titles: readonly string[] }): string;
  row(cells: readonly Cell[]): string;
};

/** UTF-8 only: in a code page the mark would read as three letters. */
const byteOrderMarkFor = ({ CsvBom, CsvEncoding }: Preferences): string =>
  CsvBom && CsvEncoding === 0 ? byteOrderMark : "";

/**
 * A CSV file as text, by the shop's configuration, for reports and the samples on the Configuration page.
 * `codePage` (domain/text/code-page.ts) encodes it. Each worksheet is a record with its name, titles, rows, and an
 * empty line.
 */
export const createCsvText = (settings: CsvSettings): CsvText => {
  const { preferences } = settings;
  const { CsvSeparator: separator } = preferences;
  const field = createFieldWriter(separator);
  const cellText = createCellText(settings);
  const text = createTextCell(preferences);
  const isOrdinary = createIsVerbatim(preferences);
  const record = (texts: readonly string[]): string => endRecord(texts.map((one) => field(text(one))).join(separator));
  return {
    start: byteOrderMarkFor(preferences),
    between: recordEnd,
    head: ({ name, titles }) =>
      (name === null ? "" : record([name])) + (preferences.ShowCsvHeaders && titles.length > 0 ? record(titles) : ""),
    row: (cells) => {
      if (cells.length === 0) return "";
      let fields = "";
      for (let index = 0; index < cells.length; index += 1) {
        if (index > 0) fields += separator;
        const cell = cells[index] ?? null;
        if (cell === null) continue;
        fields += cell.kind === "text" && isOrdinary(cell.text) ? cell.text : field(cellText(cell));
      }
      return endRecord(fields);
    },
  };
};
