import { removeInvalid } from "#domain/text/remove-invalid.ts";

/** Characters to escape or check. Includes all surrogates: a pattern that knows pairs takes twice as long. */
const special = /[^\t\n\u0020-%'-;=?-\ud7ff\ue000-\ufffd]/;
/** Like {@link special}, with line breaks and characters that HTML forbids. */
const specialInHtml = /[^\t\u0020-%'-;=?-~\u00a0-\u2027\u202a-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd]/;

const escapeMarkup = (text: string): string =>
  removeInvalid(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Escapes text between XML tags. Carriage returns become references, as readers turn bare ones into line feeds. */
export const escapeXmlText = (text: string): string =>
  special.test(text) ? escapeMarkup(text).replaceAll("\r", "&#13;") : text;

/**
 * Escapes text between double quotes in XML. Line breaks and tabs become references, as readers turn bare ones into
 * blanks.
 */
export const escapeXmlAttribute = (text: string): string =>
  escapeXmlText(text).replaceAll('"', "&quot;").replaceAll("\t", "&#9;").replaceAll("\n", "&#10;");

const htmlBreak = /\r\n|[\r\n\u2028\u2029]/g;
/** Characters that XML allows, but HTML doesn't. */
const forbiddenInHtml = /[\u007f-\u009f]|\p{Noncharacter_Code_Point}/gu;

const escapeHtml = (text: string): string => escapeMarkup(text.replaceAll(forbiddenInHtml, ""));

/** Text between HTML tags; line breaks become `<br>`. */
export const escapeHtmlText = (text: string): string =>
  specialInHtml.test(text) ? escapeHtml(text).replaceAll(htmlBreak, "<br>") : text;

/** Escapes text between double quotes in HTML. */
export const escapeHtmlAttribute = (text: string): string =>
  (specialInHtml.test(text) ? escapeHtml(text) : text).replaceAll('"', "&quot;");
