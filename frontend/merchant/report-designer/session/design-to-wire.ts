import { isJsonEqual } from "#domain/core/is-json-equal.ts";
import { type DesignContent, pickDesignContent } from "#domain/designs/design.ts";
import { listColumns } from "#domain/designs/fields.ts";
import { formulasToLetters } from "#domain/designs/formulas.ts";
import { Sorting } from "#domain/enumerations.ts";
import { customOnWire, formatOnWire } from "#domain/wire/reports/column-settings-on-wire.ts";
import type { UpdateReportPayload } from "#domain/wire/reports/reports.ts";
import { defaultColumnWidth, type EditableDesign } from "../../resources/designs/editable-design.ts";

/**
 * The body of `reports/update`: `content` over the version of `seen`. Includes the columns that either shows, sorts by
 * or has set up; the rest stays untouched. Both name formula columns by key. A formula is sent with letters, listed
 * beside it, and only if its meaning changed.
 */
export const designToWire = (
  { id, columns }: Pick<EditableDesign, "id" | "columns">,
  seen: DesignContent,
  content: DesignContent,
): UpdateReportPayload => {
  const columnByKey = new Map(columns.map((column) => [column.Column, column]));
  const visible = new Set(content.shown);
  const sorts = [seen, content].flatMap(({ sortedBy }) => sortedBy?.column ?? []);
  const { title, grouping, splitter, sortedBy, settings } = pickDesignContent(content);
  const sent = new Set([...content.shown, ...listColumns(seen), ...listColumns(content), ...sorts]);
  const letters = content.shown;
  const inLetters = formulasToLetters(settings, letters);
  const isMeant = (key: string) => !isJsonEqual(settings[key]?.custom, seen.settings[key]?.custom);
  return {
    id,
    title,
    grouping,
    ws_splitter: splitter,
    FormulaColumns: [...letters],
    columns: [...sent].flatMap((key) => {
      const column = columnByKey.get(key);
      if (column === undefined) return [];
      const held = settings[key];
      return {
        Column: key,
        Title: held?.title ?? column.OriginalTitle,
        Visible: visible.has(key),
        Width: held?.width ?? defaultColumnWidth(column),
        Sorting: sortedBy?.column === key ? sortedBy.sorting : Sorting.None,
        ...(isMeant(key) && { CustomColumn: customOnWire(inLetters[key]?.custom, column.Takes) }),
        NumberFormat: formatOnWire(held?.format),
      };
    }),
  };
};
