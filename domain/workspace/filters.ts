import { refuse } from "../core/decider.ts";
import { OrderFilterView } from "../enumerations.ts";
import { anyStatus } from "../filters/conditions.ts";
import type { FilterConditions, FilterContent, FilterFacts } from "../filters/filter.ts";
import { cloneTitle, firstFreeTitle } from "../text/titles.ts";
import { type CommandOf, type Decision, titlesOf } from "./designs.ts";
import { refuseBadOrder, reorder } from "./ordering.ts";
import { refuseInUse, refuseOverQuota, refuseUnknown } from "./refusals.ts";
import type { Filter, WorkspaceState } from "./state.ts";

/** The merchant's own filters, in their order: what quotas count and the Manager lists. */
export const ownFilters = (filters: readonly Filter[]) => filters.filter(({ view }) => view === OrderFilterView.All);

/** A filter that keeps everything. */
const everything: FilterConditions = { ...anyStatus, sievers: {} };

/** What a new filter of the merchant's own holds. */
export const freshContent = (filters: readonly Filter[]): FilterContent => ({
  title: firstFreeTitle("New filter ", titlesOf(ownFilters(filters))),
  ...everything,
});

/** A filter without what the state keeps about it. */
export const factsOf = ({ changes: _, version: __, ...facts }: Filter): FilterFacts => facts;

/** A system filter may be edited and nothing else. */
const refuseSystem = (filter: Filter, verb: string) =>
  filter.view === OrderFilterView.All
    ? undefined
    : refuse("rule", `This filter belongs to its page and cannot be ${verb}. Create a filter of your own instead.`);

export const ensureSystemFilters = (
  { context }: CommandOf<"EnsureSystemFilters">,
  { filters }: WorkspaceState,
): Decision =>
  [OrderFilterView.ManualExport, OrderFilterView.Live]
    .filter((view) => !filters.some((filter) => filter.view === view))
    .map((view, n) => ({
      type: "FilterCreated",
      data: { filterId: context.newId(n), view, ordering: 0, title: "Custom filter", ...everything },
    }));

export const createFilter = (
  { context, maxFilters }: CommandOf<"CreateFilter">,
  { filters }: WorkspaceState,
): Decision => {
  const own = ownFilters(filters);
  const over = refuseOverQuota("filter", own.length, maxFilters);
  if (over) return over;
  const place = { filterId: context.newId(0), view: OrderFilterView.All, ordering: own.length };
  return [{ type: "FilterCreated", data: { ...place, ...freshContent(filters) } }];
};

export const cloneFilter = (command: CommandOf<"CloneFilter">, { filters }: WorkspaceState): Decision => {
  const source = filters.find(({ filterId }) => filterId === command.filterId);
  if (!source) return refuseUnknown("filter");
  const own = ownFilters(filters);
  const refusal = refuseSystem(source, "cloned") ?? refuseOverQuota("filter", own.length, command.maxFilters);
  if (refusal) return refusal;
  const data = {
    ...factsOf(source),
    filterId: command.context.newId(0),
    title: cloneTitle(source.title),
    ordering: own.length,
    clonedFrom: source.filterId,
  };
  return [{ type: "FilterCloned", data }];
};

export const deleteFilter = (
  { filterId }: CommandOf<"DeleteFilter">,
  { filters, automations }: WorkspaceState,
): Decision => {
  const filter = filters.find((candidate) => candidate.filterId === filterId);
  if (!filter) return refuseUnknown("filter");
  const refusal =
    refuseSystem(filter, "deleted") ??
    refuseInUse(automations, (automation) => automation.filterId === filterId, "filter");
  if (refusal) return refusal;
  const left = ownFilters(filters).flatMap((other) => (other === filter ? [] : [other.filterId]));
  return [{ type: "FilterDeleted", data: { filterId, title: filter.title, left } }];
};

export const orderFilters = ({ base, wanted }: CommandOf<"OrderFilters">, { filters }: WorkspaceState): Decision => {
  const named = filters.filter(({ filterId }) => wanted.includes(filterId));
  for (const filter of named) {
    const refusal = refuseSystem(filter, "moved");
    if (refusal) return refusal;
  }
  const from = ownFilters(filters).map(({ filterId }) => filterId);
  const bad = refuseBadOrder({ base, wanted, current: from }, "filters");
  if (bad) return bad;
  const { to, moved } = reorder({ base, wanted, current: from });
  return moved.length === 0 ? [] : [{ type: "FiltersOrdered", data: { from, to, moved } }];
};
