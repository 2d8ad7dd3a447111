import { canonicalDecimal } from "../text/decimal.ts";
import { fold } from "../text/fold.ts";
import { shortened } from "../text/shortened.ts";
import type { FieldProblem } from "../workspace/refusals.ts";
import { titleProblem } from "../workspace/titles.ts";
import { holdsDate } from "./date-words.ts";
import { dayNumber } from "./days.ts";
import { type FilterField, sieverField } from "./fields.ts";
import type { FilterContent } from "./filter.ts";
import { longestValue, mostValues, type Siever, SieverCode, sieverByCode, sieverLabel } from "./sievers.ts";
import { parseValue, type SieverValue, typedFulfillmentWord } from "./values.ts";

// Line separators are no control characters to Unicode, but break lines all the same; halves of surrogate pairs cannot be stored.
const unwritable = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
const unwritableAll = /[\p{Cc}\p{Cs}\u2028\u2029]/gu;

const longestShown = 40;
/** A value for a message: shortened, without what would break the line. */
const shown = (value: string): string => {
  const clean = value.slice(0, 200).replaceAll(unwritableAll, "�").trim();
  return `“${shortened(clean, longestShown)}”`;
};

/** Equal keys mean the same: `5` and `5.0`, `Vip` and ` vip`, `not eligible` and `not_eligible`. */
export const keyOf = (value: SieverValue, siever: Siever): string => {
  if (!("operand" in value)) return value.kind;
  const { kind, operand } = value;
  // The format's letters are what they are: MM is not mm.
  if (holdsDate(operand)) return `${kind} ${operand}`;
  if (siever.kind === "number") return `${kind} ${canonicalDecimal(operand)}`;
  if (siever.kind === "day") return `${kind} ${dayNumber(operand)}`;
  const word = siever.code === SieverCode.LineFulfillmentStatus ? typedFulfillmentWord(operand) : undefined;
  return `${kind} ${word ?? fold(operand)}`;
};

/**
 * What is wrong with the values of one siever, as sentences without the field's name; undefined when nothing is. The first fault is
 * named; too many values are not looked at.
 */
const valuesProblem = (siever: Siever, values: readonly string[]): string | undefined => {
  if (values.length > mostValues)
    return `at most ${mostValues} values are possible; there are ${values.length.toLocaleString("en-US")}. Take some out.`;
  const seen = new Map<string, string>();
  for (const text of values) {
    // A text of 255 characters has at most 510 code units: longer ones need no counting.
    const length = text.length > 2 * longestValue ? text.length : Array.from(text).length;
    if (length > longestValue)
      return `${shown(text)} is too long: a value has at most ${longestValue} characters. Shorten it.`;
    if (unwritable.test(text))
      return `${shown(text)} contains a line break or another control character. Type it again without.`;
    if (text.trim() === "") return "one of the values is empty. Type something or take it out.";
    const parsed = parseValue(text, siever);
    if ("problem" in parsed) return `${shown(text)} ${parsed.problem}`;
    const key = keyOf(parsed.value, siever);
    const before = seen.get(key);
    if (before !== undefined)
      return before === text
        ? `${shown(text)} is there twice. Take one out.`
        : `${shown(text)} means the same as ${shown(before)}. Take one out.`;
    seen.set(key, text);
  }
  return undefined;
};

/** What is wrong with the values of a siever, with the field's name: `Tags (Order): …`. */
export const sieverProblem = (code: number, values: readonly string[]): string | undefined => {
  const siever = sieverByCode.get(code);
  if (siever === undefined)
    return `There is no filter field with the code ${code}. Take it out, or use a code of the list in the documentation.`;
  const problem = valuesProblem(siever, values);
  return problem === undefined ? undefined : `${sieverLabel(siever)}: ${problem}`;
};

/**
 * Judges what a merchant made of a filter (part 1 section 5; decisions 17, 18, 26): a sentence per wrong field, that names it and the
 * value and says what to do. A new filter is judged by the same.
 */
export const validateFilterContent = (content: FilterContent): FieldProblem<FilterField>[] => {
  const title = titleProblem(content.title, "filter");
  const problems: FieldProblem<FilterField>[] = title === undefined ? [] : [{ field: "title", message: title }];
  for (const [code, values] of Object.entries(content.sievers)) {
    const message = sieverProblem(Number(code), values ?? []);
    if (message !== undefined) problems.push({ field: sieverField(Number(code)), message });
  }
  return problems;
};
