import { longestSought } from "#domain/wire/filters/orders.ts";
import { mostSelected } from "./selection.ts";

/** The distinct order numbers in a pasted text, in order. Line breaks, commas, semicolons and spaces separate them. */
export const numbersIn = (text: string): string[] => [
  ...new Set(text.split(/[\s,;]+/u).filter((number) => number !== "")),
];

/** The reason why the numbers can't be searched for, in a sentence; null if they can. */
export const numbersProblem = (numbers: readonly string[]): string | null => {
  if (numbers.length > mostSelected)
    return `You pasted ${numbers.length.toLocaleString("en")} numbers. Paste at most ${mostSelected.toLocaleString("en")}.`;
  const long = numbers.find((number) => number.length > longestSought);
  return long === undefined ? null : `“${long.slice(0, 40)}…” is too long for an order number. Correct it.`;
};
