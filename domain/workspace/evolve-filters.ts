import type { LastChange } from "../core/conflict.ts";
import type { EventMetadata } from "../core/message.ts";
import { OrderFilterView } from "../enumerations.ts";
import { type FilterField, fieldsFromContent, sieverField } from "../filters/fields.ts";
import type { FilterFacts, SieverValues } from "../filters/filter.ts";
import type { SieverCode } from "../filters/sievers.ts";
import type { WorkspaceEvent } from "./events.ts";
import { ownFilters } from "./filters.ts";
import { arrange, renumber } from "./ordering.ts";
import type { Filter } from "./state.ts";

export type FilterEvent = Extract<WorkspaceEvent, { type: `Filter${string}` }>;

const systemFilters = (filters: readonly Filter[]) => filters.filter(({ view }) => view !== OrderFilterView.All);

/** By view, then by place. */
const add = (
  filters: readonly Filter[],
  facts: FilterFacts,
  version: number,
  changes: Filter["changes"] = {},
): Filter[] =>
  [...filters, { ...facts, changes, version }].sort(
    (one, other) => one.view - other.view || one.ordering - other.ordering,
  );

/** Sievers with one siever's values set, or without it when there are none. */
const withSiever = (held: SieverValues, code: SieverCode, values: readonly string[]): SieverValues => {
  const { [code]: _, ...others } = held;
  return values.length > 0 ? { ...others, [code]: values } : others;
};

type Change = { by: LastChange; version: number };

const change = (
  filters: readonly Filter[],
  filterId: string,
  field: FilterField,
  { by, version }: Change,
  fieldsAfter: (filter: Filter) => Partial<Filter>,
): Filter[] =>
  filters.map((filter) =>
    filter.filterId === filterId
      ? { ...filter, ...fieldsAfter(filter), changes: { ...filter.changes, [field]: by }, version }
      : filter,
  );

/** Whoever restores a filter has changed all of it, as far as others can tell who edit it still. */
const restored = (filters: readonly Filter[], facts: FilterFacts, { by, version }: Change): Filter[] => {
  const changes = Object.fromEntries(Object.keys(fieldsFromContent(facts)).map((field) => [field, by]));
  const others = filters.filter(({ filterId }) => filterId !== facts.filterId);
  return add(others, facts, version, changes);
};

export const evolveFilters = (
  filters: readonly Filter[],
  { type, data }: FilterEvent,
  { actor, instant }: EventMetadata,
  version: number,
): readonly Filter[] => {
  const now: Change = { by: { actor, instant }, version };
  switch (type) {
    case "FilterCreated":
      return add(filters, data, version);
    case "FilterCloned": {
      const { clonedFrom: _, ...facts } = data;
      return add(filters, facts, version);
    }
    case "FilterRenamed":
      return change(filters, data.filterId, "title", now, () => ({ title: data.to }));
    case "FilterStatusChanged":
      return change(filters, data.filterId, data.status, now, () => ({ [data.status]: data.to }));
    case "FilterSieverChanged":
      return change(filters, data.filterId, sieverField(data.siever), now, (filter) => ({
        sievers: withSiever(filter.sievers, data.siever, data.to),
      }));
    case "FilterDeleted":
      return [
        ...renumber(ownFilters(filters).filter(({ filterId }) => filterId !== data.filterId)),
        ...systemFilters(filters),
      ];
    case "FiltersOrdered":
      return [...arrange(ownFilters(filters), data.to, ({ filterId }) => filterId), ...systemFilters(filters)];
    case "FilterRestored": {
      const { version: _, notRestored: __, ...facts } = data;
      return restored(filters, facts, now);
    }
  }
};
