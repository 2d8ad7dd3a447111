import { withoutInvalid } from "#domain/text/without-invalid.ts";
import { xmlText } from "../markup/escape.ts";
import { cellLength } from "./limits.ts";

const cutNote = " … (cut: an Excel cell takes no more; CSV, XML and HTML hold all of it)";

/** As much as a cell takes; what is cut says so at its end (docs/adr/0008-own-excel-writer.md). */
export const fitted = (text: string): string => {
  if (text.length <= cellLength) return text;
  const kept = text.slice(0, cellLength - cutNote.length);
  return (/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept) + cutNote;
};

/** `_x0041_` would be read as `A` (ECMA-376 part 1, ST_Xstring), and a carriage return is about to become `_x000D_`. */
const looksEscaped = /_(?=x[0-9a-fA-F]{4}[_\r])/g;

const escaped = (text: string): string => (text.includes("_x") ? text.replaceAll(looksEscaped, "_x005F_") : text);

/** Anything that needs a second look. Without the u flag: half of a rare character looks suspicious, and costs no more than that look. */
const special = /[&<>\r]|_x|[^\t\n\u0020-\ud7ff\ue000-\ufffd]/;

/** Text as an element of a worksheet or a string table holds it. What no cell can hold is dropped first: it may stand between `_x` and `0041_`. */
export const excelText = (text: string): string =>
  special.test(text) ? xmlText(escaped(withoutInvalid(text))).replaceAll("&#13;", "_x000D_") : text;
