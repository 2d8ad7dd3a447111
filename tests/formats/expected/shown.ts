import { DateTime } from "luxon";
import { NumberFormatType } from "#domain/enumerations.ts";
import type { NumberFormat } from "#domain/number-formats/number-format.ts";
import type { Preferences } from "#domain/shop/preferences.ts";
import { guarded } from "#tests/acceptance/expected/formula-guard.ts";
import type { Meant } from "./meaning.ts";

/** The format of a cell in each file type, implemented a second time. */

const days = ["yyyy/MM/dd HH:mm", "dd/MM/yyyy HH:mm", "MM/dd/yyyy HH:mm"] as const;
const instantShown = (at: string, zone: string, userDateFormat: number): string =>
  DateTime.fromISO(at, { zone }).toFormat(days[userDateFormat] ?? days[0]);

type Look = { preferences: Preferences; zone: string };

/** The text in XML, and in Excel for cells without a value kind of its own. */
export const plainText = (cell: Meant, { preferences, zone }: Look): string => {
  if (cell === null) return "";
  switch (cell.kind) {
    case "text":
      return cell.text;
    case "number":
      return cell.decimal;
    case "instant":
      return instantShown(cell.at, zone, preferences.UserDateFormat);
    case "addresses":
      return cell.urls.join("\n");
    case "computed":
      return plainText(cell.result, { preferences, zone });
  }
};

/** A cell's text in Excel, where line feeds end all lines. */
export const excelText = (cell: Meant, look: Look): string => plainText(cell, look).replaceAll(/\r\n?/g, "\n");

/** Text in a CSV file, before its code page. */
export const csvText = (given: string, { CsvIncludeNewlines, CsvEncoding }: Preferences): string => {
  const text = guarded(CsvEncoding === 0 ? given : given.normalize("NFC"));
  return CsvIncludeNewlines ? text : text.split(/\r\n|[\r\n\u0085\u2028\u2029]/).join(" ");
};

export const csvCell = (cell: Meant, look: Look): string => {
  const text = plainText(cell, look);
  const value = cell?.kind === "computed" ? cell.result : cell;
  if (value?.kind === "number") return look.preferences.CsvUseCommaForDecimals ? text.replace(".", ",") : text;
  return value?.kind === "instant" ? text : csvText(text, look.preferences);
};

const atLeast = (decimal: string, places: number): string => {
  const [whole = "", fraction = ""] = decimal.split(".");
  return `${whole}.${fraction.padEnd(places, "0")}`;
};
const inGreek = new Intl.NumberFormat("el", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const inEnglish = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A number as people read it under the formats that the designs here have; the shop's money is `{{amount}} EUR`. */
export const numberShown = (decimal: string, format: NumberFormat | null, money: boolean): string => {
  if (format?.type === NumberFormatType.Currency) return `${inEnglish.format(Number(decimal))} EUR`;
  if (format?.type !== NumberFormatType.Custom) return money ? atLeast(decimal, 2) : decimal;
  if (format.code === "#,##0.00") return inGreek.format(Number(decimal));
  if (format.code === '0" pcs"') return `${Math.round(Number(decimal))} pcs`;
  throw new Error(`The expectation knows no format ${format.code}.`);
};

/** The lines of a text that a reader sees in an HTML page. */
export const htmlLines = (text: string): string => text.replaceAll(/\r\n|[\r\u2028\u2029]/g, "\n");

export const htmlCell = (cell: Meant, look: Look, format: NumberFormat | null, money: boolean): string => {
  const value = cell?.kind === "computed" ? cell.result : cell;
  return value?.kind === "number" ? numberShown(value.decimal, format, money) : htmlLines(plainText(cell, look));
};

/** Excel's own formats of a moment, without the strokes that keep signs as they are, and of a number. */
export const excelDates = ["yyyy/mm/dd hh:mm", "dd/mm/yyyy hh:mm", "mm/dd/yyyy hh:mm"] as const;
export const excelNumber = (format: NumberFormat | null, money: boolean): string => {
  if (format?.type === NumberFormatType.Custom) return format.code;
  if (format?.type === NumberFormatType.Currency) return '#,##0.00" EUR"';
  return money ? "0.00#############" : "General";
};

/** Names of worksheets as Excel takes them: 31 characters at most, some signs not at all, none twice. */
export const excelNames = (names: readonly string[]): string[] => {
  const taken = new Set<string>();
  return names.map((name) => {
    const clean = name
      .replaceAll(/[[\]:*?/\\]/g, " ")
      .replaceAll(/\s+/g, " ")
      .replaceAll(/^[' ]+|[' ]+$/g, "");
    for (let number = 1; ; number += 1) {
      const suffix = number === 1 ? "" : ` (${number})`;
      const cut = clean.slice(0, 31 - suffix.length).trim() + suffix;
      if (taken.has(cut.toLowerCase())) continue;
      taken.add(cut.toLowerCase());
      return cut;
    }
  });
};

/** Which rows of a worksheet are shaded: every other line, or those of every other order. */
export const shadedRows = (orders: readonly (string | null)[], style: number): boolean[] => {
  let group = -1;
  return orders.map((order, place) => {
    if (style === 1 || order === null || place === 0 || order !== orders[place - 1]) group += 1;
    return style !== 0 && group % 2 === 1;
  });
};
