import { defaultWidth } from "#domain/designs/default-width.ts";
import type { ColumnSettings, DesignContent } from "#domain/designs/design.ts";
import { type ColumnType, Sorting } from "#domain/enumerations.ts";
import { customFromWire, formatFromWire } from "#domain/wire/reports/column-settings-on-wire.ts";
import type { ReportColumn, ReportWithColumns } from "#domain/wire/reports/reports.ts";

/** The editable content, and all catalog columns as last read from the server. */
export type EditableDesign = { id: string; content: DesignContent; columns: readonly ReportColumn[] };

/** Default width in units of 7 px. */
export const defaultColumnWidth = ({ Type, OriginalTitle }: Pick<ReportColumn, "Type" | "OriginalTitle">): number =>
  defaultWidth({ type: Type as ColumnType, title: OriginalTitle });

/** A column's own settings, without catalog defaults. */
const settingsIn = (column: ReportColumn): ColumnSettings => {
  const format = formatFromWire(column.NumberFormat);
  const custom = customFromWire(column.CustomColumn);
  return {
    ...(column.Title !== column.OriginalTitle && { title: column.Title }),
    ...(column.Width !== defaultColumnWidth(column) && { width: column.Width }),
    ...(format && { format }),
    ...(custom && { custom }),
  };
};

/**
 * The columns that formulas call A, B, C: those in the design's file. The page knows the grouping's limits only
 * from the last response.
 */
export const toColumnLetters = (columns: readonly ReportColumn[], shown: readonly string[]): string[] => {
  const disabled = new Set(columns.flatMap(({ Column, Disabled }) => (Disabled ? [Column] : [])));
  return shown.filter((key) => !disabled.has(key));
};

export const designFromWire = ({ id, title, grouping, ws_splitter, columns }: ReportWithColumns): EditableDesign => {
  const sorting = columns.find((column) => column.Sorting !== Sorting.None);
  const settings = columns.map((column) => [column.Column, settingsIn(column)] as const);
  return {
    id,
    columns,
    content: {
      title,
      grouping,
      splitter: ws_splitter,
      sortedBy: sorting ? { column: sorting.Column, sorting: sorting.Sorting === Sorting.Ascending ? 1 : 2 } : null,
      shown: columns.filter(({ Visible }) => Visible).map(({ Column }) => Column),
      settings: Object.fromEntries(settings.filter(([, held]) => Object.keys(held).length > 0)),
    },
  };
};
