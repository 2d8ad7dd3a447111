import type { SieverValues } from "./filter.ts";
import { sieverValues } from "./siever-values.ts";
import { type Siever, sieverByCode } from "./sievers.ts";
import { fromBeforeStars, takesStars } from "./stars.ts";

/**
 * Values of personal sievers are kept without what escapes a star, so that they mean what they meant; statuses, numbers and days never
 * had stars.
 */
const hadStars = (siever: Siever | undefined): boolean =>
  siever !== undefined && !siever.personal && takesStars(siever);

/** Kept values of one siever from before stars meant parts of texts, as they are kept today (ADR 53). */
export const valuesFromBeforeStars = (code: number, values: readonly string[]): string[] =>
  hadStars(sieverByCode.get(code)) ? values.map(fromBeforeStars) : [...values];

/** The same of all sievers of a filter. */
export const sieversFromBeforeStars = (held: SieverValues): SieverValues =>
  sieverValues(
    Object.entries(held).map(([code, values = []]) => [code, valuesFromBeforeStars(Number(code), values)] as const),
  );
