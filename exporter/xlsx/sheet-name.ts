import { withoutInvalid } from "../markup/escape.ts";
import { sheetNameLength } from "./limits.ts";

const refused = /[[\]:*?/\\\p{Cc}]/gu;

/** Never half a character. */
const cut = (text: string, length: number): string => {
  let kept = "";
  for (const character of text) {
    if (kept.length + character.length > length) break;
    kept += character;
  }
  return kept.trim();
};

/** Name of the n-th worksheet (from 1) of a report: its title as far as Excel takes it, then `title (2)`. */
export const sheetName = (title: string, n: number): string => {
  const clean = withoutInvalid(title)
    .replaceAll(refused, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/^[' ]+|[' ]+$/g, "");
  // Excel keeps 'History' for itself.
  const usable = clean === "" || /^history$/i.test(clean) ? `Report ${clean}`.trim() : clean;
  const suffix = n === 1 ? "" : ` (${n})`;
  return cut(usable, sheetNameLength - suffix.length).replace(/'+$/, "") + suffix;
};
