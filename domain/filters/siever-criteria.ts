import { shortenText } from "../text/shorten-text.ts";
import { toOneLine } from "../text/to-one-line.ts";
import type { FilterMoment } from "./compile/compiled.ts";
import { createDatePartsLookup, replaceDateExpressions } from "./description/date-expressions.ts";
import { formatSieverLabel, type Siever } from "./sievers.ts";
import { type Comparison, parseValue } from "./values.ts";
import type { ValuePart } from "./wildcards.ts";

export type PartialMatch = { part: ValuePart; text: string };

/** Values sorted by kind, with `date(…)` replaced. */
export type SieverCriteria = {
  is: string[];
  not: string[];
  /** one of `like` or `is` must match, none of `unlike` may. */
  like: PartialMatch[];
  unlike: PartialMatch[];
  compare: { sign: Comparison; operand: string }[];
  present: boolean;
  absent: boolean;
};

/** A value was stored under other rules. */
export class UnreadableValue extends Error {
  override name = "UnreadableValue";
  constructor(siever: Siever, value: string, problem: string) {
    // Events contain this message, so it names nothing personal.
    const named = siever.personal ? "one of the values" : `“${shortenText(toOneLine(value), 40)}”`;
    super(`The filter cannot be read. ${formatSieverLabel(siever)}: ${named} ${problem}`);
  }
}

/** Replaces `date(…)`. Resolves the time zone only if a text has one. */
export const createDateReplacer = (moment: FilterMoment): ((text: string) => string) => {
  let days: ReturnType<typeof createDatePartsLookup> | undefined;
  return (text) =>
    replaceDateExpressions(text, (difference) => {
      days ??= createDatePartsLookup(moment);
      return days(difference);
    });
};

/** @throws {UnreadableValue} */
export const parseCriteria = (
  siever: Siever,
  values: readonly string[],
  replace: (text: string) => string,
): SieverCriteria => {
  const criteria: SieverCriteria = {
    is: [],
    not: [],
    like: [],
    unlike: [],
    compare: [],
    present: false,
    absent: false,
  };
  for (const text of values) {
    const parsed = parseValue(text, siever);
    if ("problem" in parsed) throw new UnreadableValue(siever, text, parsed.problem);
    const { value } = parsed;
    if (!("operand" in value)) criteria[value.kind] = true;
    else if (value.kind === "is" || value.kind === "not") {
      const wanted = replace(value.operand);
      if (value.part === undefined) criteria[value.kind].push(wanted);
      else criteria[value.kind === "is" ? "like" : "unlike"].push({ part: value.part, text: wanted });
    } else criteria.compare.push({ sign: value.kind, operand: replace(value.operand) });
  }
  return criteria;
};
