import type { FieldProblem } from "../core/field-problem.ts";
import { canonicalDecimal } from "../text/decimal.ts";
import { oneLine } from "../text/one-line.ts";
import { shortened } from "../text/shortened.ts";
import { titleProblem } from "../text/titles.ts";
import { dayNumber } from "./days.ts";
import { type FilterField, sieverField } from "./fields.ts";
import type { FilterContent } from "./filter.ts";
import { isErased } from "./personal.ts";
import { longestValue, mostValues, type Siever, sieverByCode, sieverLabel, takesLineBreaks } from "./sievers.ts";
import { unescaped } from "./stars.ts";
import { formOf, parseValue, type SieverValue } from "./values.ts";
import { holdsDate } from "./words/date-words.ts";

// Line separators are no control characters to Unicode, but break lines all the same; halves of surrogate pairs cannot be stored.
const unwritable = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
const unwritableBesideLines = /(?![\r\n])[\p{Cc}\p{Cs}\u2028\u2029]/u;
const unwritableAll = /[\p{Cc}\p{Cs}\u2028\u2029]/gu;

const longestShown = 40;
/** A value for a message: shortened, without what would break the line. */
const shown = (value: string): string => {
  const clean = oneLine(value.slice(0, 200).trim()).replaceAll(unwritableAll, "�");
  return `“${shortened(clean, longestShown)}”`;
};

/** Equal keys mean the same: `5` and `5.0`, `Vip*` and ` vip*`, `not eligible` and `not_eligible`. */
export const keyOf = (value: SieverValue, siever: Siever): string => {
  if (!("operand" in value)) return value.kind;
  const { operand } = value;
  const kind = "part" in value ? `${value.kind} ${value.part}` : value.kind;
  // The format's letters are what they are: MM is not mm.
  if (holdsDate(operand)) return `${kind} ${operand}`;
  if (siever.kind === "number") return `${kind} ${canonicalDecimal(operand)}`;
  if (siever.kind === "day") return `${kind} ${dayNumber(operand)}`;
  return `${kind} ${formOf(siever)(operand)}`;
};

/**
 * How a sentence names a value. `quoted`: as it was typed, for its author's eyes. `discreet`: by its place among the others where it may
 * be somebody's; so in events. `placed`: by its place, as anything may have been typed into the wrong field; so in refusals, which are
 * remembered.
 */
export type Naming = "quoted" | "discreet" | "placed";

/**
 * What is wrong with the values of one siever, as sentences without the field's name; undefined when nothing is. The first fault is
 * named; too many values are not looked at.
 */
const valuesProblem = (siever: Siever, values: readonly string[], naming: Naming): string | undefined => {
  const named = (text: string, at: number) =>
    naming === "placed" || (naming === "discreet" && siever.personal) ? `value ${at + 1}` : shown(text);
  if (values.length > mostValues)
    return `at most ${mostValues} values are possible, and there are ${values.length.toLocaleString("en-US")}. Remove some.`;
  const seen = new Map<string, { text: string; at: number }>();
  for (const [at, text] of values.entries()) {
    if (isErased(text)) continue;
    // A text of 255 characters has at most 510 code units, and as many backslashes, which do not count: longer ones need no counting.
    const length = text.length > 4 * longestValue ? text.length : Array.from(unescaped(text)).length;
    if (length > longestValue)
      return `${named(text, at)} is too long: a value has at most ${longestValue} characters. Shorten it.`;
    const refused = takesLineBreaks(siever) ? unwritableBesideLines : unwritable;
    if (refused.test(text)) {
      const what = takesLineBreaks(siever) ? "a control character" : "a line break or another control character";
      return `${named(text, at)} contains ${what}. Type it again without.`;
    }
    if (text.trim() === "") return "one of the values is empty. Type something or remove it.";
    const parsed = parseValue(text, siever);
    if ("problem" in parsed) return `${named(text, at)} ${parsed.problem}`;
    const key = keyOf(parsed.value, siever);
    const before = seen.get(key);
    if (before !== undefined)
      return before.text === text
        ? `${named(text, at)} is there twice. Remove one.`
        : `${named(text, at)} means the same as ${named(before.text, before.at)}. Remove one.`;
    seen.set(key, { text, at });
  }
  return undefined;
};

/** What is wrong with the values of a siever, with the field's name: `Tags (Order): …`. */
export const sieverProblem = (
  code: number,
  values: readonly string[],
  naming: Naming = "quoted",
): string | undefined => {
  const siever = sieverByCode.get(code);
  if (siever === undefined)
    return `There is no filter field with the code ${code}. Remove it, or use a code from the list in the documentation.`;
  const problem = valuesProblem(siever, values, naming);
  return problem === undefined ? undefined : `${sieverLabel(siever)}: ${problem}`;
};

/**
 * Judges what a merchant made of a filter (S-1.5; ): a sentence per wrong field, that names it and the
 * value and says what to do. A new filter is judged by the same.
 */
export const validateFilterContent = (
  content: FilterContent,
  naming: Naming = "quoted",
): FieldProblem<FilterField>[] => {
  const title = titleProblem(content.title, "filter");
  const problems: FieldProblem<FilterField>[] = title === undefined ? [] : [{ field: "title", message: title }];
  for (const [code, values] of Object.entries(content.sievers)) {
    const message = sieverProblem(Number(code), values ?? [], naming);
    if (message !== undefined) problems.push({ field: sieverField(Number(code)), message });
  }
  return problems;
};
