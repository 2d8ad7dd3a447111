import {
  formatRelativeDay,
  parseRelativeDateExpression,
  parseRelativeDay,
  relativeDateExpression,
} from "#domain/filters/description/relative-days.ts";

const signed = /^(\s*(?:!|<=|>=|<|>)?\s*)(.*?)\s*$/su;

/** Converts `>=30 days ago` to its stored form, `>=date(YYYY-MM-DD; -30)`. Other texts stay unchanged. */
export const parseTypedDay = (typed: string): string => {
  const [, sign = "", words = ""] = signed.exec(typed) ?? [];
  const days = parseRelativeDay(words);
  return days === undefined ? typed : sign + relativeDateExpression(days);
};

/** Converts the stored form back for editing. */
export const formatTypedDay = (value: string): string => {
  const [, sign = "", operand = ""] = signed.exec(value) ?? [];
  const days = parseRelativeDateExpression(operand);
  return days === undefined ? value : sign + formatRelativeDay(days);
};
