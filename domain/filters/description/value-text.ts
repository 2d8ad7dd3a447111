import type { FilterMoment } from "../compile/compiled.ts";
import { hiddenText, isHidden } from "../hidden.ts";
import { erasedLabel, isErased } from "../personal.ts";
import type { Siever } from "../sievers.ts";
import { parseValue, type SieverValue } from "../values.ts";
import { comparisonLabels, partLabels } from "./operator-labels.ts";
import { describeDates } from "./relative-days.ts";

/** `lead`: a word or sign before the value. `hidden`: from support. */
export type ValueText = { lead?: string; text?: string; erased?: true; hidden?: true };

const comparisonSymbols = { "<": "<", "<=": "≤", ">": ">", ">=": "≥" } as const;

const leadOf = (value: Extract<SieverValue, { operand: string }>, { kind }: Siever): string | undefined => {
  // Readers might take '≥ 30 days ago' for a longer time.
  if (value.kind !== "is" && value.kind !== "not")
    return kind === "day" ? comparisonLabels.day[value.kind] : comparisonSymbols[value.kind];
  if (value.part !== undefined) return partLabels[value.kind][value.part];
  return value.kind === "not" ? "not" : undefined;
};

/**
 * `!vip` is 'not' 'vip', `vip*` 'begins with' 'vip', `*` 'any value', `!*` 'empty', `>=5` '≥' '5'. `moment`: see {@link
 * describeDates}.
 */
export const describeValue = (value: string, siever: Siever, moment?: FilterMoment): ValueText => {
  const parsed = parseValue(value, siever);
  // The value was stored under older rules.
  if ("problem" in parsed) return { text: value };
  const { value: read } = parsed;
  if (!("operand" in read)) return { lead: read.kind === "present" ? "any value" : "empty" };
  const lead = leadOf(read, siever);
  const leadPart = lead === undefined ? {} : { lead };
  if (isErased(read.operand)) return { ...leadPart, text: erasedLabel, erased: true };
  if (isHidden(read.operand)) return { ...leadPart, text: hiddenText, hidden: true };
  const text = siever.allowedValues ? read.operand.replaceAll("_", " ") : describeDates(read.operand, moment);
  return { ...leadPart, text };
};
