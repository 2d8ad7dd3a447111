/** Joins a row's second line on a phone: `The store answered 500 · since 2026-11-22 10:00`. */
export const joinFacts = (...facts: readonly (string | null | undefined)[]): string =>
  facts.filter((fact) => fact != null && fact !== "").join(" · ");
