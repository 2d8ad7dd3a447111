import type { SieverValues } from "./filter.ts";
import { createSieverValues } from "./siever-values.ts";
import { type Siever, sieverByCode } from "./sievers.ts";
import { escapeLiteralStars, supportsWildcards } from "./wildcards.ts";

/** Personal sievers store values without star escapes. Statuses, numbers and days never had stars. */
const needsMigration = (siever: Siever | undefined): boolean =>
  siever !== undefined && !siever.personal && supportsWildcards(siever);

/** Migrates values from before stars meant parts of texts (ADR 53). */
export const migrateValues = (code: number, values: readonly string[]): string[] =>
  needsMigration(sieverByCode.get(code)) ? values.map(escapeLiteralStars) : [...values];

/** Migrates all sievers of a filter. */
export const migrateSievers = (held: SieverValues): SieverValues =>
  createSieverValues(
    Object.entries(held).map(([code, values = []]) => [code, migrateValues(Number(code), values)] as const),
  );
