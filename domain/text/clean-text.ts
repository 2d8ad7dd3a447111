import { withoutInvalid } from "./without-invalid.ts";

/** Anything that needs a second look. Without the u flag: half of a rare character looks suspicious, and costs no more than that look. */
const unclean = /[^\t\n\u0020-\ud7ff\ue000-\ufffd]/;

/**
 * Text as cells of Excel hold it: without what no markup can hold, and with a line feed for every line end. Excel shows a carriage return of a file
 * as `_x000D_`.
 */
export const cleanText = (text: string): string =>
  unclean.test(text) ? withoutInvalid(text).replaceAll(/\r\n?/g, "\n") : text;
