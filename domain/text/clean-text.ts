import { withoutInvalid } from "./without-invalid.ts";

/** Anything that needs a second look. Without the u flag, halves of surrogate pairs match too, which costs only that look. */
const unclean = /[^\t\n\u0020-\ud7ff\ue000-\ufffd]/;

/**
 * Makes text as cells of Excel hold it: without characters that XML can't hold, and with a line feed for every line end. Excel shows a carriage return of a file
 * as `_x000D_`.
 */
export const cleanText = (text: string): string =>
  unclean.test(text) ? withoutInvalid(text).replaceAll(/\r\n?/g, "\n") : text;
