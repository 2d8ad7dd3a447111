import { catalogue, columnByKey } from "../columns/catalogue.ts";
import type { ColumnDefinition } from "../columns/definition.ts";
import { columnAsSet, columnsAsSet } from "../designs/column-as-set.ts";
import { type DesignContent, type ShownColumn, shownColumns, sortingColumn } from "../designs/design.ts";
import { ColumnCategory } from "../enumerations.ts";
import { isAllowed } from "../groupings/allowed.ts";
import { columnsInFile } from "./formulas-in-file.ts";
import type { ReportDesign } from "./report.ts";

/** Orders that the preview of a designer shows: fewer when reading them is slow (S-2.9). */
export const previewOrders = { usual: 50, slow: 20 } as const;

type Design = Pick<DesignContent, "grouping" | "shown" | "settings">;

const isSlow = ({ slowGroup }: ColumnDefinition): boolean => slowGroup >= 0;

/** The columns as the design has set them up: with an attribute chosen each is read, allowed and slow as that is. */
const columnsIn = (settings: Design["settings"]): ColumnDefinition[] =>
  catalogue.map((column) => columnAsSet(column, settings[column.key]?.custom));

/** What is read of orders. Columns of the merchant's own, filled by hand or computed of other cells, are theirs who show them. */
const isRead = ({ level, category }: ColumnDefinition): boolean =>
  level !== "blank" || category !== ColumnCategory.Custom;

/**
 * The columns that the preview of a designer reads: those that are visible and allowed, in their order, and behind them every other one
 * that the grouping allows and that is not slow, so that showing one of them needs no request (S-2.2).
 */
export const previewColumns = ({ grouping, shown, settings }: Design): ShownColumn[] => {
  const visible = new Map(shown.map((key, place) => [key, place]));
  const placeOf = ({ key }: ColumnDefinition): number => visible.get(key) ?? shown.length;
  const keys = columnsIn(settings)
    .filter((column) => isRead(column) && isAllowed(column, grouping) && (visible.has(column.key) || !isSlow(column)))
    .sort((one, other) => placeOf(one) - placeOf(other))
    .map(({ key }) => key);
  return shownColumns({ shown: keys, settings });
};

/** The columns that a file of the design has, where a person looks at its first rows. */
export const visibleColumns = (design: Design): ShownColumn[] =>
  shownColumns({ shown: columnsInFile(design), settings: design.settings });

/** Keys of those that are slow to read, of some columns. */
export const slowColumns = (columns: readonly Pick<ShownColumn, "column" | "custom">[]): string[] => {
  const asSet = columnsAsSet(columnByKey, columns);
  return columns.flatMap(({ column }) => {
    const definition = asSet.get(column);
    return definition && isSlow(definition) ? [column] : [];
  });
};

/** The report of a design with these columns. */
export const reportOf = (
  design: Pick<DesignContent, "grouping" | "splitter" | "sortedBy" | "settings">,
  columns: readonly ShownColumn[],
): ReportDesign => ({
  grouping: design.grouping,
  splitter: design.splitter,
  sortedBy: sortingColumn(design),
  columns,
});
