import type { Cell } from "#domain/columns/definition.ts";
import { createCsvText } from "#domain/csv/csv-text.ts";
import { createLetterOptions } from "#domain/reports/letter-options.ts";
import type { Preferences } from "#domain/shop/preferences.ts";
import { codePage } from "#domain/text/code-page.ts";
import { sampleColumn } from "./sample-column.ts";

/** Rows of a sample, all of equal length, with ordinary texts. */
export type SampleRows = { titles?: readonly string[]; rows: readonly (readonly Cell[])[] };

export const word = (text: string): Cell => ({ kind: "text", text });
export const amount = (decimal: string): Cell => ({ kind: "number", decimal });

/** Decodes with the file's encoding; keeps the BOM. */
const decode = (bytes: Uint8Array, encoding: number): string =>
  new TextDecoder(encoding === 0 ? "utf-8" : `windows-${encoding}`, { ignoreBOM: true }).decode(bytes);

/** Decodes like Excel: UTF-8 with a BOM, else the country's code page, here that of Western Europe. */
const byExcel = (bytes: Uint8Array): string =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
    ? new TextDecoder("utf-8").decode(bytes)
    : decode(bytes, 1252);

/**
 * A short file, written by the export code (ADR 67). `text`: its content, with line ends and BOM; `excel`: Excel's
 * reading of it; `replaced`: number of characters missing in its code page.
 */
export const csvSample = (
  preferences: Preferences,
  { titles = [], rows }: SampleRows,
): { text: string; excel: string; replaced: number } => {
  const csv = createCsvText({ preferences, zone: "UTC" });
  // The letter options affect texts only, in any column.
  const convert = createLetterOptions(preferences, rows[0]?.map(() => sampleColumn) ?? []);
  const written = convert === null ? rows : rows.map(convert);
  const text = csv.start + csv.head({ name: null, titles }) + written.map(csv.row).join("");
  const { bytes, replaced } = codePage(preferences.CsvEncoding).encode(text);
  return { text: decode(bytes, preferences.CsvEncoding), excel: byExcel(bytes), replaced };
};
