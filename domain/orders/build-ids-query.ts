/** Platform search for orders by id. It is answered from the database, not from the search index (P-4.2). */
export const buildIdsQuery = (numbers: readonly string[]): string => `(${numbers.map((n) => `id:${n}`).join(" OR ")})`;
