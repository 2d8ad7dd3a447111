/** The most orders that one report can be asked for by hand; the API takes no more. */
export const mostSelected = 10_000;

/** The chosen orders with one more or one less; in the order in which they were chosen. */
export const toggled = (chosen: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return next;
};

/** 'Select all listed rows': those of other pages stay chosen. */
export const withAll = (chosen: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> =>
  new Set([...chosen, ...ids]);

/** What is wrong with a choice, as a sentence; null when a report can be made of it. */
export const selectionProblem = (chosen: ReadonlySet<string>): string | null =>
  chosen.size > mostSelected
    ? `At most ${mostSelected.toLocaleString("en")} orders can be chosen one by one. Use a date range for more.`
    : null;

/** `1 order selected`, `1,250 orders selected`. */
export const selectedText = (count: number): string =>
  `${count.toLocaleString("en")} ${count === 1 ? "order" : "orders"} selected`;

/** `partially_paid` as a person reads it: `Partially paid`. */
export const orderStatusText = (status: string): string => {
  const words = status.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Row that a key moves to, of `rows` rows; null when the key moves nowhere. */
export const rowAfterKey = (key: string, row: number, rows: number): number | null => {
  const steps: Record<string, number> = {
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + 10,
    PageUp: row - 10,
    Home: 0,
    End: rows - 1,
  };
  const target = steps[key];
  return target === undefined ? null : Math.max(0, Math.min(rows - 1, target));
};
