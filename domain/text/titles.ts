import { removeInvisible } from "./visible.ts";

/** Longest title, characters. */
export const maxTitleLength = 50;

/** Lone surrogates are not valid UTF-8, and noncharacters (U+FFFE) are not valid XML. */
export const unwritable = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029]/u;

const subjectByKind = { filter: "A filter", design: "A report design", automation: "An automated report" } as const;
export type Titled = keyof typeof subjectByKind;

/** Puts a title on one line, without invisible characters, trimmed. */
export const normalizeTitle = (typed: string): string => removeInvisible(typed).trim();

/** Returns the fault, with advice; undefined if valid. Counts code points of the trimmed title. */
export const findTitleProblem = (title: string, of: Titled): string | undefined => {
  const trimmed = normalizeTitle(title);
  const length = Array.from(trimmed).length;
  if (length === 0) return `${subjectByKind[of]} needs a title. Enter one.`;
  if (length > maxTitleLength)
    return `A title can have at most ${maxTitleLength} characters, and this one has ${length}. Shorten it.`;
  if (/[<>]/.test(trimmed)) return "A title cannot contain < or >. Leave them out.";
  if (unwritable.test(trimmed)) return "A title cannot contain line breaks or other control characters. Type it again.";
  if (of === "design" && /^\d/.test(trimmed))
    return "The title of a report design cannot start with a digit. Start it with a letter.";
  return undefined;
};

/** `Untitled1`, `Untitled2` …: the first that no design has. Ignores case. */
export const findFirstFreeTitle = (prefix: string, taken: readonly string[]): string => {
  const known = new Set(taken.map((title) => title.toLowerCase()));
  let number = 1;
  while (known.has(`${prefix}${number}`.toLowerCase())) number++;
  return `${prefix}${number}`;
};

/** The title itself if no design has it, else `… 2`, `… 3`. */
export const findFreeTitle = (title: string, taken: readonly string[]): string => {
  const isTaken = taken.some((other) => other.toLowerCase() === title.toLowerCase());
  return isTaken ? findFirstFreeTitle(`${title} `, [...taken, `${title} 1`]) : title;
};

/** `Copy of …`, cut to the maximum length, never within a character. */
export const cloneTitle = (title: string): string =>
  Array.from(`Copy of ${title}`).slice(0, maxTitleLength).join("").trimEnd();
