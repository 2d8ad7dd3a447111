import { withoutInvalid } from "#domain/text/without-invalid.ts";

/**
 * Anything that needs a second look: all else is copied as it is. Halves of characters are among it and looked at in pairs then, since a
 * pattern that knows of pairs takes twice as long for every text.
 */
const special = /[^\t\n\u0020-%'-;=?-\ud7ff\ue000-\ufffd]/;
/** The same for HTML, with line breaks and what HTML forbids. */
const specialInHtml = /[^\t\u0020-%'-;=?-~\u00a0-\u2027\u202a-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd]/;

const escapeMarkup = (text: string): string =>
  withoutInvalid(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Text between tags of XML. A carriage return is written by number: a reader would turn a bare one into a line feed. */
export const xmlText = (text: string): string =>
  special.test(text) ? escapeMarkup(text).replaceAll("\r", "&#13;") : text;

/** A value between double quotes in XML; line breaks and tabs by number, else a reader makes blanks of them. */
export const xmlAttribute = (text: string): string =>
  xmlText(text).replaceAll('"', "&quot;").replaceAll("\t", "&#9;").replaceAll("\n", "&#10;");

const htmlBreak = /\r\n|[\r\n\u2028\u2029]/g;
/** Characters that XML can hold and HTML forbids. */
const forbiddenInHtml = /[\u007f-\u009f]|\p{Noncharacter_Code_Point}/gu;

const escapeHtml = (text: string): string => escapeMarkup(text.replaceAll(forbiddenInHtml, ""));

/** Text between tags of HTML, its line breaks as `<br>`. */
export const htmlText = (text: string): string =>
  specialInHtml.test(text) ? escapeHtml(text).replaceAll(htmlBreak, "<br>") : text;

/** A value between double quotes in HTML. */
export const htmlAttribute = (text: string): string =>
  (specialInHtml.test(text) ? escapeHtml(text) : text).replaceAll('"', "&quot;");
