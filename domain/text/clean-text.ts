import { removeInvalid } from "./remove-invalid.ts";

/** Without the u flag, surrogate pairs match too, at the cost of a check. */
const unclean = /[^\t\n\u0020-\ud7ff\ue000-\ufffd]/;

/**
 * Cleans text for Excel cells: removes characters that XML can't hold, and turns every line end into a line feed. Excel
 * shows a carriage return as `_x000D_`.
 */
export const cleanText = (text: string): string =>
  unclean.test(text) ? removeInvalid(text).replaceAll(/\r\n?/g, "\n") : text;
