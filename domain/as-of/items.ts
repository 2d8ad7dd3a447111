import { OrderFilterView } from "../enumerations.ts";
import { listOwnFilters } from "../workspace/filters/filters.ts";
import type { Filter, WorkspaceState } from "../workspace/state.ts";
import { describeAutomationFields } from "./automation-fields.ts";
import {
  compareFields,
  type DescribedField,
  determineItemChange,
  type FieldComparison,
  type ItemChange,
} from "./described-field.ts";
import { describeDesignFields } from "./design-fields.ts";
import { describeFilterFields } from "./filter-fields.ts";

/** `page-filter`: belongs to a page and is in no list. */
export const asOfItemKinds = ["design", "filter", "page-filter", "automation"] as const;
export type AsOfItemKind = (typeof asOfItemKinds)[number];

/**
 * A workspace item at an earlier time. `title`: the earlier one, or the present one of a new item. `since`: what has
 * become of it.
 */
export type ItemAsOf = { id: string; title: string; since: ItemChange };

type Item = { id: string; title: string; fields: readonly DescribedField[] };

const pageNames: Readonly<Record<number, string>> = {
  [OrderFilterView.ManualExport]: "Generate report",
  [OrderFilterView.Live]: "Live report",
};

const describeFilterItem = (filter: Filter, title: string): Item => ({
  id: filter.filterId,
  title,
  fields: describeFilterFields(filter),
});

const itemsByKind: Readonly<Record<AsOfItemKind, (state: WorkspaceState) => Item[]>> = {
  design: ({ reports }) =>
    reports.map((report) => ({ id: report.reportId, title: report.title, fields: describeDesignFields(report) })),
  filter: ({ filters }) => listOwnFilters(filters).map((filter) => describeFilterItem(filter, filter.title)),
  "page-filter": ({ filters }) =>
    filters.flatMap((filter) => {
      const page = pageNames[filter.view];
      return page === undefined ? [] : [describeFilterItem(filter, `${filter.title} of ${page}`)];
    }),
  automation: (state) =>
    state.automations.map((automation) => ({
      id: automation.automationId,
      title: automation.title,
      fields: describeAutomationFields(automation, state),
    })),
};

type States = { earlier: WorkspaceState; now: WorkspaceState };

const pairItems = (kind: AsOfItemKind, { earlier, now }: States): [Item | undefined, Item | undefined][] => {
  const [before, after] = [itemsByKind[kind](earlier), itemsByKind[kind](now)];
  const nowById = new Map(after.map((item) => [item.id, item]));
  const earlierIds = new Set(before.map(({ id }) => id));
  return [
    ...before.map((item): [Item, Item | undefined] => [item, nowById.get(item.id)]),
    ...after.filter(({ id }) => !earlierIds.has(id)).map((item): [undefined, Item] => [undefined, item]),
  ];
};

const summarizeItem = (then: Item | undefined, now: Item | undefined): ItemAsOf => ({
  id: then?.id ?? now?.id ?? "",
  title: then?.title ?? now?.title ?? "",
  since: determineItemChange(then?.fields, now?.fields),
});

/** The earlier items of a kind in order, then the new ones, each with its changed fields. */
export const listItemsAt = (kind: AsOfItemKind, states: States): (ItemAsOf & { changes: FieldComparison[] })[] =>
  pairItems(kind, states).map(([then, now]) => ({
    ...summarizeItem(then, now),
    changes: then && now ? compareFields(then.fields, now.fields).filter(({ changed }) => changed) : [],
  }));

/** Finds an item with all its fields; undefined if it exists at neither time. */
export const findItemAt = (
  kind: AsOfItemKind,
  id: string,
  states: States,
): (ItemAsOf & { fields: FieldComparison[] }) | undefined => {
  const [then, now] = pairItems(kind, states).find(([one, other]) => (one ?? other)?.id === id) ?? [];
  return then || now ? { ...summarizeItem(then, now), fields: compareFields(then?.fields, now?.fields) } : undefined;
};
