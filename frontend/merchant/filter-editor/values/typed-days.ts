import { daysOfMovingDay, dayWords, movingDay, readDayWords } from "#domain/filters/words/day-words.ts";

const signed = /^(\s*(?:!|<=|>=|<|>)?\s*)(.*?)\s*$/su;

/** `>=30 days ago` as it is stored, `>=date(YYYY-MM-DD; -30)`; other texts as they are. */
export const dayFromTyped = (typed: string): string => {
  const [, sign = "", words = ""] = signed.exec(typed) ?? [];
  const days = readDayWords(words);
  return days === undefined ? typed : sign + movingDay(days);
};

/** The other way round, for somebody who changes the value. */
export const dayAsTyped = (value: string): string => {
  const [, sign = "", operand = ""] = signed.exec(value) ?? [];
  const days = daysOfMovingDay(operand);
  return days === undefined ? value : sign + dayWords(days);
};
