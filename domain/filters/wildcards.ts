import { type Siever, SieverCode } from "./sievers.ts";

/** `vip*` names a text's beginning, `*vip` its end, `*vip*` any part. */
export type ValuePart = "begins" | "ends" | "contains";

/** Position of the stars. */
export const wildcardsByPart: Readonly<Record<ValuePart, { before: string; after: string }>> = {
  begins: { before: "", after: "*" },
  ends: { before: "*", after: "" },
  contains: { before: "*", after: "*" },
};

/** `before`, `after`: stars. Undefined without stars. */
export const getValuePart = (before = "", after = ""): ValuePart | undefined =>
  before === "" ? (after === "" ? undefined : "begins") : after === "" ? "ends" : "contains";

/** Numbers, days and statuses have no parts. */
export const supportsWildcards = ({ code, kind }: Siever): boolean => kind === "text" || code === SieverCode.Location;

/** `\*` and `\\`, or any character. */
const escapesOrCharacters = /\\[\\*]|./gsu;

const unescapeLetter = (letter: string): string =>
  letter.length > 1 && letter.startsWith("\\") ? letter.slice(1) : letter;

/** Removes the backslashes before stars and backslashes. */
export const unescapeText = (text: string): string => text.replaceAll(escapesOrCharacters, unescapeLetter);

/**
 * Reads the stars. `value`: trimmed, without operator. `part`: undefined for a whole text. `text`: empty if
 * there are only stars.
 */
export const parseWildcards = (value: string): { part?: ValuePart; text: string } => {
  const all = value.match(escapesOrCharacters) ?? [];
  const before = all.length > 1 && all[0] === "*";
  const after = all.length > 1 && all.at(-1) === "*";
  const text = all
    .slice(before ? 1 : 0, after ? -1 : undefined)
    .map(unescapeLetter)
    .join("")
    .trim();
  const part = getValuePart(before ? "*" : "", after ? "*" : "");
  return part === undefined ? { text } : { part, text };
};

/** Escapes a text that is meant literally, or as a part. */
export const escapeText = (text: string, part?: ValuePart): string => {
  const { before, after } = part === undefined ? { before: "", after: "" } : wildcardsByPart[part];
  const first = text.length - text.trimStart().length;
  const last = text.trimEnd().length - 1;
  const letter = (own: string, at: number): string => {
    if (own === "\\") return /[\\*]/.test(at === last ? after : text.charAt(at + 1)) ? "\\\\" : own;
    const wouldBeRead = (at === first && before === "") || (at === last && after === "");
    return own === "*" && wouldBeRead ? "\\*" : own;
  };
  return before + Array.from({ length: text.length }, (_, at) => letter(text.charAt(at), at)).join("") + after;
};

/** Escapes values from before stars meant parts (ADR 53). */
export const escapeLiteralStars = (value: string): string => {
  const [, sign = "", text = ""] = /^(\s*!?\s*)(.*)$/su.exec(value) ?? [];
  return text.trim() === "*" ? value : sign + escapeText(text);
};
