import { columnByKey } from "../columns/catalogue.ts";
import { jsonEqual } from "../core/json-equal.ts";
import { Grouping } from "../enumerations.ts";
import type { FilterContent } from "../filters/filter.ts";
import { sievers } from "../filters/sievers.ts";
import type { ChosenColumn, ReportDesignFacts } from "./events.ts";
import { fieldsOf, sieverFieldOf } from "./filter-fields.ts";
import { sieverChange } from "./siever-change.ts";
import { fieldWords, listSaid, quoted, type StatusField, statusWords } from "./words.ts";

const words = { added: "adds", removed: "takes away" };
const statusFields: readonly StatusField[] = ["financial_status", "fulfillment_status", "order_status"];

const titleChange = (from: string, to: string): string[] =>
  from === to ? [] : [`Title: from ${quoted(from)} to ${quoted(to)}.`];

/** What is another in a filter as it would stand after restoring, a sentence per field. */
export const filterChanges = (now: FilterContent, then: FilterContent): string[] => {
  const [from, to] = [fieldsOf(now), fieldsOf(then)];
  const statuses = statusFields.filter((field) => from[field] !== to[field]);
  const codes = sievers
    .map(({ code }) => ({ code, field: sieverFieldOf(code) }))
    .filter(({ field }) => !jsonEqual(from[field], to[field]));
  return [
    ...titleChange(from.title, to.title),
    ...statuses.map(
      (field) => `${fieldWords(field)}: from ${statusWords(field, from[field])} to ${statusWords(field, to[field])}.`,
    ),
    ...codes.map(({ code, field }) => sieverChange(code, { from: from[field], to: to[field] }, words)),
  ];
};

const columnName = ({ column, title }: ChosenColumn): string =>
  quoted(title ?? columnByKey.get(column)?.title ?? column);

const rows = (grouping: Grouping): string => {
  if (grouping === Grouping.Orders) return "one per order line";
  return grouping === Grouping.OnePerOrder ? "one per order" : "as they were grouped";
};

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
    ...(added.length > 0 ? [`${words.added} ${listSaid(added.map(columnName))}`] : []),
    ...(removed.length > 0 ? [`${words.removed} ${listSaid(removed.map(columnName))}`] : []),
  ];
  return [
    ...titleChange(now.title, then.title),
    ...(now.grouping === then.grouping ? [] : [`Rows: from ${rows(now.grouping)} to ${rows(then.grouping)}.`]),
    ...(parts.length > 0 ? [`Columns: ${parts.join(", ")}.`] : []),
    ...(moved ? ["Columns: stand in another order."] : []),
    ...(settings.length > 0 ? [`Columns that are shown in another way: ${listSaid(settings.map(columnName))}.`] : []),
  ];
};
