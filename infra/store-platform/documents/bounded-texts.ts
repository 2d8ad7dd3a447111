import { marksBeyond } from "#domain/text/marks.ts";
import type { Json, JsonObject } from "../../ports/json.ts";
import type { PlatformLogger } from "../options.ts";

/**
 * UTF-16 units that a text of the platform may have within Sheaf: what the longest kind (a text metafield) may hold, and twice what an
 * Excel cell takes. A note has 5,000 characters at the most.
 */
export const longestText = 65_536;
/** Marks in a row that a letter may carry: more than any language writes, and what UAX #15 calls stream-safe. */
export const mostMarks = 30;

/** A shorter text costs nothing worth speaking of, whatever is done with it. */
const harmless = 256;
const marksInRow = marksBeyond(mostMarks);

/** Never ends with half a character. */
const head = (text: string): string => {
  const kept = text.slice(0, longestText - 1);
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}…`;
};

const bounded = (text: string): string => {
  const short = text.length > longestText ? head(text) : text;
  return short.replaceAll(marksInRow, "$1…");
};

/**
 * Bounds every text of an answer, in place, before anything else sees it: nothing within Sheaf meets a longer one, or one with endless
 * marks (docs/adr/0016-text-from-outside-is-bounded.md). What is cut ends with `…`. Answers how many texts were cut.
 */
export const boundTexts = (answer: JsonObject): number => {
  let cut = 0;
  const waiting: (Json[] | JsonObject)[] = [answer];
  /** Undefined for what stays: most of a page, so nothing is written and nothing made for it. */
  const changed = (value: Json | undefined): string | undefined => {
    if (typeof value === "object" && value !== null) waiting.push(value);
    if (typeof value !== "string" || value.length <= harmless) return undefined;
    const kept = bounded(value);
    if (kept === value) return undefined;
    cut += 1;
    return kept;
  };
  for (let next = waiting.pop(); next; next = waiting.pop())
    if (Array.isArray(next))
      for (let at = 0; at < next.length; at += 1) {
        const kept = changed(next[at]);
        if (kept !== undefined) next[at] = kept;
      }
    else
      for (const name in next) {
        const kept = changed(next[name]);
        if (kept !== undefined) next[name] = kept;
      }
  return cut;
};

/** Says once, of one answer or one export, that texts were cut; nothing when none was. */
export const tellOfCut = (logger: PlatformLogger, shop: string, texts: number): void => {
  if (texts > 0)
    logger.warn(
      { shop, texts },
      `texts of the store platform had more than ${longestText} characters or ${mostMarks} marks on a letter, and were cut`,
    );
};
