import type { FieldProblem } from "../../core/field-problem.ts";
import { jsonEqual } from "../../core/json-equal.ts";
import { jsonBytes, kilobytes } from "../../core/json-size.ts";
import { type FilterField, sieverField } from "../fields.ts";
import type { SieverValues } from "../filter.ts";
import { type Siever, sieverLabel, sievers } from "../sievers.ts";

/**
 * Maximum size of a filter's plaintext values together, in bytes of JSON: three fields full of ASCII letters, or all
 * fields with 500 values of 35. An event holds the old and the new values, a clone the whole filter, and an append is
 * limited to 900 kB. Without this limit, a filter filled field by field could no longer be cloned, emptied or restored.
 * References that replace personal values take 30 bytes each, 120 kB at most.
 */
const maxBytes = 400_000;

const measureBytes = (held: SieverValues): number =>
  sievers.reduce((sum, { code }) => sum + jsonBytes(held[code] ?? []), 0);

/**
 * Error for a filter that grew beyond {@link maxBytes}, at the largest of the changed fields. An oversized filter may
 * still shrink.
 */
export const sizeProblem = (before: SieverValues, after: SieverValues): FieldProblem<FilterField> | undefined => {
  const bytes = measureBytes(after);
  if (bytes <= maxBytes || bytes <= measureBytes(before)) return undefined;
  const ofSiever = ({ code }: Siever): number => jsonBytes(after[code] ?? []);
  const [greatest] = sievers
    .filter(({ code }) => !jsonEqual(before[code] ?? [], after[code] ?? []))
    .sort((one, other) => ofSiever(other) - ofSiever(one));
  return (
    greatest && {
      field: sieverField(greatest.code),
      message: `${sieverLabel(greatest)}: a filter's values can take up to ${kilobytes(maxBytes)} kB together. With these they would take ${kilobytes(bytes)}. Remove some, or put them into a filter of their own.`,
    }
  );
};
