import type { FilterContent, SieverValues } from "../filters/filter.ts";
import { type SieverCode, sievers } from "../filters/sievers.ts";

export type SieverField = `OrderSievers.${SieverCode}`;

/** A filter's content with every siever a field of its own, so that an edit of one never collides with an edit of another. */
export type FilterFields = Omit<FilterContent, "sievers"> & { [Field in SieverField]: readonly string[] };

export const sieverFieldOf = (code: SieverCode): SieverField => `OrderSievers.${code}`;

const codes = new Map(sievers.map(({ code }) => [sieverFieldOf(code), code]));

/** @throws {TypeError} never of a field that {@link FilterFields} has */
export const codeOfField = (field: SieverField): SieverCode => {
  const code = codes.get(field);
  if (code === undefined) throw new TypeError(`${field} is no field of a filter. Name a siever's.`);
  return code;
};

/** All fields, those of sievers without values empty. The title is without the blanks around it. */
export const fieldsOf = ({ title, financial_status, fulfillment_status, order_status, sievers: held }: FilterContent) =>
  ({
    title: title.trim(),
    financial_status,
    fulfillment_status,
    order_status,
    ...Object.fromEntries(sievers.map(({ code }) => [sieverFieldOf(code), held[code] ?? []])),
  }) as unknown as FilterFields;

/** The content again, without sievers that have no values. */
export const contentOf = (fields: FilterFields): FilterContent => {
  const { title, financial_status, fulfillment_status, order_status } = fields;
  const held = sievers
    .map(({ code }) => [code, fields[sieverFieldOf(code)]] as const)
    .filter(([, values]) => values.length > 0);
  return { title, financial_status, fulfillment_status, order_status, sievers: Object.fromEntries(held) };
};

/** Sievers with one siever's values set, or without it when there are none. */
export const withSiever = (held: SieverValues, code: SieverCode, values: readonly string[]): SieverValues => {
  const { [code]: _, ...others } = held;
  return values.length > 0 ? { ...others, [code]: values } : others;
};
