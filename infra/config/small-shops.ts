/** Name of a small demo shop, counted from 1: `demo-0001`. */
export const smallShopName = (n: number): string => `demo-${String(n).padStart(4, "0")}`;

/** Number of a small demo shop, counted from 1; undefined for any other name. */
export const smallShopNumber = (name: string, of: number): number | undefined => {
  const n = Number(/^demo-(\d{4,6})$/.exec(name)?.[1] ?? 0);
  return n >= 1 && n <= of && smallShopName(n) === name ? n : undefined;
};

/** First and last name of `count` small shops; null for 0. */
export const toSmallShopRange = (count: number): { First: string; Last: string } | null =>
  count === 0 ? null : { First: smallShopName(1), Last: smallShopName(count) };
