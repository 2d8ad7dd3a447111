import { catalogue, columnByKey } from "../columns/catalogue.ts";
import type { ColumnDefinition } from "../columns/definition.ts";
import { columnAsSet } from "../designs/column-as-set.ts";
import { type DesignContent, type ShownColumn, shownColumns } from "../designs/design.ts";
import { ColumnCategory } from "../enumerations.ts";
import { isAllowed } from "../groupings/allowed.ts";

/** Orders that the preview of a designer shows: fewer when reading them is slow (S-2.9). */
export const previewOrders = { usual: 50, slow: 20 } as const;

type Design = Pick<DesignContent, "grouping" | "shown" | "settings">;

const isSlow = ({ slowGroup }: ColumnDefinition): boolean => slowGroup >= 0;

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
  const keys = catalogue
    .map((column) => columnAsSet(column, settings[column.key]?.custom))
    .filter((column) => isRead(column) && isAllowed(column, grouping) && (visible.has(column.key) || !isSlow(column)))
    .sort((one, other) => placeOf(one) - placeOf(other))
    .map(({ key }) => key);
  return shownColumns({ shown: keys, settings });
};

const asSet = ({ column, custom }: ShownColumn): ColumnDefinition | undefined => {
  const definition = columnByKey.get(column);
  return definition && columnAsSet(definition, custom);
};

/** The columns that a file of the design has, in their order. */
export const visibleColumns = ({ grouping, shown, settings }: Design): ShownColumn[] =>
  shownColumns({ shown, settings }).filter((column) => {
    const definition = asSet(column);
    return definition !== undefined && isAllowed(definition, grouping);
  });

/** Keys of those that are slow to read, of some columns. */
export const slowColumns = (columns: readonly ShownColumn[]): string[] =>
  columns.flatMap((column) => {
    const definition = asSet(column);
    return definition !== undefined && isSlow(definition) ? [column.column] : [];
  });
