import { oneLine } from "./one-line.ts";
import { shortened } from "./shortened.ts";

const longestQuote = 60;

/** Text as it is shown within a sentence, cut where it would hide the sentence. */
export const quoted = (text: string): string => `“${shortened(oneLine(text), longestQuote)}”`;
