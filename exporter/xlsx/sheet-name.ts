import { removeInvalid } from "#domain/text/remove-invalid.ts";
import { maxSheetNameLength } from "./limits.ts";

const refused = /[[\]:*?/\\\p{Cc}]/gu;
const edges = "' ";

/** Uses no pattern: one for trailing characters retries at every start. */
const withoutEdges = (text: string): string => {
  let [start, end] = [0, text.length];
  while (start < end && edges.includes(text.charAt(start))) start += 1;
  while (end > start && edges.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
};

/** Cuts a text, never within a character. */
const cut = (text: string, length: number): string => {
  let kept = "";
  for (const character of text) {
    if (kept.length + character.length > length) break;
    kept += character;
  }
  return kept.trim();
};

/** Names a file's worksheets within Excel's limits, unique regardless of case: `title`, then `title (2)`. */
export const createSheetNames = (): ((title: string) => string) => {
  const usedNames = new Set<string>();
  const counts = new Map<string, number>();
  return (title) => {
    const first = sheetName(title, 1).toLowerCase();
    let n = counts.get(first) ?? 0;
    let name: string;
    do {
      n += 1;
      name = sheetName(title, n);
    } while (usedNames.has(name.toLowerCase()));
    counts.set(first, n);
    usedNames.add(name.toLowerCase());
    return name;
  };
};

/** Name of a report's n-th worksheet, from 1. */
export const sheetName = (title: string, n: number): string => {
  const clean = withoutEdges(removeInvalid(title).replaceAll(refused, " ").replaceAll(/\s+/g, " "));
  // Excel reserves 'History'.
  const usable = clean === "" || /^history$/i.test(clean) ? `Report ${clean}`.trim() : clean;
  const suffix = n === 1 ? "" : ` (${n})`;
  return cut(usable, maxSheetNameLength - suffix.length).replace(/'+$/, "") + suffix;
};
