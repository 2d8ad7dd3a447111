import { withoutInvalid } from "#domain/text/without-invalid.ts";

/** Anything that needs a second look: all else is copied as it is. */
const special = /[^\t\n\u{20}-\u{25}\u{27}-\u{3b}\u{3d}\u{3f}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

const escapeMarkup = (text: string): string =>
  withoutInvalid(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Text between tags of XML. A carriage return is written by number: a reader would turn a bare one into a line feed. */
export const xmlText = (text: string): string =>
  special.test(text) ? escapeMarkup(text).replaceAll("\r", "&#13;") : text;

/** A value between double quotes in XML; line breaks and tabs by number, else a reader makes blanks of them. */
export const xmlAttribute = (text: string): string =>
  xmlText(text).replaceAll('"', "&quot;").replaceAll("\t", "&#9;").replaceAll("\n", "&#10;");

const htmlBreak = /\r\n|[\r\n\u2028\u2029]/g;

/** Text between tags of HTML, its line breaks as `<br>`. */
export const htmlText = (text: string): string => {
  const escaped = special.test(text) ? escapeMarkup(text) : text;
  return escaped.replaceAll(htmlBreak, "<br>");
};

/** A value between double quotes in HTML. */
export const htmlAttribute = (text: string): string => escapeMarkup(text).replaceAll('"', "&quot;");
