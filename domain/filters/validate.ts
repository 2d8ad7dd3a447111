import type { FieldProblem } from "../core/field-problem.ts";
import { toCanonicalDecimal } from "../text/decimal.ts";
import { shortenText } from "../text/shorten-text.ts";
import { findTitleProblem } from "../text/titles.ts";
import { toOneLine } from "../text/to-one-line.ts";
import { parseDayNumber } from "./days.ts";
import { hasDateExpression } from "./description/date-expressions.ts";
import { type FilterField, toSieverField } from "./fields.ts";
import type { FilterContent } from "./filter.ts";
import { isErased } from "./personal.ts";
import {
  allowsLineBreaks,
  formatSieverLabel,
  maxValueLength,
  maxValues,
  type Siever,
  sieverByCode,
} from "./sievers.ts";
import { createNormalizer, parseValue, type SieverValue } from "./values.ts";
import { unescapeText } from "./wildcards.ts";

// Line separators break lines but are not control characters. Lone surrogates cannot be stored.
const unwritable = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
const unwritableBesideLines = /(?![\r\n])[\p{Cc}\p{Cs}\u2028\u2029]/u;
const unwritableAll = /[\p{Cc}\p{Cs}\u2028\u2029]/gu;

const maxShownLength = 40;
const shortenValue = (value: string): string => {
  const clean = toOneLine(value.slice(0, 200).trim()).replaceAll(unwritableAll, "�");
  return `“${shortenText(clean, maxShownLength)}”`;
};

/** Equal keys mean the same: `5` and `5.0`, `Vip*` and ` vip*`, `not eligible` and `not_eligible`. */
export const toValueKey = (value: SieverValue, siever: Siever): string => {
  if (!("operand" in value)) return value.kind;
  const { operand } = value;
  const kind = "part" in value ? `${value.kind} ${value.part}` : value.kind;
  // Format letters are case-sensitive: MM is not mm.
  if (hasDateExpression(operand)) return `${kind} ${operand}`;
  if (siever.kind === "number") return `${kind} ${toCanonicalDecimal(operand)}`;
  if (siever.kind === "day") return `${kind} ${parseDayNumber(operand)}`;
  return `${kind} ${createNormalizer(siever)(operand)}`;
};

/**
 * `quoted`: as typed, for its author. `discreet`: by position if it may be personal; for events. `placed`: always by
 * position, as anything may be typed into the wrong field; for refusals.
 */
export type Naming = "quoted" | "discreet" | "placed";

/** Returns the fault without the field's name. Too many values are not checked. */
const valuesProblem = (siever: Siever, values: readonly string[], naming: Naming): string | undefined => {
  const named = (text: string, index: number) =>
    naming === "placed" || (naming === "discreet" && siever.personal) ? `value ${index + 1}` : shortenValue(text);
  if (values.length > maxValues)
    return `a field holds at most ${maxValues} values, and this one has ${values.length.toLocaleString("en-US")}. Remove some.`;
  const firstByKey = new Map<string, { text: string; at: number }>();
  for (const [index, text] of values.entries()) {
    if (isErased(text)) continue;
    // 255 characters take at most 510 code units and as many backslashes.
    const length = text.length > 4 * maxValueLength ? text.length : Array.from(unescapeText(text)).length;
    if (length > maxValueLength)
      return `${named(text, index)} is too long: a value has at most ${maxValueLength} characters. Shorten it.`;
    const refused = allowsLineBreaks(siever) ? unwritableBesideLines : unwritable;
    if (refused.test(text)) {
      const what = allowsLineBreaks(siever) ? "a control character" : "a line break or another control character";
      return `${named(text, index)} contains ${what}. Type it again without it.`;
    }
    if (text.trim() === "") return "one of the values is empty. Type something or remove it.";
    const parsed = parseValue(text, siever);
    if ("problem" in parsed) return `${named(text, index)} ${parsed.problem}`;
    const key = toValueKey(parsed.value, siever);
    const duplicate = firstByKey.get(key);
    if (duplicate !== undefined)
      return duplicate.text === text
        ? `${named(text, index)} is listed twice. Remove one.`
        : `${named(text, index)} means the same as ${named(duplicate.text, duplicate.at)}. Remove one.`;
    firstByKey.set(key, { text, at: index });
  }
  return undefined;
};

/** Returns the fault with the field's name: `Tags (Order): …`. */
export const findSieverProblem = (
  code: number,
  values: readonly string[],
  naming: Naming = "quoted",
): string | undefined => {
  const siever = sieverByCode.get(code);
  if (siever === undefined)
    return `There is no filter field with the code ${code}. Remove it, or use a code from the list in the documentation.`;
  const problem = valuesProblem(siever, values, naming);
  return problem === undefined ? undefined : `${formatSieverLabel(siever)}: ${problem}`;
};

/** Validates a new or edited filter (S-1.5; ). Returns a sentence per wrong field. */
export const validateFilterContent = (
  content: FilterContent,
  naming: Naming = "quoted",
): FieldProblem<FilterField>[] => {
  const title = findTitleProblem(content.title, "filter");
  const problems: FieldProblem<FilterField>[] = title === undefined ? [] : [{ field: "title", message: title }];
  for (const [code, values] of Object.entries(content.sievers)) {
    const message = findSieverProblem(Number(code), values ?? [], naming);
    if (message !== undefined) problems.push({ field: toSieverField(Number(code)), message });
  }
  return problems;
};
