import type { FieldProblem } from "../../core/field-problem.ts";
import { jsonEqual } from "../../core/json-equal.ts";
import { jsonBytes, kilobytes } from "../../core/json-weight.ts";
import { type FilterField, sieverField } from "../fields.ts";
import type { SieverValues } from "../filter.ts";
import { type Siever, sieverLabel, sievers } from "../sievers.ts";

/**
 * What all values of a filter may take together as they were typed, in bytes of their JSON: three fields full of plain letters, or all
 * of them with 500 values of 35. An event holds what was there and what is there now, a clone the whole filter, and neither may pass the
 * 900 kB that go into one append; without this limit a filter could be filled field by field and then neither cloned nor emptied nor
 * restored. References in place of personal values take 30 bytes each, 120 kB at most.
 */
const mostBytes = 400_000;

const weigh = (held: SieverValues): number => sievers.reduce((sum, { code }) => sum + jsonBytes(held[code] ?? []), 0);

/**
 * What is wrong with a filter that has grown beyond {@link mostBytes}, at the greatest of the fields that changed. One that was too
 * big before may become smaller.
 */
export const weightProblem = (before: SieverValues, after: SieverValues): FieldProblem<FilterField> | undefined => {
  const bytes = weigh(after);
  if (bytes <= mostBytes || bytes <= weigh(before)) return undefined;
  const ofSiever = ({ code }: Siever): number => jsonBytes(after[code] ?? []);
  const [greatest] = sievers
    .filter(({ code }) => !jsonEqual(before[code] ?? [], after[code] ?? []))
    .sort((one, other) => ofSiever(other) - ofSiever(one));
  return (
    greatest && {
      field: sieverField(greatest.code),
      message: `${sieverLabel(greatest)}: a filter's values can take up to ${kilobytes(mostBytes)} kB together. With these they would take ${kilobytes(bytes)}. Remove some, or put them into a filter of their own.`,
    }
  );
};
