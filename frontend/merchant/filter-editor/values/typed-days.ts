import { daysOfMovingDay, dayWords, movingDay, readDayWords } from "#domain/filters/words/day-words.ts";

const signed = /^(\s*(?:!|<=|>=|<|>)?\s*)(.*?)\s*$/su;

/** Converts `>=30 days ago` to its stored form, `>=date(YYYY-MM-DD; -30)`; leaves other texts unchanged. */
export const dayFromTyped = (typed: string): string => {
  const [, sign = "", words = ""] = signed.exec(typed) ?? [];
  const days = readDayWords(words);
  return days === undefined ? typed : sign + movingDay(days);
};

/** The reverse, for editing the value. */
export const dayAsTyped = (value: string): string => {
  const [, sign = "", operand = ""] = signed.exec(value) ?? [];
  const days = daysOfMovingDay(operand);
  return days === undefined ? value : sign + dayWords(days);
};
