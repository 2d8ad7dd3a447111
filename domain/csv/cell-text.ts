import type { Cell } from "../columns/definition.ts";
import { createInstantFormatter } from "../dates/format.ts";
import type { Preferences } from "../shop/preferences.ts";
import { removeInvalid } from "../text/remove-invalid.ts";
import { guardFormula } from "./formula-guard.ts";

export type CsvSettings = {
  preferences: Preferences;
  /** IANA name of the shop's zone. */
  zone: string;
};

const lineBreaks = /\r\n|[\n\r\u0085\u2028\u2029]/g;

/** Guards last: stripping a control character may expose an `=`. */
const sanitize = (text: string): string => guardFormula(removeInvalid(text));

/** Code pages encode an accented letter as one character. */
const composeLetters = (text: string): string => text.normalize("NFC");

/** Guards a text, puts it on one line if configured, and composes its letters for code pages. */
export const createTextCell = ({ CsvIncludeNewlines, CsvEncoding }: Preferences): ((text: string) => string) => {
  const lined = CsvIncludeNewlines ? sanitize : (text: string) => sanitize(text).replace(lineBreaks, " ");
  return CsvEncoding === 0 ? lined : (text) => lined(composeLetters(text));
};

/**
 * Text of any cell (S-2.5): plain numbers, with a decimal comma if chosen; instants in the shop's zone and date format;
 * one address per line.
 */
export const createCellText = ({ preferences, zone }: CsvSettings): ((cell: Cell) => string) => {
  const text = createTextCell(preferences);
  const instant = createInstantFormatter(zone, preferences.UserDateFormat);
  const between = preferences.CsvIncludeNewlines ? "\n" : " ";
  const comma = preferences.CsvUseCommaForDecimals;
  return (cell) => {
    if (cell === null) return "";
    switch (cell.kind) {
      case "text":
        return text(cell.text);
      case "number":
        return comma ? cell.decimal.replace(".", ",") : cell.decimal;
      case "datetime":
        return instant(cell.instant);
      case "datetimes":
        return cell.instants.map(instant).join(", ");
      case "link":
      case "image":
        // The URL may hold any text of the platform or the merchant.
        return text(cell.urls.join(between));
    }
  };
};
