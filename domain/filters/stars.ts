import { type Siever, SieverCode } from "./sievers.ts";

/** Which part of a text a value names: `vip*` how it begins, `*vip` how it ends, `*vip*` any part of it. */
export type Part = "begins" | "ends" | "contains";

/** Where a star stands of each part. */
export const stars: Readonly<Record<Part, { before: string; after: string }>> = {
  begins: { before: "", after: "*" },
  ends: { before: "*", after: "" },
  contains: { before: "*", after: "*" },
};

/** The part that stars before and after a text ask for; undefined without any. */
export const partOf = (before = "", after = ""): Part | undefined =>
  before === "" ? (after === "" ? undefined : "begins") : after === "" ? "ends" : "contains";

/** Whether a star in a value of the siever may stand for the rest of a text: words have parts; numbers, days and statuses are whole. */
export const takesStars = ({ code, kind }: Siever): boolean => kind === "text" || code === SieverCode.Location;

/** `\*` and `\\`, or any character. */
const letters = /\\[\\*]|./gsu;

const meant = (letter: string): string => (letter.length > 1 && letter.startsWith("\\") ? letter.slice(1) : letter);

/** A text without the backslashes that make stars and backslashes mean themselves. */
export const unescaped = (text: string): string => text.replaceAll(letters, meant);

/**
 * Reads the stars of a value that has no sign and no blanks around. `part`: undefined of a whole text. `text`: what is named, empty when
 * there is nothing but stars.
 */
export const readStars = (value: string): { part?: Part; text: string } => {
  const all = value.match(letters) ?? [];
  const before = all.length > 1 && all[0] === "*";
  const after = all.length > 1 && all.at(-1) === "*";
  const text = all
    .slice(before ? 1 : 0, after ? -1 : undefined)
    .map(meant)
    .join("")
    .trim();
  const part = partOf(before ? "*" : "", after ? "*" : "");
  return part === undefined ? { text } : { part, text };
};

/** How a text is typed that is meant as it stands, or as a part: with a backslash wherever it would be read otherwise. */
export const spelt = (text: string, part?: Part): string => {
  const { before, after } = part === undefined ? { before: "", after: "" } : stars[part];
  const first = text.length - text.trimStart().length;
  const last = text.trimEnd().length - 1;
  const letter = (own: string, at: number): string => {
    if (own === "\\") return /[\\*]/.test(at === last ? after : text.charAt(at + 1)) ? "\\\\" : own;
    const wouldBeRead = (at === first && before === "") || (at === last && after === "");
    return own === "*" && wouldBeRead ? "\\*" : own;
  };
  return before + Array.from({ length: text.length }, (_, at) => letter(text.charAt(at), at)).join("") + after;
};

/** A value from before stars meant parts, when `vip*` was just these four characters, as it is typed today (ADR 53). */
export const fromBeforeStars = (value: string): string => {
  const [, sign = "", text = ""] = /^(\s*!?\s*)(.*)$/su.exec(value) ?? [];
  return text.trim() === "*" ? value : sign + spelt(text);
};
