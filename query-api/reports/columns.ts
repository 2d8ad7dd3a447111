import { catalogue, columnByKey } from "#domain/columns/catalogue.ts";
import type { ColumnDefinition } from "#domain/columns/definition.ts";
import type { ChosenColumn } from "#domain/designs/chosen-column.ts";
import { ColumnType, type Grouping, Sorting } from "#domain/enumerations.ts";
import { isAllowed } from "#domain/groupings/compile.ts";
import type { ReportDesignDocument } from "#domain/read-models/documents.ts";
import type { ReportColumn, ReportWithColumns } from "#domain/wire/reports.ts";
import { itemOf } from "./designs.ts";

/** Width in units of 7 px of a column whose width nobody has changed. */
const defaultWidth = (definition: ColumnDefinition): number => (definition.type === ColumnType.Image ? 10 : 16);

const onTheWire = (
  definition: ColumnDefinition,
  chosen: ChosenColumn | undefined,
  grouping: Grouping,
): ReportColumn => ({
  Column: definition.key,
  Title: chosen?.title ?? definition.title,
  OriginalTitle: definition.title,
  Visible: chosen?.visible ?? false,
  Disabled: !isAllowed(definition, grouping),
  Width: chosen?.width ?? defaultWidth(definition),
  Sorting: chosen?.sorting ?? Sorting.None,
  Type: definition.type,
  Category: definition.category,
  SlowColumn: definition.slowGroup,
  CustomColumn: null,
  NumberFormat: null,
  LinkTitleField: null,
  Field: definition.key,
});

/**
 * A design with every column of the catalogue: the chosen ones in their order, the others behind them, hidden. A visible column
 * that the grouping does not allow stays visible and is disabled.
 */
export const withColumns = (design: ReportDesignDocument): ReportWithColumns => {
  const grouping = design.grouping as Grouping;
  const chosen = design.columns.flatMap((column) => {
    const definition = columnByKey.get(column.column);
    return definition ? [onTheWire(definition, column, grouping)] : [];
  });
  const keys = new Set(chosen.map((column) => column.Column));
  const others = catalogue
    .filter((definition) => !keys.has(definition.key))
    .map((definition) => onTheWire(definition, undefined, grouping));
  const columns = [...chosen, ...others];
  const visible = columns.filter((column) => column.Visible);
  return {
    ...itemOf(design),
    columns,
    VisibleColumns: visible.map((column) => column.Column),
    HasSlowColumns: visible.some((column) => !column.Disabled && column.SlowColumn >= 0),
  };
};
