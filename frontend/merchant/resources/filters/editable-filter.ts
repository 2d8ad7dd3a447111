import type { OrderFilterView } from "#domain/enumerations.ts";
import {
  type ConditionField,
  type FilterFields,
  findSieverByField,
  type SieverField,
  toConditions,
  toSieverField,
} from "#domain/filters/fields.ts";
import { sievers } from "#domain/filters/sievers.ts";
import type { Filter, FilterItem, UpdateFilterPayload } from "#domain/wire/filters/filters.ts";

export type FieldName = keyof FilterFields;

/** A filter as edited: flat fields, and a list for every siever. */
export type EditableFilter = { id: string; ordering: number; view: OrderFilterView; fields: FilterFields };

export const filterFromWire = (filter: Filter): EditableFilter => {
  const values = new Map(filter.OrderSievers.map(({ Field, Filter: list }) => [Field, list]));
  const lists = sievers.map(({ code }) => [toSieverField(code), values.get(code) ?? []] as const);
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

/** The body of `filters/update-filter`. */
export const filterToWire = ({ id, ordering, view, fields }: EditableFilter): UpdateFilterPayload => ({
  id,
  title: fields.title,
  ordering,
  order_filter_view: view,
  financial_status: fields.financial_status,
  fulfillment_status: fields.fulfillment_status,
  order_status: fields.order_status,
  OrderSievers: sievers.flatMap(({ code }) => {
    const values = fields[toSieverField(code)];
    return values.length === 0 ? [] : [{ Field: code, Filter: [...values] }];
  }),
});

/** A row of the filter list. */
export const filterItemFrom = ({ id, ordering, view, fields }: EditableFilter): FilterItem => ({
  id,
  title: fields.title,
  ordering,
  order_filter_view: view,
});

/** Comparable text of the conditions that decide counts, checks and order lists. */
export const serializeConditions = (fields: FilterFields): string => JSON.stringify(toConditions(fields));

/** The value of a field without a condition. */
export const createEmptyCondition = (field: ConditionField) => (findSieverByField(field) ? [] : 0);
