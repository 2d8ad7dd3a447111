import type { AttributeSource } from "#domain/columns/attributes.ts";
import { isAttribute } from "#domain/designs/custom-column.ts";
import type { CustomColumn, DesignContent } from "#domain/designs/design.ts";
import { CustomColumnCategory, type Grouping } from "#domain/enumerations.ts";
import { rowUnitNames } from "#domain/groupings/row-unit.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { categories, isSlow } from "../../resources/columns/column-list.ts";
import type { ColumnInfos } from "../../resources/columns/use-columns.ts";
import { attributeIn, groupingsOfAttribute } from "../attributes.ts";
import { attributeNames } from "../dialogs/attribute-labels.ts";
import { listFreeColumns } from "../free-columns.ts";
import {
  createFindMissingScopes,
  describePermissions,
  type FindMissingScopes,
} from "../permissions/missing-permissions.ts";
import { pickPopular } from "./popular-columns.ts";

/** A column in the panel's list. */
export type PanelColumn = {
  key: string;
  title: string;
  originalTitle: string;
  category: number;
  slow: boolean;
  isShown: boolean;
  /** An unused custom column. */
  free: boolean;
  /** Why the grouping doesn't support the column; null if it does. */
  unavailable: string | null;
  /** The permission that the shop must grant first; null if none. */
  locked: string | null;
  /** Description; empty until loaded. */
  about: string;
  /** An example value; null if unknown. */
  example: string | null;
  /** Searchable text: the column's description and note. */
  text: string;
};

/** The parts of a design that decide the panel's list. */
export type PanelDesign = Pick<DesignContent, "grouping" | "shown" | "settings">;

/** True if the grouping supports the column; until its infos are loaded, the design as read decides. */
const hasPlace = (
  column: ReportColumn,
  attribute: AttributeSource | undefined,
  grouping: Grouping,
  infos: ColumnInfos,
): boolean => {
  const allowed = attribute ? groupingsOfAttribute(attribute) : infos.get(column.Column)?.Groupings;
  return allowed?.includes(grouping) ?? !column.Disabled;
};

/** The merchant's content of a column; null if it is as the catalog describes it. */
const describeContent = ({ Takes = [] }: ReportColumn, custom: CustomColumn | undefined): string | null => {
  if (custom === undefined || !Takes.includes(custom.category)) return null;
  if (custom.category === CustomColumnCategory.ExcelFormula) return "Excel formula";
  return isAttribute(custom) ? `${attributeNames[custom.category]}: ${custom.name}` : null;
};

/**
 * Every column of a design as edited now, in catalog order. `columns`: from the design as read; `infos`: empty until
 * loaded.
 */
export const panelColumns = (
  columns: readonly ReportColumn[],
  { grouping, shown, settings }: PanelDesign,
  infos: ColumnInfos,
  lacks: FindMissingScopes = createFindMissingScopes(undefined),
): PanelColumn[] => {
  const visible = new Set(shown);
  const free = new Set(listFreeColumns(columns, { shown, settings }));
  const indexByColumn = new Map([...infos.keys()].map((key, at) => [key, at]));
  const indexOf = ({ Column }: ReportColumn) => indexByColumn.get(Column) ?? indexByColumn.size;
  return [...columns]
    .sort((one, other) => indexOf(one) - indexOf(other))
    .map((column) => {
      const info = infos.get(column.Column);
      const missing = lacks(column.Column);
      const { custom } = settings[column.Column] ?? {};
      const attribute = attributeIn(column, custom);
      const content = describeContent(column, custom);
      return {
        key: column.Column,
        title: settings[column.Column]?.title ?? column.OriginalTitle,
        originalTitle: column.OriginalTitle,
        category: column.Category,
        slow: attribute ? attribute.slowGroup >= 0 : isSlow(column),
        isShown: visible.has(column.Column),
        free: free.has(column.Column),
        unavailable: hasPlace(column, attribute, grouping, infos)
          ? null
          : `Not with one row per ${rowUnitNames[grouping]}`,
        locked: missing.length === 0 ? null : `Needs permission to read ${describePermissions(missing)}`,
        about: content ?? info?.Description ?? "",
        example: (content === null && info?.Example) || null,
        text: info ? `${info.Description}\n${info.Note}` : "",
      };
    });
};

/** A category, or the popular columns (`category`: null), with the number of shown ones. */
export type PanelGroup = { name: string; category: number | null; columns: readonly PanelColumn[]; shown: number };

const groupOf = (name: string, category: number | null, columns: readonly PanelColumn[]): PanelGroup => ({
  name,
  category,
  columns,
  shown: columns.filter(({ isShown }) => isShown).length,
});

/**
 * The popular columns that the grouping supports, then the columns by category, without empty groups. A popular column
 * stands in its category too.
 */
export const panelGroups = (columns: readonly PanelColumn[]): PanelGroup[] =>
  [
    groupOf(
      "Popular",
      null,
      pickPopular(columns.filter(({ isShown, unavailable }) => isShown || unavailable === null)),
    ),
    ...categories.map(({ name, value }) =>
      groupOf(
        name,
        value,
        columns.filter(({ category }) => category === value),
      ),
    ),
  ].filter((group) => group.columns.length > 0);
