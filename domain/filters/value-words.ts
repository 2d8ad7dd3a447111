import { erasedWord, isErased } from "./personal.ts";
import { type Siever, SieverCode } from "./sievers.ts";
import { parseValue } from "./values.ts";

/** A word or sign before a value, and the value as it was typed, or that it was erased. */
export type ValueWords = { lead?: string; text?: string; erased?: true };

const signs = { "<": "<", "<=": "≤", ">": ">", ">=": "≥" } as const;

/** A stored value as it is read: `!vip` is 'not' 'vip', `*` 'any value', `!*` 'empty', `>=5` '≥' '5'. */
export const valueWords = (value: string, siever: Siever): ValueWords => {
  const parsed = parseValue(value, siever);
  // From before today's rules: shown as it stands.
  if ("problem" in parsed) return { text: value };
  const { value: read } = parsed;
  if (!("operand" in read)) return { lead: read.kind === "present" ? "any value" : "empty" };
  if (isErased(read.operand))
    return { ...(read.kind === "not" ? { lead: "not" } : {}), text: erasedWord, erased: true };
  const text = siever.code === SieverCode.LineFulfillmentStatus ? read.operand.replaceAll("_", " ") : read.operand;
  if (read.kind === "is") return { text };
  return { lead: read.kind === "not" ? "not" : signs[read.kind], text };
};
