import type { Cell } from "../columns/definition.ts";
import { instantFormatter } from "../dates/format.ts";
import type { Preferences } from "../shop/preferences.ts";
import { withoutInvalid } from "../text/without-invalid.ts";
import { guardFormula } from "./formula-guard.ts";

export type CsvSettings = {
  preferences: Preferences;
  /** The shop's IANA time zone. */
  zone: string;
};

const lineBreaks = /\r\n|[\n\r\u0085\u2028\u2029]/g;

/** Guarded as it is written: a control character before the `=` is gone by then. */
const safe = (text: string): string => guardFormula(withoutInvalid(text));

/** A code page has letters with their marks as one character: what was typed as two is made one. */
const composed = (text: string): string => text.normalize("NFC");

/** Text of the merchant's or the platform's: harmless, on one line where the configuration says so, and as its code page has it. */
export const createTextCell = ({ CsvIncludeNewlines, CsvEncoding }: Preferences): ((text: string) => string) => {
  const lined = CsvIncludeNewlines ? safe : (text: string) => safe(text).replace(lineBreaks, " ");
  return CsvEncoding === 0 ? lined : (text) => lined(composed(text));
};

/**
 * The text of any cell: plain numbers, decimal comma when chosen; instants in the shop's zone and date format; several
 * addresses below each other (S-2.5). An empty cell is the empty text.
 */
export const createCellText = ({ preferences, zone }: CsvSettings): ((cell: Cell) => string) => {
  const text = createTextCell(preferences);
  const instant = instantFormatter(zone, preferences.UserDateFormat);
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
        // What stands where an address should is the platform's word too, or its merchant's.
        return text(cell.urls.join(between));
    }
  };
};
