import type { FieldProblem } from "../core/field-problem.ts";
import { canonicalDecimal } from "../text/decimal.ts";
import { oneLine } from "../text/one-line.ts";
import { shortened } from "../text/shortened.ts";
import { titleProblem } from "../text/titles.ts";
import { dayNumber } from "./days.ts";
import { hasDateExpression } from "./description/date-expressions.ts";
import { type FilterField, sieverField } from "./fields.ts";
import type { FilterContent } from "./filter.ts";
import { isErased } from "./personal.ts";
import { allowsLineBreaks, maxValueLength, maxValues, type Siever, sieverByCode, sieverLabel } from "./sievers.ts";
import { normalizerFor, parseValue, type SieverValue } from "./values.ts";
import { unescapeText } from "./wildcards.ts";

// Unicode does not class line separators as control characters, but they break lines. Lone surrogates cannot be stored.
const unwritable = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
const unwritableBesideLines = /(?![\r\n])[\p{Cc}\p{Cs}\u2028\u2029]/u;
const unwritableAll = /[\p{Cc}\p{Cs}\u2028\u2029]/gu;

const maxShownLength = 40;
/** A value for a message: shortened, without line breaks. */
const shortenValue = (value: string): string => {
  const clean = oneLine(value.slice(0, 200).trim()).replaceAll(unwritableAll, "�");
  return `“${shortened(clean, maxShownLength)}”`;
};

/** Equal keys mean the same: `5` and `5.0`, `Vip*` and ` vip*`, `not eligible` and `not_eligible`. */
export const valueKey = (value: SieverValue, siever: Siever): string => {
  if (!("operand" in value)) return value.kind;
  const { operand } = value;
  const kind = "part" in value ? `${value.kind} ${value.part}` : value.kind;
  // Format letters are case-sensitive: MM is not mm.
  if (hasDateExpression(operand)) return `${kind} ${operand}`;
  if (siever.kind === "number") return `${kind} ${canonicalDecimal(operand)}`;
  if (siever.kind === "day") return `${kind} ${dayNumber(operand)}`;
  return `${kind} ${normalizerFor(siever)(operand)}`;
};

/**
 * Naming of a value in a sentence. `quoted`: as typed, for its author. `discreet`: by position if it may be personal;
 * for events. `placed`: always by position, because anything may have been typed into the wrong field; for refusals,
 * which are stored.
 */
export type Naming = "quoted" | "discreet" | "placed";

/**
 * First fault of a siever's values, a sentence without the field's name; undefined if none. Values are not checked if
 * there are too many.
 */
const valuesProblem = (siever: Siever, values: readonly string[], naming: Naming): string | undefined => {
  const named = (text: string, at: number) =>
    naming === "placed" || (naming === "discreet" && siever.personal) ? `value ${at + 1}` : shortenValue(text);
  if (values.length > maxValues)
    return `at most ${maxValues} values are possible, and there are ${values.length.toLocaleString("en-US")}. Remove some.`;
  const seen = new Map<string, { text: string; at: number }>();
  for (const [at, text] of values.entries()) {
    if (isErased(text)) continue;
    // 255 characters are at most 510 code units, plus as many backslashes, which do not count. Anything longer needs no
    // exact count.
    const length = text.length > 4 * maxValueLength ? text.length : Array.from(unescapeText(text)).length;
    if (length > maxValueLength)
      return `${named(text, at)} is too long: a value has at most ${maxValueLength} characters. Shorten it.`;
    const refused = allowsLineBreaks(siever) ? unwritableBesideLines : unwritable;
    if (refused.test(text)) {
      const what = allowsLineBreaks(siever) ? "a control character" : "a line break or another control character";
      return `${named(text, at)} contains ${what}. Type it again without.`;
    }
    if (text.trim() === "") return "one of the values is empty. Type something or remove it.";
    const parsed = parseValue(text, siever);
    if ("problem" in parsed) return `${named(text, at)} ${parsed.problem}`;
    const key = valueKey(parsed.value, siever);
    const before = seen.get(key);
    if (before !== undefined)
      return before.text === text
        ? `${named(text, at)} is there twice. Remove one.`
        : `${named(text, at)} means the same as ${named(before.text, before.at)}. Remove one.`;
    seen.set(key, { text, at });
  }
  return undefined;
};

/** Fault of a siever's values, with the field's name: `Tags (Order): …`. */
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
 * Validates a filter, new or edited (S-1.5; ): a sentence per wrong field that names field and value
 * and says what to do.
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
