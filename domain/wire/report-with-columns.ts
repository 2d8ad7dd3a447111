import { catalogue, columnByKey } from "../columns/catalogue.ts";
import type { ColumnDefinition } from "../columns/definition.ts";
import { SlowGroup } from "../columns/slow-group.ts";
import type { Refusal } from "../core/decider.ts";
import { refuseField } from "../core/field-problem.ts";
import { columnAsSet } from "../designs/column-as-set.ts";
import type { CustomColumn, DesignFacts, NumberFormat, SortedBy } from "../designs/design.ts";
import { columnField, type DesignFields } from "../designs/fields.ts";
import { unknownColumn } from "../designs/validate.ts";
import {
  type AttributeCategory,
  ColumnType,
  CustomColumnCategory,
  type Grouping,
  NumberFormatType,
  Sorting,
} from "../enumerations.ts";
import { isAllowed } from "../groupings/allowed.ts";
import { quoted } from "../text/quoted.ts";
import { designOnWire } from "./report-on-wire.ts";
import {
  type CustomColumnOnWire,
  type NumberFormatOnWire,
  type ReportColumn,
  type ReportWithColumns,
  type SlowFlags,
  slowFlagNames,
  type UpdateReportPayload,
} from "./reports.ts";

/** Width in units of 7 px of a column whose width nobody has changed. */
const defaultWidth = (definition: ColumnDefinition): number => (definition.type === ColumnType.Image ? 10 : 16);

const formatOnWire = (format: NumberFormat | undefined): NumberFormatOnWire | null =>
  format === undefined
    ? null
    : {
        Type: format.type,
        CustomFormatCode: format.type === NumberFormatType.Custom ? format.code : null,
        LessThanRedValue: format.type === NumberFormatType.LessThanRed ? format.limit : null,
      };

/** A column that merchants fill themselves is empty until they do (S-2.3.4). */
const customOnWire = (
  custom: CustomColumn | undefined,
  { takes }: Pick<ColumnDefinition, "takes">,
): CustomColumnOnWire | null => {
  const held =
    custom ?? (takes?.includes(CustomColumnCategory.Empty) ? { category: CustomColumnCategory.Empty } : null);
  return (
    held && {
      Category: held.category,
      LocalStatus: null,
      ExcelFormula: "formula" in held ? { Formula: held.formula } : null,
      Name: "name" in held ? held.name : null,
    }
  );
};

const columnOnWire = (
  definition: ColumnDefinition,
  { settings, sortedBy }: DesignFacts,
  visible: boolean,
  grouping: Grouping,
): ReportColumn => {
  const { title, width, format, custom } = settings[definition.key] ?? {};
  const asSet = columnAsSet(definition, custom);
  return {
    Column: definition.key,
    Title: title ?? definition.title,
    OriginalTitle: definition.title,
    Visible: visible,
    Disabled: !isAllowed(asSet, grouping),
    Width: width ?? defaultWidth(definition),
    Sorting: sortedBy?.column === definition.key ? sortedBy.sorting : Sorting.None,
    Type: definition.type,
    Category: definition.category,
    SlowColumn: asSet.slowGroup,
    CustomColumn: customOnWire(custom, definition),
    ...(definition.takes && { Takes: [...definition.takes] }),
    NumberFormat: formatOnWire(format),
    LinkTitleField: definition.linkTitle ?? null,
    Field: definition.key,
  };
};

/**
 * A design with every column of the catalogue: the visible ones in their order, the others behind them. A visible column that the
 * grouping does not allow stays visible and is disabled.
 */
export const reportWithColumns = (design: DesignFacts): ReportWithColumns => {
  const visible = new Set(design.shown);
  const shown = design.shown.flatMap((key) => columnByKey.get(key) ?? []);
  const hidden = catalogue.filter(({ key }) => !visible.has(key));
  const columns = [
    ...shown.map((definition) => columnOnWire(definition, design, true, design.grouping)),
    ...hidden.map((definition) => columnOnWire(definition, design, false, design.grouping)),
  ];
  const slow = new Set(
    columns.flatMap(({ Visible, Disabled, SlowColumn }) => (Visible && !Disabled ? SlowColumn : [])),
  );
  slow.delete(SlowGroup.None);
  return {
    ...designOnWire(design),
    columns,
    VisibleColumns: shown.map(({ key }) => key),
    HasSlowColumns: slow.size > 0,
    ...(Object.fromEntries(slowFlagNames.map((name, group) => [name, slow.has(group)])) as SlowFlags),
  };
};

