import { refuse } from "../../core/decider.ts";
import { refuseFields } from "../../core/field-problem.ts";
import { OrderFilterView } from "../../enumerations.ts";
import { anyStatus } from "../../filters/compile/conditions.ts";
import type { FilterConditions, FilterContent } from "../../filters/filter.ts";
import { findFirstFreeTitle, findFreeTitle, findTitleProblem } from "../../text/titles.ts";
import type { CommandOf, Decision, OrderedItemKind } from "../item-kind.ts";
import { refuseOverQuota } from "../refusals.ts";
import type { Filter, WorkspaceState } from "../state.ts";
import { pickFacts } from "../track-changes.ts";

/** Filters that quotas count and the Manager lists. */
export const listOwnFilters = (filters: readonly Filter[]) =>
  filters.filter(({ view }) => view === OrderFilterView.All);

const noConditions: FilterConditions = { ...anyStatus, sievers: {} };

/** Creates the content of a new own filter. */
export const createFilterContent = (filters: readonly Filter[]): FilterContent => ({
  title: findFirstFreeTitle(
    "New filter ",
    listOwnFilters(filters).map(({ title }) => title),
  ),
  ...noConditions,
});

/** System filters allow edits only. */
const refuseSystem = (filter: Filter, verb: string) =>
  filter.view === OrderFilterView.All
    ? undefined
    : refuse("rule", `This filter belongs to its page and can't be ${verb}. Create your own filter instead.`);

export const filterKind: OrderedItemKind<Filter> = {
  name: "filter",
  plural: "filters",
  quota: "filter",
  all: ({ filters }) => filters,
  listed: ({ filters }) => listOwnFilters(filters),
  idOf: ({ filterId }) => filterId,
  refuse: refuseSystem,
  usedBy: ({ filterId }) => filterId,
  cloned: (source, { id, title, ordering }) => ({
    type: "FilterCloned",
    data: { ...pickFacts(source), filterId: id, title, ordering, clonedFrom: source.filterId },
  }),
  deleted: ({ filterId, title }, left) => ({ type: "FilterDeleted", data: { filterId, title, left } }),
  ordered: (data) => ({ type: "FiltersOrdered", data }),
};

export const ensureSystemFilters = (
  { context }: CommandOf<"EnsureSystemFilters">,
  { filters }: WorkspaceState,
): Decision =>
  [OrderFilterView.ManualExport, OrderFilterView.Live]
    .filter((view) => !filters.some((filter) => filter.view === view))
    .map((view, n) => ({
      type: "FilterCreated",
      data: { filterId: context.newId(n), view, ordering: 0, title: "Custom filter", ...noConditions },
    }));

export const createFilter = (
  { context, maxFilters, title }: CommandOf<"CreateFilter">,
  { filters }: WorkspaceState,
): Decision => {
  const own = listOwnFilters(filters);
  const over = refuseOverQuota(filterKind.quota, own.length, maxFilters);
  if (over) return over;
  const problem = title === undefined ? undefined : findTitleProblem(title, "filter");
  const refused = refuseFields(problem === undefined ? [] : [{ field: "Title", message: problem }]);
  if (refused) return refused;
  const taken = own.map((filter) => filter.title);
  const named = title === undefined ? {} : { title: findFreeTitle(title, taken) };
  const place = { filterId: context.newId(0), view: OrderFilterView.All, ordering: own.length };
  return [{ type: "FilterCreated", data: { ...place, ...createFilterContent(filters), ...named } }];
};
