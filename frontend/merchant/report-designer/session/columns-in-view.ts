import { isJsonEqual } from "#domain/core/is-json-equal.ts";
import type { DesignContent } from "#domain/designs/design.ts";
import { Sorting } from "#domain/enumerations.ts";
import { customOnWire, formatOnWire } from "#domain/wire/reports/column-settings-on-wire.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { defaultColumnWidth } from "../../resources/designs/editable-design.ts";

/** The columns on the screen: the visible ones in their order, and all in catalogue order. */
export type ColumnsInView = { shown: readonly ReportColumn[]; all: readonly ReportColumn[] };

/**
 * Merges a merchant's edits into the columns last read. Unchanged columns stay the same objects, which spares their
 * rendering.
 */
export const createColumnsInView = () => {
  let before = new Map<string, ReportColumn>();
  return (columns: readonly ReportColumn[], design: DesignContent): ColumnsInView => {
    const visible = new Set(design.shown);
    const now = new Map<string, ReportColumn>();
    for (const wireColumn of columns) {
      const settings = design.settings[wireColumn.Column];
      const column: ReportColumn = {
        ...wireColumn,
        Title: settings?.title ?? wireColumn.OriginalTitle,
        Visible: visible.has(wireColumn.Column),
        Width: settings?.width ?? defaultColumnWidth(wireColumn),
        Sorting: design.sortedBy?.column === wireColumn.Column ? design.sortedBy.sorting : Sorting.None,
        CustomColumn: customOnWire(settings?.custom, wireColumn.Takes),
        NumberFormat: formatOnWire(settings?.format),
      };
      const known = before.get(wireColumn.Column);
      now.set(wireColumn.Column, known && isJsonEqual(known, column) ? known : column);
    }
    before = now;
    return { shown: design.shown.flatMap((key) => now.get(key) ?? []), all: [...now.values()] };
  };
};
