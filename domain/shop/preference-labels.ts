import { getCodePageName } from "../text/code-page.ts";
import { quoteText } from "../text/quote-text.ts";
import type { Preferences } from "./preferences.ts";

/** Names on the page Configuration. */
export const preferenceNames: Readonly<Record<keyof Preferences, string>> = {
  SatinizeLetters: "Plain Latin letters",
  ReplaceDashesSlashes: "Spaces for dashes and slashes",
  CsvSeparator: "CSV separator",
  CsvFileExtension: "CSV file extension",
  ShowCsvHeaders: "CSV header row",
  CsvIncludeNewlines: "CSV line breaks in cells",
  CsvUseCommaForDecimals: "CSV decimal comma",
  CsvEncoding: "CSV encoding",
  CsvBom: "CSV byte order mark",
  UserDateFormat: "Date format",
  AlternateRowsStyle: "Shaded rows",
  AllowExperimental: "Experimental features",
};

/** Formats by S-2.3.11; `format`: luxon's. */
export const dateFormats = [
  { value: 0, name: "YYYY/MM/DD", format: "yyyy/LL/dd" },
  { value: 1, name: "DD/MM/YYYY", format: "dd/LL/yyyy" },
  { value: 2, name: "MM/DD/YYYY", format: "LL/dd/yyyy" },
] as const;

/** Separators by S-2.3.11. Users may type any other character. */
export const csvSeparators = [
  { value: ",", name: "Comma" },
  { value: "\t", name: "Tab" },
  { value: ";", name: "Semicolon" },
  { value: "|", name: "Pipe" },
] as const;

/** Styles by S-2.3.11. */
export const rowStyles = [
  { value: 0, name: "None" },
  { value: 1, name: "Every other line" },
  { value: 2, name: "Every other order" },
] as const;

const findChoiceName = (choices: readonly { value: unknown; name: string }[], value: unknown): string | undefined =>
  choices.find((known) => known.value === value)?.name;

/** Returns a value as the page shows it; an unknown value as it is. */
export const formatPreference = (preference: keyof Preferences, value: unknown): string => {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  switch (preference) {
    case "UserDateFormat":
      return findChoiceName(dateFormats, value) ?? String(value);
    case "AlternateRowsStyle":
      return findChoiceName(rowStyles, value) ?? String(value);
    case "CsvEncoding":
      return getCodePageName(Number(value));
    case "CsvSeparator":
      return findChoiceName(csvSeparators, value) ?? quoteText(String(value));
    default:
      return quoteText(String(value));
  }
};
