import { defaultWidth } from "#domain/designs/default-width.ts";
import { type ColumnSettings, type DesignContent, designContentOf } from "#domain/designs/design.ts";
import { columnsOf } from "#domain/designs/fields.ts";
import { type ColumnType, Sorting } from "#domain/enumerations.ts";
import { customFromWire, customOnWire, formatFromWire, formatOnWire } from "#domain/wire/column-settings-on-wire.ts";
import type { ReportColumn, ReportWithColumns, UpdateReportPayload } from "#domain/wire/reports.ts";

/** A report design as the designer holds it: what a merchant edits, and every column of the catalogue as the server told of it last. */
export type DesignOnPage = { id: string; content: DesignContent; columns: readonly ReportColumn[] };

/** Units of 7 px of a column that nobody has resized. */
export const usualWidth = ({ Type }: Pick<ReportColumn, "Type">): number => defaultWidth(Type as ColumnType);

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

/**
 * What `reports/update` takes: `content` over the version in which the design was as in `seen`. Of the columns those are sent that one of
 * the two shows, sorts by or has set up; the others are not meant.
 */
export const designToWire = (
  { id, columns }: Pick<DesignOnPage, "id" | "columns">,
  seen: DesignContent,
  content: DesignContent,
): UpdateReportPayload => {
  const known = new Map(columns.map((column) => [column.Column, column]));
  const visible = new Set(content.shown);
  const sorts = [seen, content].flatMap(({ sortedBy }) => sortedBy?.column ?? []);
  const { title, grouping, splitter, sortedBy, settings } = designContentOf(content);
  const sent = new Set([...content.shown, ...columnsOf(seen), ...columnsOf(content), ...sorts]);
  return {
    id,
    title,
    grouping,
    ws_splitter: splitter,
    columns: [...sent].flatMap((key) => {
      const column = known.get(key);
      if (column === undefined) return [];
      const held = settings[key];
      return {
        Column: key,
        Title: held?.title ?? column.OriginalTitle,
        Visible: visible.has(key),
        Width: held?.width ?? usualWidth(column),
        Sorting: sortedBy?.column === key ? sortedBy.sorting : Sorting.None,
        CustomColumn: customOnWire(held?.custom, column.Takes),
        NumberFormat: formatOnWire(held?.format),
      };
    }),
  };
};
