import type { FilterMoment } from "#domain/filters/compile/compiled.ts";
import { describeValue, type ValueText } from "#domain/filters/description/value-text.ts";
import type { Siever } from "#domain/filters/sievers.ts";
import { toOneLine } from "#domain/text/to-one-line.ts";
import { getOperators, type Operator, splitValue } from "./operators.ts";

/** `lead` comes before the text if no operator of the field fits. */
type ChipWords = ValueText & { operator?: Operator };

/** Describes a value, with dates in words. `moment` gives the current day. */
export const describeChip = (value: string, siever: Siever, moment?: FilterMoment): ChipWords => {
  const words = describeValue(value, siever, moment);
  const operator = splitValue(value, siever)?.operator;
  if (operator === undefined) return words;
  const { lead: _, ...text } = words;
  return { ...text, operator };
};

/**
 * A value on one line, for sentences: `vip`, `is not vip`, `at least 5`. Quoted if it would read 'is not not eligible'.
 */
export const formatValueInline = (value: string, siever: Siever): string => {
  const { operator, lead, text } = describeChip(value, siever);
  const [first] = getOperators(siever);
  const before = operator === first ? undefined : (operator?.label ?? lead);
  const shown = before !== undefined && text?.startsWith("not ") ? `“${text}”` : text;
  return toOneLine([before, shown].filter((part) => part !== undefined).join(" "));
};
