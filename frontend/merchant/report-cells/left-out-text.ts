/** Said of first rows that are not all rows of their orders, by how many are left to the file; null where all are there. */
export const leftOutText = (rows = 0): string | null => {
  if (rows === 0) return null;
  return `${rows.toLocaleString("en")} more ${rows === 1 ? "row" : "rows"} of these orders ${rows === 1 ? "is" : "are"} in the file`;
};
