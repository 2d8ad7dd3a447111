/** `Untitled1`, `Untitled2` …: the first that no design has (decision 26). Capitals do not make a title another. */
export const firstFreeTitle = (prefix: string, taken: readonly string[]): string => {
  const known = new Set(taken.map((title) => title.toLowerCase()));
  let number = 1;
  while (known.has(`${prefix}${number}`.toLowerCase())) number++;
  return `${prefix}${number}`;
};
