import { CannotExport } from "../attempt/failure.ts";

/**
 * Parses the number in `gid://shopify/Order/123` or `123`. Nothing else gets into a search text.
 * @throws {CannotExport}
 */
export const parseOrderNumber = (id: string): string => {
  const [, number] = /^(?:gid:\/\/shopify\/Order\/)?(\d{1,20})$/.exec(id) ?? [];
  if (number === undefined) {
    throw new CannotExport("Your store doesn't have one of the chosen orders. Choose the orders again.");
  }
  return number;
};

export const toOrderId = (number: string): string => `gid://shopify/Order/${number}`;

/** Sorts newest first, then by higher id: reversed CREATED_AT, as the platform pages. */
export const newestFirst = <T extends { createdAt: string; number: string }>(a: T, b: T): number => {
  const byTime = Date.parse(b.createdAt) - Date.parse(a.createdAt);
  if (byTime !== 0) return byTime;
  return a.number.length === b.number.length ? (a.number < b.number ? 1 : -1) : b.number.length - a.number.length;
};
