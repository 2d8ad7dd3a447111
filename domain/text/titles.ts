import { withoutInvisible } from "./visible.ts";

/** In characters. */
export const longestTitle = 50;

/**
 * What no title holds. Lone halves of a surrogate pair are no characters and would not survive being stored as UTF-8; nor are noncharacters (U+FFFE),
 * which no XML holds.
 */
export const unwritable = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029]/u;

/** How a message names what carries the title. */
const words = { filter: "A filter", design: "A report design", automation: "An automated report" } as const;
export type Titled = keyof typeof words;

/** A title, or another text of one line, as it is kept: without what nobody sees of it, and without the blanks around it. */
export const keptTitle = (typed: string): string => withoutInvisible(typed).trim();

/**
 * What is wrong with a title, as a sentence that says what to do; undefined of a good one. Characters are counted as
 * people count them (code points), without the blanks around them, which are cut off before a title is kept.
 */
export const titleProblem = (title: string, of: Titled): string | undefined => {
  const trimmed = keptTitle(title);
  const length = Array.from(trimmed).length;
  if (length === 0) return `${words[of]} needs a title. Type one.`;
  if (length > longestTitle)
    return `A title can have at most ${longestTitle} characters, and this one has ${length}. Shorten it.`;
  if (/[<>]/.test(trimmed)) return "A title cannot contain < or >. Leave them out.";
  if (unwritable.test(trimmed)) return "A title cannot contain line breaks or other control characters. Type it again.";
  if (of === "design" && /^\d/.test(trimmed))
    return "The title of a report design cannot start with a digit. Start it with a letter.";
  return undefined;
};

/** `Untitled1`, `Untitled2` …: the first that no design has. Capitals do not make a title another. */
export const firstFreeTitle = (prefix: string, taken: readonly string[]): string => {
  const known = new Set(taken.map((title) => title.toLowerCase()));
  let number = 1;
  while (known.has(`${prefix}${number}`.toLowerCase())) number++;
  return `${prefix}${number}`;
};

/** The title itself while no design has it, then `… 2`, `… 3`. */
export const titleOrNextFree = (title: string, taken: readonly string[]): string => {
  const isTaken = taken.some((other) => other.toLowerCase() === title.toLowerCase());
  return isTaken ? firstFreeTitle(`${title} `, [...taken, `${title} 1`]) : title;
};

/** `Copy of …`, cut at the longest title, never within a character. */
export const cloneTitle = (title: string): string =>
  Array.from(`Copy of ${title}`).slice(0, longestTitle).join("").trimEnd();
