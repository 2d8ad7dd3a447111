import { mostSelected } from "./selection.ts";

/** Order numbers of a pasted text, each once, in their order. Lines, commas, semicolons and blanks separate them. */
export const numbersIn = (text: string): string[] => [
  ...new Set(text.split(/[\s,;]+/u).filter((number) => number !== "")),
];

/** What is wrong with the numbers, as a sentence; null when they can be looked for. */
export const numbersProblem = (numbers: readonly string[]): string | null => {
  if (numbers.length > mostSelected)
    return `These are ${numbers.length.toLocaleString("en")} numbers. Paste at most ${mostSelected.toLocaleString("en")}.`;
  const long = numbers.find((number) => number.length > 100);
  return long === undefined ? null : `“${long.slice(0, 40)}…” is too long for an order number. Correct it.`;
};
