import { catalogue, columnByKey } from "../columns/catalogue.ts";
import type { ColumnDefinition } from "../columns/definition.ts";
import { configureColumn, configureColumns } from "../designs/configure-column.ts";
import { type DesignContent, findSortingColumn, listShownColumns, type ShownColumn } from "../designs/design.ts";
import { ColumnCategory } from "../enumerations.ts";
import { isAllowed } from "../groupings/allowed.ts";
import { listFileColumns } from "./formulas-in-file.ts";
import type { ReportDesign } from "./report.ts";

/** Orders in a preview, fewer if slow to read (S-2.9). */
export const previewOrders = { usual: 50, slow: 20 } as const;

type Design = Pick<DesignContent, "grouping" | "shown" | "settings">;

const isSlow = ({ slowGroup }: ColumnDefinition): boolean => slowGroup >= 0;

/** A chosen attribute sets a column's fields, groupings and speed. */
const columnsIn = (settings: Design["settings"]): ColumnDefinition[] =>
  catalogue.map((column) => configureColumn(column, settings[column.key]?.custom));

/**
 * True if a column reads order data. Without an attribute, a merchant's own column doesn't: it is filled by hand or
 * computed.
 */
const isRead = ({ level, category }: ColumnDefinition): boolean =>
  level !== "blank" || category !== ColumnCategory.Custom;

/**
 * Lists visible columns in order, then all other allowed ones that are not slow, so that showing one needs no request
 * (S-2.2).
 */
export const previewColumns = ({ grouping, shown, settings }: Design): ShownColumn[] => {
  const visible = new Map(shown.map((key, index) => [key, index]));
  const placeOf = ({ key }: ColumnDefinition): number => visible.get(key) ?? shown.length;
  const keys = columnsIn(settings)
    .filter((column) => isRead(column) && isAllowed(column, grouping) && (visible.has(column.key) || !isSlow(column)))
    .sort((one, other) => placeOf(one) - placeOf(other))
    .map(({ key }) => key);
  return listShownColumns({ shown: keys, settings });
};

/** Lists the columns of the design's file with their settings. */
export const listVisibleColumns = (design: Design): ShownColumn[] =>
  listShownColumns({ shown: listFileColumns(design), settings: design.settings });

/** Lists the keys of slow columns. */
export const listSlowColumns = (columns: readonly Pick<ShownColumn, "column" | "custom">[]): string[] => {
  const asSet = configureColumns(columnByKey, columns);
  return columns.flatMap(({ column }) => {
    const definition = asSet.get(column);
    return definition && isSlow(definition) ? [column] : [];
  });
};

export const toReportDesign = (
  design: Pick<DesignContent, "grouping" | "splitter" | "sortedBy" | "settings">,
  columns: readonly ShownColumn[],
): ReportDesign => ({
  grouping: design.grouping,
  splitter: design.splitter,
  sortedBy: findSortingColumn(design),
  columns,
});
