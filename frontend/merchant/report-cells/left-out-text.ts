/** A note on rows that only the file has; null if the preview has all rows of its orders. */
export const leftOutText = (rows = 0): string | null => {
  if (rows === 0) return null;
  return `${rows.toLocaleString("en")} more ${rows === 1 ? "row" : "rows"} of these orders ${rows === 1 ? "is" : "are"} in the file`;
};
