import { shortenText } from "./shorten-text.ts";
import { toOneLine } from "./to-one-line.ts";

const maxQuoteLength = 60;

/** Quotes a text within a sentence, cut so that the sentence stays readable. */
export const quoteText = (text: string): string => `“${shortenText(toOneLine(text), maxQuoteLength)}”`;
