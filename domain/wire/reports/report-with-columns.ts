import { catalogue, columnByKey } from "../../columns/catalogue.ts";
import type { ColumnDefinition } from "../../columns/definition.ts";
import { SlowGroup } from "../../columns/slow-group.ts";
import type { Refusal } from "../../core/decider.ts";
import { refuseField } from "../../core/field-problem.ts";
import { configureColumn } from "../../designs/configure-column.ts";
import { defaultWidth } from "../../designs/default-width.ts";
import type { DesignFacts, SortedBy } from "../../designs/design.ts";
import { type DesignFields, toColumnField } from "../../designs/fields.ts";
import { unknownColumn } from "../../designs/validate.ts";
import { ColumnType, Sorting } from "../../enumerations.ts";
import { isAllowed } from "../../groupings/allowed.ts";
import { numbersByFormula, validateDesignFormulas } from "../../reports/formulas-in-file.ts";
import { quoteText } from "../../text/quote-text.ts";
import { customFromWire, customOnWire, formatFromWire, formatOnWire } from "./column-settings-on-wire.ts";
import { designOnWire } from "./report-on-wire.ts";
import {
  type ReportColumn,
  type ReportWithColumns,
  type SlowFlags,
  slowFlagNames,
  type UpdateReportPayload,
} from "./reports.ts";

const columnOnWire = (
  definition: ColumnDefinition,
  { settings, sortedBy, grouping }: DesignFacts,
  visible: boolean,
  { problem, isNumber = false }: { problem?: string | undefined; isNumber?: boolean } = {},
): ReportColumn => {
  const { title, width, format, custom } = settings[definition.key] ?? {};
  const asSet = configureColumn(definition, custom);
  return {
    Column: definition.key,
    Title: title ?? definition.title,
    OriginalTitle: definition.title,
    Visible: visible,
    Disabled: !isAllowed(asSet, grouping),
    Width: width ?? defaultWidth(definition),
    Sorting: sortedBy?.column === definition.key ? sortedBy.sorting : Sorting.None,
    Type: isNumber ? ColumnType.Number : definition.type,
    Category: definition.category,
    SlowColumn: asSet.slowGroup,
    CustomColumn: customOnWire(custom, definition.takes),
    ...(problem !== undefined && { FormulaProblem: problem }),
    ...(definition.takes && { Takes: [...definition.takes] }),
    NumberFormat: formatOnWire(format),
    LinkTitleField: definition.linkTitle ?? null,
    Field: definition.key,
  };
};

/** Visible columns in order (S-2.3.2). The list of designs has only these. */
export const shownColumnsOnWire = (design: DesignFacts): ReportColumn[] => {
  const judged = validateDesignFormulas(design);
  const numbers = numbersByFormula(design);
  return design.shown.flatMap((key) => {
    const definition = columnByKey.get(key);
    if (!definition) return [];
    const of = { problem: judged.get(key)?.problem, isNumber: numbers.has(key) };
    return [columnOnWire(definition, design, true, of)];
  });
};

/**
 * Returns every column: visible ones first, in order. Visible columns that the grouping does not allow are disabled
 * (R-27).
 */
export const reportWithColumns = (design: DesignFacts): ReportWithColumns => {
  const visible = new Set(design.shown);
  const hidden = catalogue.filter(({ key }) => !visible.has(key));
  const shown = shownColumnsOnWire(design);
  const columns = [...shown, ...hidden.map((definition) => columnOnWire(definition, design, false))];
  const slow = new Set(
    columns.flatMap(({ Visible, Disabled, SlowColumn }) => (Visible && !Disabled ? SlowColumn : [])),
  );
  slow.delete(SlowGroup.None);
  return {
    ...designOnWire(design),
    columns,
    VisibleColumns: shown.map(({ Column }) => Column),
    HasSlowColumns: slow.size > 0,
    ...(Object.fromEntries(slowFlagNames.map((name, group) => [name, slow.has(group)])) as SlowFlags),
  };
};

/** `order`: the visible columns. `letters`: the columns that formulas call A, B, C. */
export type SentDesign = { wanted: Partial<DesignFields>; order: string[]; letters?: string[] };

type SentColumns = NonNullable<UpdateReportPayload["columns"]>;

const refuseColumns = (message: string): Refusal => refuseField({ field: "columns", message });

/**
 * Returns the sorting after the update; undefined (unchanged) if no sent column sorts and the current one wasn't sent.
 */
const sortingOf = (columns: SentColumns, base: SortedBy | null): SortedBy | null | undefined => {
  const sorting = columns.find(({ Sorting: sorted }) => sorted !== Sorting.None);
  if (sorting) return { column: sorting.Column, sorting: sorting.Sorting as SortedBy["sorting"] };
  return base && !columns.some(({ Column }) => Column === base.column) ? undefined : null;
};

/**
 * Reads a sent design. `base`: as the page saw it. Catalogue defaults become null; columns not sent stay. Refuses
 * unknown and duplicate columns, and more than one sorted column.
 */
export const designFromWire = (
  sent: UpdateReportPayload,
  base: Pick<DesignFacts, "sortedBy">,
): SentDesign | Refusal => {
  const { title, grouping, ws_splitter, columns = [] } = sent;
  const fields: Partial<DesignFields> = { title, grouping, ws_splitter };
  const seen = new Set<string>();
  for (const { Column, Title, Visible, Width, NumberFormat: format, CustomColumn: custom } of columns) {
    const definition = columnByKey.get(Column);
    if (!definition) return refuseColumns(unknownColumn(Column));
    if (seen.has(Column))
      return refuseColumns(`The column ${quoteText(definition.title)} was sent twice. Send it once.`);
    seen.add(Column);
    fields[toColumnField(Column, "visible")] = Visible;
    fields[toColumnField(Column, "title")] = Title.trim() === definition.title ? null : Title;
    fields[toColumnField(Column, "width")] = Width === defaultWidth(definition) ? null : Width;
    fields[toColumnField(Column, "format")] = formatFromWire(format);
    if (custom !== undefined) fields[toColumnField(Column, "custom")] = customFromWire(custom);
  }
  if (columns.filter(({ Sorting: sorted }) => sorted !== Sorting.None).length > 1)
    return refuseColumns("One column sorts at a time. Leave the sorting of the others off.");
  const sorting = sortingOf(columns, base.sortedBy);
  if (sorting !== undefined) fields.sorting = sorting;
  const letters = sent.FormulaColumns && { letters: sent.FormulaColumns };
  return { wanted: fields, ...letters, order: columns.filter(({ Visible }) => Visible).map(({ Column }) => Column) };
};
