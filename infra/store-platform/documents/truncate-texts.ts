import { marksBeyond } from "#domain/text/marks.ts";
import type { Json, JsonObject } from "../../ports/json.ts";
import type { PlatformLogger } from "../options.ts";

/**
 * Longest text, in UTF-16 units: the platform's limit of the longest kind (a text metafield), and twice an Excel
 * cell's.
 */
export const maxTextLength = 65_536;
/** The stream-safe limit of UAX #15: more than any language writes. */
export const maxCombiningMarks = 30;

/** Length of a text that is never checked, in UTF-16 units. */
const harmless = 256;
const marksInRow = marksBeyond(maxCombiningMarks);

/** Cuts a text, never within a surrogate pair. */
const head = (text: string): string => {
  const kept = text.slice(0, maxTextLength - 1);
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}…`;
};

const truncateText = (text: string): string => {
  const short = text.length > maxTextLength ? head(text) : text;
  return short.replaceAll(marksInRow, "$1…");
};

/**
 * Cuts every text of a response, in place, so that no other code meets longer ones or endless combining marks (ADR 16).
 * Returns the number of cuts.
 */
export const truncateTexts = (answer: JsonObject): number => {
  let cut = 0;
  const waiting: (Json[] | JsonObject)[] = [answer];
  /** Cuts a value. Undefined for unchanged values, most of a page: nothing is written or allocated. */
  const truncateValue = (value: Json | undefined): string | undefined => {
    if (typeof value === "object" && value !== null) waiting.push(value);
    if (typeof value !== "string" || value.length <= harmless) return undefined;
    const truncated = truncateText(value);
    if (truncated === value) return undefined;
    cut += 1;
    return truncated;
  };
  for (let next = waiting.pop(); next; next = waiting.pop())
    if (Array.isArray(next))
      for (let at = 0; at < next.length; at += 1) {
        const truncated = truncateValue(next[at]);
        if (truncated !== undefined) next[at] = truncated;
      }
    else
      for (const name in next) {
        const truncated = truncateValue(next[name]);
        if (truncated !== undefined) next[name] = truncated;
      }
  return cut;
};

/** Logs cut texts. Call once per response or export. */
export const logTruncated = (logger: PlatformLogger, shop: string, texts: number): void => {
  if (texts > 0)
    logger.warn(
      { shop, texts },
      `texts of the store platform had more than ${maxTextLength} characters or ${maxCombiningMarks} marks on a letter, and were cut`,
    );
};