const formatFromWire = (sent: NumberFormatOnWire | null): NumberFormat | null => {
  switch (sent?.Type) {
    case NumberFormatType.Custom:
      return { type: sent.Type, code: sent.CustomFormatCode ?? "" };
    case NumberFormatType.Currency:
      return { type: sent.Type };
    case NumberFormatType.LessThanRed:
      // Without a value it is below every one that is allowed.
      return { type: sent.Type, limit: sent.LessThanRedValue ?? -1 };
    default:
      return null;
  }
};

/** What is absent on the wire is the text that no rule allows. */
const customFromWire = (sent: CustomColumnOnWire | null): CustomColumn | null => {
  if (sent === null) return null;
  switch (sent.Category) {
    case CustomColumnCategory.Empty:
      return null;
    case CustomColumnCategory.ExcelFormula:
      return { category: sent.Category, formula: sent.ExcelFormula?.Formula ?? "" };
    default:
      // A category that no column takes is refused by its field, as every other is that a column does not take.
      return { category: sent.Category as AttributeCategory, name: sent.Name ?? "" };
  }
};

/** What a page sent of a design: its fields, and the visible columns in their order. */
export type SentDesign = { wanted: Partial<DesignFields>; order: string[] };

type SentColumns = NonNullable<UpdateReportPayload["columns"]>;

const refuseColumns = (message: string): Refusal => refuseField({ field: "columns", message });

/** The column that sorts; `undefined` when no column was sent that says so, and the one that did was not sent either. */
const sortingOf = (columns: SentColumns, base: SortedBy | null): SortedBy | null | undefined => {
  const sorting = columns.find(({ Sorting: sorted }) => sorted !== Sorting.None);
  if (sorting) return { column: sorting.Column, sorting: sorting.Sorting as SortedBy["sorting"] };
  return base && !columns.some(({ Column }) => Column === base.column) ? undefined : null;
};

/**
 * What a page sent of a design that it saw as `base`. What is as the catalogue has it is sent as the catalogue's own; columns that are
 * not sent are not meant. Refuses columns that there are not or that come twice, and two that sort.
 */
export const designFromWire = (
  sent: UpdateReportPayload,
  base: Pick<DesignFacts, "sortedBy">,
): SentDesign | Refusal => {
  const { title, grouping, ws_splitter, columns = [] } = sent;
  const wanted: Partial<DesignFields> = { title, grouping, ws_splitter };
  const seen = new Set<string>();
  for (const { Column, Title, Visible, Width, NumberFormat: format, CustomColumn: custom } of columns) {
    const definition = columnByKey.get(Column);
    if (!definition) return refuseColumns(unknownColumn(Column));
    if (seen.has(Column)) return refuseColumns(`The column ${quoted(definition.title)} came twice. Send it once.`);
    seen.add(Column);
    wanted[columnField(Column, "visible")] = Visible;
    wanted[columnField(Column, "title")] = Title.trim() === definition.title ? null : Title;
    wanted[columnField(Column, "width")] = Width === defaultWidth(definition) ? null : Width;
    wanted[columnField(Column, "format")] = formatFromWire(format);
    if (custom !== undefined) wanted[columnField(Column, "custom")] = customFromWire(custom);
  }
  if (columns.filter(({ Sorting: sorted }) => sorted !== Sorting.None).length > 1)
    return refuseColumns("One column sorts at a time. Leave the sorting of the others off.");
  const sorting = sortingOf(columns, base.sortedBy);
  if (sorting !== undefined) wanted.sorting = sorting;
  return { wanted, order: columns.filter(({ Visible }) => Visible).map(({ Column }) => Column) };
};
