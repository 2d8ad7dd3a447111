import { columnByKey } from "../columns/catalogue.ts";
import { jsonEqual } from "../core/json-equal.ts";
import type { ChosenColumn } from "../designs/chosen-column.ts";
import { fieldsFromContent, sieverField } from "../filters/fields.ts";
import type { FilterContent } from "../filters/filter.ts";
import { firstOf } from "../filters/phrases.ts";
import { sievers } from "../filters/sievers.ts";
import { statusFields } from "../filters/status-labels.ts";
import { rowPer } from "../groupings/row-words.ts";
import type { ReportDesignFacts } from "./events.ts";
import { differenceOf } from "./list-difference.ts";
import { sieverChange } from "./siever-change.ts";
import { fieldWords, quoted, statusWords } from "./words.ts";

const words = { added: "adds", removed: "takes away" };

const titleChange = (from: string, to: string): string[] =>
  from === to ? [] : [`Title: from ${quoted(from)} to ${quoted(to)}.`];

/** What is another in a filter as it would stand after restoring, a sentence per field. */
export const filterChanges = (now: FilterContent, then: FilterContent): string[] => {
  const [from, to] = [fieldsFromContent(now), fieldsFromContent(then)];
  const statuses = statusFields.filter(({ field }) => from[field] !== to[field]);
  const codes = sievers
    .map(({ code }) => ({ code, field: sieverField(code) }))
    .filter(({ field }) => !jsonEqual(from[field], to[field]));
  return [
    ...titleChange(from.title, to.title),
    ...statuses.map(
      ({ field }) =>
        `${fieldWords(field)}: from ${statusWords(field, from[field])} to ${statusWords(field, to[field])}.`,
    ),
    ...codes.map(({ code, field }) => sieverChange(code, differenceOf(from[field], to[field]), words)),
  ];
};

const columnName = ({ column, title }: ChosenColumn): string =>
  quoted(title ?? columnByKey.get(column)?.title ?? column);

type DesignContent = Pick<ReportDesignFacts, "title" | "grouping" | "columns">;

/** What is another in a report design as it would stand after restoring. */
export const designChanges = (now: DesignContent, then: DesignContent): string[] => {
  const keysOf = (columns: readonly ChosenColumn[]) => columns.map(({ column }) => column);
  const [from, to] = [keysOf(now.columns), keysOf(then.columns)];
  const added = then.columns.filter(({ column }) => !from.includes(column));
  const removed = now.columns.filter(({ column }) => !to.includes(column));
  const both = from.filter((column) => to.includes(column));
  const moved = !jsonEqual(
    both,
    to.filter((column) => from.includes(column)),
  );
  const settings = then.columns.filter((column) => {
    const before = now.columns.find((one) => one.column === column.column);
    return before !== undefined && !jsonEqual(before, column);
  });
  const parts = [
    ...(added.length > 0 ? [`${words.added} ${firstOf(added.map(columnName))}`] : []),
    ...(removed.length > 0 ? [`${words.removed} ${firstOf(removed.map(columnName))}`] : []),
  ];
  return [
    ...titleChange(now.title, then.title),
    ...(now.grouping === then.grouping
      ? []
      : [`Rows: from one per ${rowPer[now.grouping]} to one per ${rowPer[then.grouping]}.`]),
    ...(parts.length > 0 ? [`Columns: ${parts.join(", ")}.`] : []),
    ...(moved ? ["Columns: stand in another order."] : []),
    ...(settings.length > 0 ? [`Columns that are shown in another way: ${firstOf(settings.map(columnName))}.`] : []),
  ];
};
