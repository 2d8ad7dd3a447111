import { oneLine } from "../text/one-line.ts";
import { shortened } from "../text/shortened.ts";
import type { FilterMoment } from "./compile/compiled.ts";
import { type Siever, sieverLabel } from "./sievers.ts";
import type { Part } from "./stars.ts";
import { type Comparison, parseValue } from "./values.ts";
import { daysFrom, replaceDates } from "./words/date-words.ts";

export type PartOfText = { part: Part; text: string };

/** One siever's values, sorted by kind, with `date(…)` replaced. */
export type Wishes = {
  is: string[];
  not: string[];
  /** Parts of texts: one of `like` or `is` must match, none of `unlike` may. */
  like: PartOfText[];
  unlike: PartOfText[];
  compare: { sign: Comparison; operand: string }[];
  present: boolean;
  absent: boolean;
};

/** Thrown if a stored value cannot be read. Values are validated when typed, so it was stored under other rules. */
export class UnreadableValue extends Error {
  override name = "UnreadableValue";
  constructor(siever: Siever, value: string, problem: string) {
    // The message gets into events, which may contain nothing personal.
    const named = siever.personal ? "one of the values" : `“${shortened(oneLine(value), 40)}”`;
    super(`The filter cannot be read. ${sieverLabel(siever)}: ${named} ${problem}`);
  }
}

/** Replaces every `date(…)` of a text. Resolves the time zone only if needed. */
export const createDateReplacer = (moment: FilterMoment): ((text: string) => string) => {
  let days: ReturnType<typeof daysFrom> | undefined;
  return (text) =>
    replaceDates(text, (difference) => {
      days ??= daysFrom(moment);
      return days(difference);
    });
};

/** @throws {UnreadableValue} */
export const readWishes = (siever: Siever, values: readonly string[], replace: (text: string) => string): Wishes => {
  const wishes: Wishes = { is: [], not: [], like: [], unlike: [], compare: [], present: false, absent: false };
  for (const text of values) {
    const parsed = parseValue(text, siever);
    if ("problem" in parsed) throw new UnreadableValue(siever, text, parsed.problem);
    const { value } = parsed;
    if (!("operand" in value)) wishes[value.kind] = true;
    else if (value.kind === "is" || value.kind === "not") {
      const wanted = replace(value.operand);
      if (value.part === undefined) wishes[value.kind].push(wanted);
      else wishes[value.kind === "is" ? "like" : "unlike"].push({ part: value.part, text: wanted });
    } else wishes.compare.push({ sign: value.kind, operand: replace(value.operand) });
  }
  return wishes;
};
