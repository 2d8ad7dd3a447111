import type { FilterConditions, FilterContent, FilterStatuses } from "./filter.ts";
import { sieverValues } from "./siever-values.ts";
import { type Siever, type SieverCode, sieverByCode, sievers } from "./sievers.ts";

export type SieverField = `OrderSievers.${SieverCode}`;

/** A field that chooses orders or lines: every one but the title. */
export type ConditionField = keyof FilterStatuses | SieverField;

/** A field of a filter as errors, conflicts and documents name it; a number may be one that no siever has. */
export type FilterField = "title" | keyof FilterStatuses | `OrderSievers.${number}`;

/** A filter's content with every siever a field of its own, so that an edit of one never collides with an edit of another. */
export type FilterFields = FilterStatuses & { title: string } & { [Field in SieverField]: readonly string[] };

export const sieverField = <Code extends number>(code: Code) => `OrderSievers.${code}` as const;

/** The siever of a field; undefined of other fields, and of a siever that there is not. */
export const sieverOfField = (field: string): Siever | undefined => {
  const code = /^OrderSievers\.(\d+)$/.exec(field)?.[1];
  return code === undefined ? undefined : sieverByCode.get(Number(code));
};

const sieverFields = sievers.map(({ code }) => [code, sieverField(code)] as const);

/** All fields, those of sievers without values empty. */
export const fieldsFromContent = ({
  title,
  financial_status,
  fulfillment_status,
  order_status,
  sievers: held,
}: FilterContent) =>
  ({
    title,
    financial_status,
    fulfillment_status,
    order_status,
    ...Object.fromEntries(sieverFields.map(([code, field]) => [field, held[code] ?? []])),
  }) as unknown as FilterFields;

/** The conditions again, without sievers that have no values. */
export const conditionsFromFields = (fields: FilterFields): FilterConditions => {
  const { financial_status, fulfillment_status, order_status } = fields;
  const held = sieverFields
    .map(([code, field]) => [code, fields[field]] as const)
    .filter(([, values]) => values.length > 0);
  return { financial_status, fulfillment_status, order_status, sievers: sieverValues(held) };
};

/** The content again. */
export const contentFromFields = (fields: FilterFields): FilterContent => ({
  title: fields.title,
  ...conditionsFromFields(fields),
});
