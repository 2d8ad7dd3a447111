import type { AttributeSource } from "#domain/columns/attributes.ts";
import type { DesignContent } from "#domain/designs/design.ts";
import { CustomColumnCategory, type Grouping } from "#domain/enumerations.ts";
import { rowUnitNames } from "#domain/groupings/row-unit.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { type Category, categories, isSlow } from "../../resources/columns/column-list.ts";
import type { ColumnInfos } from "../../resources/columns/use-columns.ts";
import { attributeIn, groupingsOfAttribute } from "../attributes.ts";
import {
  createFindMissingScopes,
  describePermissions,
  type FindMissingScopes,
} from "../permissions/missing-permissions.ts";

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
  /** Why the current grouping doesn't support it; null if it does. */
  unavailable: string | null;
  /** The permission that the shop must grant first; null if none. */
  locked: string | null;
  /** Description, for the search. */
  text: string;
};

/** The parts of a design that decide the panel's list. */
export type PanelDesign = Pick<DesignContent, "grouping" | "shown" | "settings">;

/** Until the columns' infos are loaded, the design as read decides. */
const hasPlace = (
  column: ReportColumn,
  attribute: AttributeSource | undefined,
  grouping: Grouping,
  infos: ColumnInfos,
): boolean => {
  const allowed = attribute ? groupingsOfAttribute(attribute) : infos.get(column.Column)?.Groupings;
  return allowed?.includes(grouping) ?? !column.Disabled;
};

const isOwn = ({ Takes = [] }: ReportColumn): boolean => Takes.includes(CustomColumnCategory.ExcelFormula);

/**
 * Returns every column of a design as edited now, in catalogue order. `columns`: from the design as read; `infos`:
 * empty until loaded.
 */
export const panelColumns = (
  columns: readonly ReportColumn[],
  { grouping, shown, settings }: PanelDesign,
  infos: ColumnInfos,
  lacks: FindMissingScopes = createFindMissingScopes(undefined),
): PanelColumn[] => {
  const visible = new Set(shown);
  const places = new Map([...infos.keys()].map((key, at) => [key, at]));
  const place = ({ Column }: ReportColumn) => places.get(Column) ?? places.size;
  return [...columns]
    .sort((one, other) => place(one) - place(other))
    .map((column) => {
      const info = infos.get(column.Column);
      const missing = lacks(column.Column);
      const attribute = attributeIn(column, settings[column.Column]?.custom);
      return {
        key: column.Column,
        title: settings[column.Column]?.title ?? column.OriginalTitle,
        originalTitle: column.OriginalTitle,
        category: column.Category,
        slow: attribute ? attribute.slowGroup >= 0 : isSlow(column),
        isShown: visible.has(column.Column),
        free: isOwn(column) && !visible.has(column.Column) && settings[column.Column] === undefined,
        unavailable: hasPlace(column, attribute, grouping, infos)
          ? null
          : `Not with one row per ${rowUnitNames[grouping]}`,
        locked: missing.length === 0 ? null : `Needs permission to read ${describePermissions(missing)}`,
        text: info ? `${info.Description}\n${info.Note}` : "",
      };
    });
};

/** The columns of one category, with the number of shown ones. */
export type PanelGroup = Category & { columns: readonly PanelColumn[]; shown: number };

/** Returns the columns by category, without empty categories. */
export const panelGroups = (columns: readonly PanelColumn[]): PanelGroup[] =>
  categories
    .map((category) => {
      const own = columns.filter((column) => column.category === category.value);
      return { ...category, columns: own, shown: own.filter(({ isShown }) => isShown).length };
    })
    .filter((group) => group.columns.length > 0);
