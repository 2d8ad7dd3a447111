import { quoted } from "../text/quoted.ts";
import type { Preferences } from "./preferences.ts";

/** What merchants call a preference: its name on the page Configuration. */
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

/** S-2.3.11; `format`: how luxon writes a day so. */
export const dateFormats = [
  { value: 0, name: "YYYY/MM/DD", format: "yyyy/LL/dd" },
  { value: 1, name: "DD/MM/YYYY", format: "dd/LL/yyyy" },
  { value: 2, name: "MM/DD/YYYY", format: "LL/dd/yyyy" },
] as const;

const rowStyles = ["None", "Every other line", "Every other order"] as const;

/** A value of a preference as the page shows it; what is no value of it stays as it is. */
export const preferenceValue = (preference: keyof Preferences, value: unknown): string => {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  switch (preference) {
    case "UserDateFormat":
      return dateFormats.find((known) => known.value === value)?.name ?? String(value);
    case "AlternateRowsStyle":
      return rowStyles[Number(value)] ?? String(value);
    case "CsvEncoding":
      return value === 0 ? "UTF-8" : `Windows-${value}`;
    default:
      return quoted(String(value));
  }
};
