import { isJsonEqual } from "../../core/is-json-equal.ts";
import type { DesignContent } from "../../designs/design.ts";
import { type DesignField, type DesignFields, listColumns, toDesignFields } from "../../designs/fields.ts";
import type { FilterMoment } from "../../filters/compile/compiled.ts";
import { listFirst } from "../../filters/description/phrases.ts";
import { statusFields } from "../../filters/description/status-labels.ts";
import { toFilterFields, toSieverField } from "../../filters/fields.ts";
import type { FilterContent } from "../../filters/filter.ts";
import { sievers } from "../../filters/sievers.ts";
import { quoteText } from "../../text/quote-text.ts";
import { columnLabel, describeDesignFieldValue, getDesignFieldLabel } from "../designs/design-text.ts";
import { filterFieldLabel, statusLabel } from "../filters/filter-text.ts";
import { describeSieverChange } from "../filters/siever-change.ts";
import { diffLists } from "./list-difference.ts";

const words = { added: "adds", removed: "removes" };

const describeTitleChange = (from: string, to: string): string[] =>
  from === to ? [] : [`Title: from ${quoteText(from)} to ${quoteText(to)}.`];

/** Describes what restoring a filter would change, by field. `moment`: reference time of `date(…)`. */
export const describeFilterChanges = (now: FilterContent, then: FilterContent, moment?: FilterMoment): string[] => {
  const [from, to] = [toFilterFields(now), toFilterFields(then)];
  const statuses = statusFields.filter(({ field }) => from[field] !== to[field]);
  const codes = sievers
    .map(({ code }) => ({ code, field: toSieverField(code) }))
    .filter(({ field }) => !isJsonEqual(from[field], to[field]));
  return [
    ...describeTitleChange(from.title, to.title),
    ...statuses.map(
      ({ field }) =>
        `${filterFieldLabel(field)}: from ${statusLabel(field, from[field])} to ${statusLabel(field, to[field])}.`,
    ),
    ...codes.map(({ code, field }) => describeSieverChange(code, diffLists(from[field], to[field]), words, moment)),
  ];
};

const changedFields: readonly DesignField[] = ["grouping", "ws_splitter", "sorting"];

/** Describes what restoring a report design would change. */
export const describeDesignChanges = (now: DesignContent, then: DesignContent): string[] => {
  const nameOf = (column: string) => {
    const title = then.settings[column]?.title ?? now.settings[column]?.title;
    return title === undefined ? columnLabel(column) : quoteText(title);
  };
  const added = then.shown.filter((column) => !now.shown.includes(column));
  const removed = now.shown.filter((column) => !then.shown.includes(column));
  const stayed = (one: readonly string[], other: readonly string[]) => one.filter((column) => other.includes(column));
  const isReordered = !isJsonEqual(stayed(now.shown, then.shown), stayed(then.shown, now.shown));
  const settings = [...new Set([...listColumns(then), ...listColumns(now)])].filter(
    (column) => !isJsonEqual(now.settings[column] ?? {}, then.settings[column] ?? {}),
  );
  const parts = [
    ...(added.length > 0 ? [`${words.added} ${listFirst(added.map(nameOf))}`] : []),
    ...(removed.length > 0 ? [`${words.removed} ${listFirst(removed.map(nameOf))}`] : []),
  ];
  const [from, to] = [toDesignFields(now, []), toDesignFields(then, [])];
  return [
    ...describeTitleChange(now.title, then.title),
    ...changedFields
      .filter((field) => !isJsonEqual(from[field], to[field]))
      .map((field) => {
        const say = (fields: DesignFields) => describeDesignFieldValue(field, fields[field]);
        return `${getDesignFieldLabel(field)}: from ${say(from)} to ${say(to)}.`;
      }),
    ...(parts.length > 0 ? [`Columns: ${parts.join(", ")}.`] : []),
    ...(isReordered ? ["Columns: reordered."] : []),
    ...(settings.length > 0 ? [`Columns shown differently: ${listFirst(settings.map(nameOf))}.`] : []),
  ];
};
