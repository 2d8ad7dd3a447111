/** Lists non-empty values, by first appearance. */
export const distinctTexts = (values: Iterable<string | null | undefined>): string[] => {
  const seen = new Set<string>();
  for (const value of values) if (value !== null && value !== undefined && value !== "") seen.add(value);
  return [...seen];
};
