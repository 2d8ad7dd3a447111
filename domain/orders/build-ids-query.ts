/** Searches by id, which the platform answers from its database instead of its search index (P-4.2). */
export const buildIdsQuery = (numbers: readonly string[]): string => `(${numbers.map((n) => `id:${n}`).join(" OR ")})`;
