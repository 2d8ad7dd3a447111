import { partWords } from "./part-words.ts";
import { erasedWord, isErased } from "./personal.ts";
import { type Siever, SieverCode } from "./sievers.ts";
import { parseValue, type SieverValue } from "./values.ts";

/** A word or sign before a value, and the value as it was typed, or that it was erased. */
export type ValueWords = { lead?: string; text?: string; erased?: true };

const signs = { "<": "<", "<=": "≤", ">": ">", ">=": "≥" } as const;

const leadOf = (value: Extract<SieverValue, { operand: string }>): string | undefined => {
  if (value.kind !== "is" && value.kind !== "not") return signs[value.kind];
  if (value.part !== undefined) return partWords[value.kind][value.part];
  return value.kind === "not" ? "not" : undefined;
};

/** A stored value as it is read: `!vip` is 'not' 'vip', `vip*` 'begins with' 'vip', `*` 'any value', `!*` 'empty', `>=5` '≥' '5'. */
export const valueWords = (value: string, siever: Siever): ValueWords => {
  const parsed = parseValue(value, siever);
  // From before today's rules: shown as it stands.
  if ("problem" in parsed) return { text: value };
  const { value: read } = parsed;
  if (!("operand" in read)) return { lead: read.kind === "present" ? "any value" : "empty" };
  const lead = leadOf(read);
  const said = lead === undefined ? {} : { lead };
  if (isErased(read.operand)) return { ...said, text: erasedWord, erased: true };
  const text = siever.code === SieverCode.LineFulfillmentStatus ? read.operand.replaceAll("_", " ") : read.operand;
  return { ...said, text };
};
