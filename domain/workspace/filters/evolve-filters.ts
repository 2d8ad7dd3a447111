import type { EventMetadata } from "../../core/message.ts";
import { renumber, sortByIds } from "../../core/ordering.ts";
import { OrderFilterView } from "../../enumerations.ts";
import { toFilterFields, toSieverField } from "../../filters/fields.ts";
import type { SieverValues } from "../../filters/filter.ts";
import { createSieverValues } from "../../filters/siever-values.ts";
import type { SieverCode } from "../../filters/sievers.ts";
import type { FilterEvent } from "../events.ts";
import type { Filter } from "../state.ts";
import { type Change, trackChanged, trackCreated, trackRestored } from "../track-changes.ts";
import { filterKind, listOwnFilters } from "./filters.ts";

const systemFilters = (filters: readonly Filter[]) => filters.filter(({ view }) => view !== OrderFilterView.All);

/** Adds a filter, sorted by view, then by position. */
const add = (filters: readonly Filter[], filter: Filter): Filter[] =>
  [...filters, filter].sort((one, other) => one.view - other.view || one.ordering - other.ordering);

/** Removes a siever without values. */
const withSiever = (held: SieverValues, code: SieverCode, values: readonly string[]): SieverValues => {
  const others = Object.entries(held).filter(([other]) => Number(other) !== code);
  return createSieverValues(values.length > 0 ? [...others, [code, values]] : others);
};

const hasId =
  ({ filterId }: { filterId: string }) =>
  (filter: Filter) =>
    filter.filterId === filterId;

export const evolveFilters = (
  filters: readonly Filter[],
  { type, data }: FilterEvent,
  { actor, instant }: EventMetadata,
  version: number,
): readonly Filter[] => {
  const now: Change = { by: { actor, instant }, version };
  switch (type) {
    case "FilterCreated":
      return add(filters, trackCreated(data, now));
    case "FilterCloned": {
      const { clonedFrom: _, ...facts } = data;
      return add(filters, trackCreated(facts, now));
    }
    case "FilterRenamed":
      return trackChanged(filters, hasId(data), now, ["title"], () => ({ title: data.to }));
    case "FilterStatusChanged":
      return trackChanged(filters, hasId(data), now, [data.status], () => ({ [data.status]: data.to }));
    case "FilterSieverChanged":
      return trackChanged(filters, hasId(data), now, [toSieverField(data.siever)], (filter) => ({
        sievers: withSiever(filter.sievers, data.siever, data.to),
      }));
    case "FilterDeleted":
      return [
        ...renumber(listOwnFilters(filters).filter(({ filterId }) => filterId !== data.filterId)),
        ...systemFilters(filters),
      ];
    case "FiltersOrdered":
      return [...sortByIds(listOwnFilters(filters), data.to, filterKind.idOf), ...systemFilters(filters)];
    case "FilterRestored": {
      const { version: _, notRestored: __, ...facts } = data;
      const others = filters.filter(({ filterId }) => filterId !== facts.filterId);
      return add(others, trackRestored(facts, now, Object.keys(toFilterFields(facts))));
    }
  }
};
