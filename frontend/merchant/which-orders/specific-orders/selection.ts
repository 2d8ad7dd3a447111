/** Maximum individually chosen orders per report; the API's limit. */
export const maxSelectedOrders = 10_000;

/** The other orders keep their order. */
export const toggleOrder = (chosen: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return next;
};

/** 'Select all listed rows': keeps selected rows of other pages. */
export const withAll = (chosen: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> =>
  new Set([...chosen, ...ids]);

/** Returns null if a report can be made of the choice. */
export const selectionProblem = (chosen: ReadonlySet<string>): string | null =>
  chosen.size > maxSelectedOrders
    ? `At most ${maxSelectedOrders.toLocaleString("en")} orders can be chosen one by one. Use a date range for more.`
    : null;

/** `1 order selected`, `1,250 orders selected`. */
export const selectedText = (count: number): string =>
  `${count.toLocaleString("en")} ${count === 1 ? "order" : "orders"} selected`;

/** Returns the row that a key moves to, of `rows` rows; null if it doesn't move. */
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
