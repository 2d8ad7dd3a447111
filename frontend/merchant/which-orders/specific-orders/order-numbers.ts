import { maxSearchLength } from "#domain/wire/filters/orders.ts";
import { maxSelectedOrders } from "./selection.ts";

/** Distinct numbers, in order, separated by line breaks, commas, semicolons or spaces. */
export const numbersIn = (text: string): string[] => [
  ...new Set(text.split(/[\s,;]+/u).filter((number) => number !== "")),
];

/** Returns null if the numbers can be searched for. */
export const numbersProblem = (numbers: readonly string[]): string | null => {
  if (numbers.length > maxSelectedOrders)
    return `You pasted ${numbers.length.toLocaleString("en")} numbers. Paste at most ${maxSelectedOrders.toLocaleString("en")}.`;
  const long = numbers.find((number) => number.length > maxSearchLength);
  return long === undefined ? null : `“${long.slice(0, 40)}…” is too long for an order number. Check it and try again.`;
};
