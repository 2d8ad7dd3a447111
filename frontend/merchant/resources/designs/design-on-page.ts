import { defaultWidth } from "#domain/designs/default-width.ts";
import type { ColumnSettings, DesignContent } from "#domain/designs/design.ts";
import { type ColumnType, Sorting } from "#domain/enumerations.ts";
import { customFromWire, formatFromWire } from "#domain/wire/reports/column-settings-on-wire.ts";
import type { ReportColumn, ReportWithColumns } from "#domain/wire/reports/reports.ts";

/** A report design as the designer reads it: what a merchant edits, and every column of the catalogue as the server told of it last. */
export type DesignOnPage = { id: string; content: DesignContent; columns: readonly ReportColumn[] };

/** Units of 7 px of a column that nobody has resized. */
export const usualWidth = ({ Type, OriginalTitle }: Pick<ReportColumn, "Type" | "OriginalTitle">): number =>
  defaultWidth({ type: Type as ColumnType, title: OriginalTitle });

/** What is set up of a column; what is as the catalogue has it is absent. */
const settingsIn = (column: ReportColumn): ColumnSettings => {
  const format = formatFromWire(column.NumberFormat);
  const custom = customFromWire(column.CustomColumn);
  return {
    ...(column.Title !== column.OriginalTitle && { title: column.Title }),
    ...(column.Width !== usualWidth(column) && { width: column.Width }),
    ...(format && { format }),
    ...(custom && { custom }),
  };
};

/** What formulas call A, B, C: the columns that a file of the design has. A page knows of the grouping what the server told last. */
export const lettersOn = (columns: readonly ReportColumn[], shown: readonly string[]): string[] => {
  const disabled = new Set(columns.flatMap(({ Column, Disabled }) => (Disabled ? [Column] : [])));
  return shown.filter((key) => !disabled.has(key));
};

/** What the server answered, as the designer holds it. */
export const designFromWire = ({ id, title, grouping, ws_splitter, columns }: ReportWithColumns): DesignOnPage => {
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
