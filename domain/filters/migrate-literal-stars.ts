import type { SieverValues } from "./filter.ts";
import { createSieverValues } from "./siever-values.ts";
import { type Siever, sieverByCode } from "./sievers.ts";
import { escapeLiteralStars, supportsWildcards } from "./wildcards.ts";

/**
 * Only texts that aren't personal need it: personal values are stored unescaped, and statuses, numbers and days have no
 * wildcards.
 */
const needsMigration = (siever: Siever | undefined): boolean =>
  siever !== undefined && !siever.personal && supportsWildcards(siever);

/** Escapes `*` in values saved before it became a wildcard (ADR 53). */
export const migrateValues = (code: number, values: readonly string[]): string[] =>
  needsMigration(sieverByCode.get(code)) ? values.map(escapeLiteralStars) : [...values];

/** Migrates all sievers of a filter. */
export const migrateSievers = (held: SieverValues): SieverValues =>
  createSieverValues(
    Object.entries(held).map(([code, values = []]) => [code, migrateValues(Number(code), values)] as const),
  );
