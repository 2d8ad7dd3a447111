import { fold } from "../text/fold.ts";

/** A leading minus would negate a term (P-4.2). */
const escapeSearch = (text: string): string => text.replaceAll(/[\\:()'"*<>=]|^-/gu, "\\$&");

const maxWords = 8;

/**
 * Platform search query for orders by number, customer name or e-mail, any of which each word may begin. Empty
 * without words.
 */
export const searchForText = (text: string): string =>
  text
    .trim()
    .split(/\s+/u)
    .filter((word) => word !== "")
    .slice(0, maxWords)
    .map(escapeSearch)
    .map((word) => `(name:${word}* OR email:${word}* OR ${word}*)`)
    .join(" ");

/** Letter case and `#` don't count. */
const normalizeNumber = (name: string): string => fold(name.trim()).replace(/^#/u, "");

/** `EN1001` may be typed as 1001. */
const withoutPrefix = (key: string): string => key.replace(/^[^0-9]+/u, "");

/** Platform search query for such numbers as `1001` and `#1001`. */
export const searchForNumbers = (numbers: readonly string[]): string => {
  const wanted = new Set(numbers.map(normalizeNumber));
  return [...wanted].map((number) => `name:'${number.replaceAll(/[\\']/gu, "\\$&")}'`).join(" OR ");
};

type NamedOrder = { id: string; name: string };

/** The orders that have a number. One without the shop's prefix finds an order that has it with a prefix. */
export const matchNumber = (number: string, orders: readonly NamedOrder[]): readonly NamedOrder[] => {
  const key = normalizeNumber(number);
  const exact = orders.filter(({ name }) => normalizeNumber(name) === key);
  return exact.length > 0 ? exact : orders.filter(({ name }) => withoutPrefix(normalizeNumber(name)) === key);
};

/** A number without the shop's prefix matches only if a single order has it. Unmatched numbers keep their order. */
export const findNumbers = (
  numbers: readonly string[],
  orders: readonly NamedOrder[],
): { ids: string[]; notFound: string[] } => {
  const ids = new Set<string>();
  const notFound: string[] = [];
  for (const number of numbers) {
    const [found, another] = matchNumber(number, orders);
    if (found && !another) ids.add(found.id);
    else notFound.push(number);
  }
  return { ids: [...ids], notFound };
};
