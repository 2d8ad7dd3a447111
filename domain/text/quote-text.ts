import { shortenText } from "./shorten-text.ts";
import { toOneLine } from "./to-one-line.ts";

const maxQuoteLength = 60;

/** Quotes a text, cut to keep its sentence readable. */
export const quoteText = (text: string): string => `“${shortenText(toOneLine(text), maxQuoteLength)}”`;
