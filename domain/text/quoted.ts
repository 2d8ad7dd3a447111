import { oneLine } from "./one-line.ts";
import { shortened } from "./shortened.ts";

const maxQuoteLength = 60;

/** Quotes a text within a sentence, cut so that the sentence stays readable. */
export const quoted = (text: string): string => `“${shortened(oneLine(text), maxQuoteLength)}”`;
