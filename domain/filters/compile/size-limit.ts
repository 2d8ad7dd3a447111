import type { FieldProblem } from "../../core/field-problem.ts";
import { isJsonEqual } from "../../core/is-json-equal.ts";
import { countJsonBytes, formatKilobytes } from "../../core/json-size.ts";
import { type FilterField, toSieverField } from "../fields.ts";
import type { SieverValues } from "../filter.ts";
import { formatSieverLabel, type Siever, sievers } from "../sievers.ts";

/**
 * Limit for a filter's plaintext values together, bytes of JSON. An append is limited to 900 kB; an event holds the old
 * and the new values, a clone the whole filter. A larger filter, filled field by field, could not be cloned, emptied or
 * restored. References to personal values take 30 bytes each, 120 kB at most.
 */
const maxBytes = 400_000;

const measureBytes = (held: SieverValues): number =>
  sievers.reduce((sum, { code }) => sum + countJsonBytes(held[code] ?? []), 0);

/** Refuses growth beyond {@link maxBytes}, at the largest changed field. An oversized filter may shrink. */
export const sizeProblem = (before: SieverValues, after: SieverValues): FieldProblem<FilterField> | undefined => {
  const bytes = measureBytes(after);
  if (bytes <= maxBytes || bytes <= measureBytes(before)) return undefined;
  const ofSiever = ({ code }: Siever): number => countJsonBytes(after[code] ?? []);
  const [greatest] = sievers
    .filter(({ code }) => !isJsonEqual(before[code] ?? [], after[code] ?? []))
    .sort((one, other) => ofSiever(other) - ofSiever(one));
  return (
    greatest && {
      field: toSieverField(greatest.code),
      message: `${formatSieverLabel(greatest)}: a filter's values can take up to ${formatKilobytes(maxBytes)} kB together. With these they would take ${formatKilobytes(bytes)}. Remove some, or put them into a filter of their own.`,
    }
  );
};
