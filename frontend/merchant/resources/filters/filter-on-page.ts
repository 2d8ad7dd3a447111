import type { OrderFilterView } from "#domain/enumerations.ts";
import {
  type ConditionField,
  conditionsFromFields,
  type FilterFields,
  type SieverField,
  sieverField,
  sieverOfField,
} from "#domain/filters/fields.ts";
import { sieverLabel, sievers } from "#domain/filters/sievers.ts";
import { statusFields } from "#domain/filters/words/status-labels.ts";
import type { Filter, FilterItem, UpdateFilterPayload } from "#domain/wire/filters/filters.ts";

export type FieldName = keyof FilterFields;

/** A filter as pages hold it: the one shape of this side of the wire. Its fields are flat, and a siever always has a list. */
export type FilterOnPage = { id: string; ordering: number; view: OrderFilterView; fields: FilterFields };

/** What the server answered, as pages hold it. */
export const filterFromWire = (filter: Filter): FilterOnPage => {
  const values = new Map(filter.OrderSievers.map(({ Field, Filter: list }) => [Field, list]));
  const lists = sievers.map(({ code }) => [sieverField(code), values.get(code) ?? []] as const);
  return {
    id: filter.id,
    ordering: filter.ordering,
    view: filter.order_filter_view,
    fields: {
      title: filter.title,
      financial_status: filter.financial_status,
      fulfillment_status: filter.fulfillment_status,
      order_status: filter.order_status,
      ...(Object.fromEntries(lists) as Record<SieverField, string[]>),
    },
  };
};

/** What `filters/update-filter` takes. */
export const filterToWire = ({ id, ordering, view, fields }: FilterOnPage): UpdateFilterPayload => ({
  id,
  title: fields.title,
  ordering,
  order_filter_view: view,
  financial_status: fields.financial_status,
  fulfillment_status: fields.fulfillment_status,
  order_status: fields.order_status,
  OrderSievers: sievers.flatMap(({ code }) => {
    const values = fields[sieverField(code)];
    return values.length === 0 ? [] : [{ Field: code, Filter: [...values] }];
  }),
});

/** As a row of the list of filters. */
export const filterItemFrom = ({ id, ordering, view, fields }: FilterOnPage): FilterItem => ({
  id,
  title: fields.title,
  ordering,
  order_filter_view: view,
});

/** A field in words: 'Title', 'Tags (Order)'. */
export const fieldLabel = (field: FieldName): string => {
  if (field === "title") return "Title";
  const siever = sieverOfField(field);
  return siever ? sieverLabel(siever) : (statusFields.find((status) => status.field === field)?.label ?? field);
};

/** What of a filter counts, checks and lists of orders depend on, as text to compare. */
export const conditionsText = (fields: FilterFields): string => JSON.stringify(conditionsFromFields(fields));

/** What a field holds that asks for nothing. */
export const nothingAsked = (field: ConditionField) => (sieverOfField(field) ? [] : 0);
