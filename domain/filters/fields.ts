import type { FilterConditions, FilterContent, FilterStatuses } from "./filter.ts";
import { createSieverValues } from "./siever-values.ts";
import { type Siever, type SieverCode, sieverByCode, sievers } from "./sievers.ts";

export type SieverField = `OrderSievers.${SieverCode}`;

/** A field that selects orders or lines: all but the title. */
export type ConditionField = keyof FilterStatuses | SieverField;

/** Field name in errors, conflicts and documents; the number may belong to no siever. */
export type FilterField = "title" | keyof FilterStatuses | `OrderSievers.${number}`;

/** A field per siever, so edits of different sievers never conflict. */
export type FilterFields = FilterStatuses & { title: string } & { [Field in SieverField]: readonly string[] };

export const toSieverField = <Code extends number>(code: Code) => `OrderSievers.${code}` as const;

/** Finds the siever of a field, if any. */
export const findSieverByField = (field: string): Siever | undefined => {
  const code = /^OrderSievers\.(\d+)$/.exec(field)?.[1];
  return code === undefined ? undefined : sieverByCode.get(Number(code));
};

const sieverFields = sievers.map(({ code }) => [code, toSieverField(code)] as const);

/** Sievers without values are empty. */
export const toFilterFields = ({
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

/** Picks conditions, without empty sievers. */
export const toConditions = (fields: FilterFields): FilterConditions => {
  const { financial_status, fulfillment_status, order_status } = fields;
  const held = sieverFields
    .map(([code, field]) => [code, fields[field]] as const)
    .filter(([, values]) => values.length > 0);
  return { financial_status, fulfillment_status, order_status, sievers: createSieverValues(held) };
};

/** Reverses {@link toFilterFields}. */
export const toFilterContent = (fields: FilterFields): FilterContent => ({
  title: fields.title,
  ...toConditions(fields),
});
