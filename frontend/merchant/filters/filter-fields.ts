import type { FinancialStatus, FulfillmentStatus, OrderStatus } from "#domain/enumerations.ts";
import type { FilterConditions, FilterContent, SieverValues } from "#domain/filters/filter.ts";
import { type SieverCode, sieverByCode, sieverLabel, sievers } from "#domain/filters/sievers.ts";
import type { Filter, UpdateFilterPayload } from "#domain/wire/filters.ts";

export type SieverField = `OrderSievers.${SieverCode}`;

/** A filter as the editor holds it: flat, under the names that errors and conflicts give its fields; a siever always has a list. */
export type FilterFields = {
  title: string;
  financial_status: FinancialStatus;
  fulfillment_status: FulfillmentStatus;
  order_status: OrderStatus;
} & Record<SieverField, readonly string[]>;

export type FieldName = keyof FilterFields;

export const sieverField = (code: SieverCode): SieverField => `OrderSievers.${code}`;

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

export const conditionsOf = (fields: FilterFields): FilterConditions => ({
  financial_status: fields.financial_status,
  fulfillment_status: fields.fulfillment_status,
  order_status: fields.order_status,
  sievers: Object.fromEntries(
    sievers.flatMap(({ code }) => {
      const values = fields[sieverField(code)];
      return values.length === 0 ? [] : [[code, values]];
    }),
  ) as SieverValues,
});

export const contentOf = (fields: FilterFields): FilterContent => ({ title: fields.title, ...conditionsOf(fields) });

const names: Readonly<Record<string, string>> = {
  title: "Title",
  financial_status: "Financial status",
  fulfillment_status: "Fulfillment status",
  order_status: "Order status",
};

/** A field in words: 'Title', 'Tags (Order)'. */
export const fieldLabel = (field: FieldName): string => {
  const siever = sieverByCode.get(Number(field.replace("OrderSievers.", "")));
  return siever === undefined ? (names[field] ?? field) : sieverLabel(siever);
};
