import { type FilterFields, type SieverField, sieverField, sieverOfField } from "#domain/filters/fields.ts";
import { sieverLabel, sievers } from "#domain/filters/sievers.ts";
import { statusFields } from "#domain/filters/status-labels.ts";
import type { Filter, UpdateFilterPayload } from "#domain/wire/filters.ts";

export type FieldName = keyof FilterFields;

/** A filter as the editor holds it: flat, under the names that errors and conflicts give its fields; a siever always has a list. */
export const fieldsOf = (filter: Filter): FilterFields => {
  const values = new Map(filter.OrderSievers.map(({ Field, Filter: list }) => [Field, list]));
  const lists = sievers.map(({ code }) => [sieverField(code), values.get(code) ?? []] as const);
  return {
    title: filter.title,
    financial_status: filter.financial_status,
    fulfillment_status: filter.fulfillment_status,
    order_status: filter.order_status,
    ...(Object.fromEntries(lists) as Record<SieverField, string[]>),
  };
};

/** What `filters/update-filter` takes. `filter` gives what the editor does not change. */
export const payloadOf = (fields: FilterFields, filter: Filter): UpdateFilterPayload => ({
  id: filter.id,
  title: fields.title,
  ordering: filter.ordering,
  order_filter_view: filter.order_filter_view,
  financial_status: fields.financial_status,
  fulfillment_status: fields.fulfillment_status,
  order_status: fields.order_status,
  OrderSievers: sievers.flatMap(({ code }) => {
    const values = fields[sieverField(code)];
    return values.length === 0 ? [] : [{ Field: code, Filter: [...values] }];
  }),
});

/** A field in words: 'Title', 'Tags (Order)'. */
export const fieldLabel = (field: FieldName): string => {
  if (field === "title") return "Title";
  const siever = sieverOfField(field);
  return siever ? sieverLabel(siever) : (statusFields.find((status) => status.field === field)?.label ?? field);
};
