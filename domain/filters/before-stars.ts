import type { SieverValues } from "./filter.ts";
import { sieverValues } from "./siever-values.ts";
import { type Siever, sieverByCode } from "./sievers.ts";
import { fromBeforeStars, takesStars } from "./stars.ts";

/**
 * Only these need migration. Personal sievers store values without star escapes, so their meaning is unchanged.
 * Statuses, numbers and days never had stars.
 */
const hadStars = (siever: Siever | undefined): boolean =>
  siever !== undefined && !siever.personal && takesStars(siever);

/** Converts one siever's values from before stars meant parts of texts into today's form (ADR 53). */
export const valuesFromBeforeStars = (code: number, values: readonly string[]): string[] =>
  hadStars(sieverByCode.get(code)) ? values.map(fromBeforeStars) : [...values];

/** Converts all sievers of a filter. */
export const sieversFromBeforeStars = (held: SieverValues): SieverValues =>
  sieverValues(
    Object.entries(held).map(([code, values = []]) => [code, valuesFromBeforeStars(Number(code), values)] as const),
  );
