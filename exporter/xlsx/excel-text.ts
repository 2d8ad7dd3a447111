import { xmlAttribute, xmlText } from "#application/writing/markup/escape.ts";
import { cleanText } from "#domain/text/clean-text.ts";
import { cellLength, cellLineBreaks, pictureWords } from "./limits.ts";

const cutNote = " … (cut: an Excel cell takes no more; CSV, XML and HTML hold all of it)";

/** Stands for a line break that a cell does not take, one character for one, so that nothing of a text is lost. */
const lineBreakSign = "↵";

/** With as many line breaks as a cell takes; where more would be, a sign says so. */
const withinLineBreaks = (text: string): string => {
  let breaks = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
    breaks += 1;
    if (breaks > cellLineBreaks) return text.slice(0, at) + text.slice(at).replaceAll("\n", lineBreakSign);
  }
  return text;
};

/** The first of a text's UTF-16 units, never half a character, and behind them a note: so many in all. */
const firstOf = (text: string, most: number, note: string): string => {
  const kept = text.slice(0, most - note.length);
  return (/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept) + note;
};

/** Words for a picture, as many as Excel takes. */
export const fittedWords = (text: string): string =>
  text.length <= pictureWords ? text : firstOf(text, pictureWords, "…");

/** As much as a cell takes, in lines and in characters; what is cut says so at its end (docs/adr/0008-own-excel-writer.md). */
const fitted = (whole: string): string => {
  if (whole.length <= cellLineBreaks) return whole;
  const text = withinLineBreaks(whole);
  return text.length <= cellLength ? text : firstOf(text, cellLength, cutNote);
};

/** `_x0041_` would be read as `A` (ECMA-376 part 1, ST_Xstring). */
const looksEscaped = /_(?=x[0-9a-fA-F]{4}_)/g;

const escaped = (text: string): string => (text.includes("_x") ? text.replaceAll(looksEscaped, "_x005F_") : text);

/** Anything that needs a second look. Without the u flag, halves of surrogate pairs match too, which costs only that look. */
const special = /[&<>\r]|_x|[^\t\n\u0020-\ud7ff\ue000-\ufffd]/;

/** Text as an element of a worksheet or a workbook holds it. The text is cleaned first: what is dropped may stand between `_x` and `0041_`. */
export const excelText = (text: string): string => (special.test(text) ? xmlText(escaped(cleanText(text))) : text);

/** The same for an attribute in double quotes. */
export const excelAttribute = (text: string): string => xmlAttribute(escaped(cleanText(text)));

const spaced = /^\s|\s$|[\t\n]/;

/**
 * Writes an element with a cell's text, which is cleaned first and then cut to what a cell takes. Readers keep its line breaks, and blanks at its ends,
 * only with `xml:space`. `start`: all before the text, with the tag not yet closed. `end`: all behind it.
 */
export const textElement = (start: string, whole: string, end: string): string => {
  const isSpecial = special.test(whole);
  const text = fitted(isSpecial ? cleanText(whole) : whole);
  const space = spaced.test(text) ? ' xml:space="preserve"' : "";
  return `${start}${space}>${isSpecial ? xmlText(escaped(text)) : text}${end}`;
};
