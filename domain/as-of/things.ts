import { OrderFilterView } from "../enumerations.ts";
import { ownFilters } from "../workspace/filters/filters.ts";
import type { Filter, WorkspaceState } from "../workspace/state.ts";
import { automationLines } from "./automation-lines.ts";
import { designLines } from "./design-lines.ts";
import { filterLines } from "./filter-lines.ts";
import { type FieldThen, fieldsThen, type Line, type Since, sinceThen } from "./line.ts";

/** `page-filter`: belongs to a page and is in no list. */
export const thingKinds = ["design", "filter", "page-filter", "automation"] as const;
export type ThingKind = (typeof thingKinds)[number];

/**
 * A workspace item at an earlier time, with its present status. `title`: the earlier one, or the present one of a new
 * item.
 */
export type ThingThen = { id: string; title: string; since: Since };

type Thing = { id: string; title: string; lines: readonly Line[] };

const pageNames: Readonly<Record<number, string>> = {
  [OrderFilterView.ManualExport]: "Generate report",
  [OrderFilterView.Live]: "Live report",
};

const filterThing = (filter: Filter, title: string): Thing => ({
  id: filter.filterId,
  title,
  lines: filterLines(filter),
});

const thingsIn: Readonly<Record<ThingKind, (state: WorkspaceState) => Thing[]>> = {
  design: ({ reports }) =>
    reports.map((report) => ({ id: report.reportId, title: report.title, lines: designLines(report) })),
  filter: ({ filters }) => ownFilters(filters).map((filter) => filterThing(filter, filter.title)),
  "page-filter": ({ filters }) =>
    filters.flatMap((filter) => {
      const page = pageNames[filter.view];
      return page === undefined ? [] : [filterThing(filter, `${filter.title} of ${page}`)];
    }),
  automation: (state) =>
    state.automations.map((automation) => ({
      id: automation.automationId,
      title: automation.title,
      lines: automationLines(automation, state),
    })),
};

/** An earlier and the present workspace. */
type States = { earlier: WorkspaceState; now: WorkspaceState };

const pairs = (kind: ThingKind, { earlier, now }: States): [Thing | undefined, Thing | undefined][] => {
  const [before, after] = [thingsIn[kind](earlier), thingsIn[kind](now)];
  const today = new Map(after.map((thing) => [thing.id, thing]));
  const known = new Set(before.map(({ id }) => id));
  return [
    ...before.map((thing): [Thing, Thing | undefined] => [thing, today.get(thing.id)]),
    ...after.filter(({ id }) => !known.has(id)).map((thing): [undefined, Thing] => [undefined, thing]),
  ];
};

const shownOf = (then: Thing | undefined, now: Thing | undefined): ThingThen => ({
  id: then?.id ?? now?.id ?? "",
  title: then?.title ?? now?.title ?? "",
  since: sinceThen(then?.lines, now?.lines),
});

/** The earlier items of a kind in order, then the new ones. Each has its changed fields. */
export const thingsThen = (kind: ThingKind, states: States): (ThingThen & { changes: FieldThen[] })[] =>
  pairs(kind, states).map(([then, now]) => ({
    ...shownOf(then, now),
    changes: then && now ? fieldsThen(then.lines, now.lines).filter(({ changed }) => changed) : [],
  }));

/** One item with all of its fields; undefined if it exists at neither time. */
export const thingThen = (
  kind: ThingKind,
  id: string,
  states: States,
): (ThingThen & { fields: FieldThen[] }) | undefined => {
  const [then, now] = pairs(kind, states).find(([one, other]) => (one ?? other)?.id === id) ?? [];
  return then || now ? { ...shownOf(then, now), fields: fieldsThen(then?.lines, now?.lines) } : undefined;
};
