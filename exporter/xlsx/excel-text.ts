import { escapeXmlAttribute, escapeXmlText } from "#application/writing/markup/escape.ts";
import { cleanText } from "#domain/text/clean-text.ts";
import { maxAltText, maxCellLength, maxCellLineBreaks } from "./limits.ts";

const cutNote = " … (cut off: too long for an Excel cell. CSV, XML and HTML files have the full text.)";

/** Stands for line breaks that Excel doesn't allow. */
const lineBreakSign = "↵";

/** Replaces line breaks beyond a cell's limit, so that no text is lost. */
const limitLineBreaks = (text: string): string => {
  let breaks = 0;
  for (let index = text.indexOf("\n"); index !== -1; index = text.indexOf("\n", index + 1)) {
    breaks += 1;
    if (breaks > maxCellLineBreaks) return text.slice(0, index) + text.slice(index).replaceAll("\n", lineBreakSign);
  }
  return text;
};

/** Cuts a text, never within a character. `maxLength`: UTF-16 units, with the note. */
const truncateWithNote = (text: string, maxLength: number, note: string): string => {
  const kept = text.slice(0, maxLength - note.length);
  return (/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept) + note;
};

/** Cuts an alternative text to Excel's limit. */
export const fitAltText = (text: string): string =>
  text.length <= maxAltText ? text : truncateWithNote(text, maxAltText, "…");

/** Fits a text to a cell's lines and characters. A cut text says so at its end (ADR 8). */
const fitToCell = (text: string): string => {
  if (text.length <= maxCellLineBreaks) return text;
  const fitted = limitLineBreaks(text);
  return fitted.length <= maxCellLength ? fitted : truncateWithNote(fitted, maxCellLength, cutNote);
};

/** Needs an escape: `_x0041_` would be read as `A` (ECMA-376 part 1, ST_Xstring). */
const escapeLookalike = /_(?=x[0-9a-fA-F]{4}_)/g;

const escaped = (text: string): string => (text.includes("_x") ? text.replaceAll(escapeLookalike, "_x005F_") : text);

/** Without the u flag it also matches surrogate halves, which costs only the check. */
const special = /[&<>\r]|_x|[^\t\n\u0020-\ud7ff\ue000-\ufffd]/;

/** Cleans before escaping: a dropped character may stand between `_x` and `0041_`. */
export const escapeExcelText = (text: string): string =>
  special.test(text) ? escapeXmlText(escaped(cleanText(text))) : text;

export const excelAttribute = (text: string): string => escapeXmlAttribute(escaped(cleanText(text)));

const spaced = /^\s|\s$|[\t\n]/;

/**
 * Cleans and cuts a cell's text. Readers keep line breaks and outer whitespace only with `xml:space`.
 * @param start markup before the text, without the tag's closing `>`
 * @param end markup after the text
 */
export const textElement = (start: string, text: string, end: string): string => {
  const isSpecial = special.test(text);
  const fitted = fitToCell(isSpecial ? cleanText(text) : text);
  const space = spaced.test(fitted) ? ' xml:space="preserve"' : "";
  return `${start}${space}>${isSpecial ? escapeXmlText(escaped(fitted)) : fitted}${end}`;
};
