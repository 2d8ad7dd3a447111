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

/** A number without the shop's prefix matches only if a single order has it. Unmatched numbers keep their order. */
export const findNumbers = (
  numbers: readonly string[],
  orders: readonly { id: string; name: string }[],
): { ids: string[]; notFound: string[] } => {
  const keyed = orders.map(({ id, name }) => ({ id, key: normalizeNumber(name) }));
  const ids = new Set<string>();
  const notFound: string[] = [];
  for (const number of numbers) {
    const key = normalizeNumber(number);
    const exact = keyed.filter((order) => order.key === key);
    const likely = exact.length > 0 ? exact : keyed.filter((order) => withoutPrefix(order.key) === key);
    const [found, another] = likely;
    if (found && !another) ids.add(found.id);
    else notFound.push(number);
  }
  return { ids: [...ids], notFound };
};
