import type { Cell } from "#domain/columns/definition.ts";
import { createCsvText } from "#domain/csv/csv-text.ts";
import { createLetterOptions } from "#domain/reports/letter-options.ts";
import type { Preferences } from "#domain/shop/preferences.ts";
import { codePage } from "#domain/text/code-page.ts";
import { sampleColumn } from "./sample-column.ts";

/** Rows that a sample is made of, all of the same length; their texts are such as people read. */
export type SampleRows = { titles?: readonly string[]; rows: readonly (readonly Cell[])[] };

export const word = (text: string): Cell => ({ kind: "text", text });
export const amount = (decimal: string): Cell => ({ kind: "number", decimal });

/** As whoever is told the file's encoding reads it; its mark is read too. */
const decode = (bytes: Uint8Array, encoding: number): string =>
  new TextDecoder(encoding === 0 ? "utf-8" : `windows-${encoding}`, { ignoreBOM: true }).decode(bytes);

/** Excel opens a file as UTF-8 where the mark says so, and else in the code page of its country; here that of Western Europe. */
const byExcel = (bytes: Uint8Array): string =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
    ? new TextDecoder("utf-8").decode(bytes)
    : decode(bytes, 1252);

/**
 * A file of a few rows, by the code that writes files (ADR 67). `text`: what it holds, line ends and mark too; `excel`: what Excel takes it for;
 * `replaced`: how many characters its code page lacks.
 */
export const csvSample = (
  preferences: Preferences,
  { titles = [], rows }: SampleRows,
): { text: string; excel: string; replaced: number } => {
  const csv = createCsvText({ preferences, zone: "UTC" });
  // The letter options are of texts alone: what is a number in a sample stays as it is in any column.
  const convert = createLetterOptions(preferences, rows[0]?.map(() => sampleColumn) ?? []);
  const written = convert === null ? rows : rows.map(convert);
  const text = csv.start + csv.head({ name: null, titles }) + written.map(csv.row).join("");
  const { bytes, replaced } = codePage(preferences.CsvEncoding).encode(text);
  return { text: decode(bytes, preferences.CsvEncoding), excel: byExcel(bytes), replaced };
};
