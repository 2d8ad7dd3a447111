import type { FieldProblem } from "../../core/field-problem.ts";
import { isJsonEqual } from "../../core/is-json-equal.ts";
import { countJsonBytes, formatKilobytes } from "../../core/json-size.ts";
import { type FilterField, toSieverField } from "../fields.ts";
import type { SieverValues } from "../filter.ts";
import { formatSieverLabel, type Siever, sievers } from "../sievers.ts";

/**
 * Maximum size of a filter's plaintext values together, in bytes of JSON: three fields full of ASCII letters, or all
 * fields with 500 values of 35. An event holds the old and the new values, a clone the whole filter, and an append is
 * limited to 900 kB. Without this limit, a filter filled field by field could no longer be cloned, emptied or restored.
 * References that replace personal values take 30 bytes each, 120 kB at most.
 */
const maxBytes = 400_000;

const measureBytes = (held: SieverValues): number =>
  sievers.reduce((sum, { code }) => sum + countJsonBytes(held[code] ?? []), 0);

/**
 * Error for a filter that grew beyond {@link maxBytes}, at the largest of the changed fields. An oversized filter may
 * still shrink.
 */
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
