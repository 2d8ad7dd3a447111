import type { AttributeCategory, CustomColumnCategory, Grouping, Sorting, WorksheetSplitter } from "../enumerations.ts";
import type { NumberFormat } from "../number-formats/number-format.ts";

export type { NumberFormat };

/** An attribute of orders, products or customers. */
export type ChosenAttribute = {
  category: AttributeCategory;
  /** Name of a note attribute or line property, or `namespace.key` of a metafield. */
  name: string;
};

/**
 * Content of a merchant's own column, or the attribute that a column shows (S-2.3.4, R-36). `formula` begins with `=`.
 */
export type CustomColumn =
  | { category: typeof CustomColumnCategory.Empty }
  | { category: typeof CustomColumnCategory.ExcelFormula; formula: string }
  | ChosenAttribute;

/** A merchant's settings of one column; absent ones default to the catalogue. Kept while the column is hidden. */
export type ColumnSettings = {
  title?: string;
  /** Units of 7 px. */
  width?: number;
  format?: NumberFormat;
  custom?: CustomColumn;
};

/** The only sorted column. */
export type SortedBy = { column: string; sorting: Exclude<Sorting, typeof Sorting.None> };

/** The editable content of a report design (S-2.3.1). Columns are named by catalogue keys. */
export type DesignContent = {
  title: string;
  grouping: Grouping;
  splitter: WorksheetSplitter;
  /** null sorts the newest order first. */
  sortedBy: SortedBy | null;
  /** The visible columns in order, without duplicates. Hidden columns have no position. */
  shown: readonly string[];
  settings: { readonly [column: string]: ColumnSettings };
};

/** A design with its identity. `ordering` counts 0..n-1. */
export type DesignFacts = DesignContent & { reportId: string; ordering: number };

/** A visible column with all its settings. null, or an absent `custom`, means the catalogue default. */
export type ShownColumn = {
  column: string;
  title: string | null;
  width: number | null;
  format: NumberFormat | null;
  custom?: CustomColumn;
};

/** The sorted column, which may be hidden, with the attribute it shows. */
export type SortingColumn = SortedBy & { custom?: CustomColumn };

/** Lists the visible columns of a design with their settings, in order. */
export const listShownColumns = ({ shown, settings }: Pick<DesignContent, "shown" | "settings">): ShownColumn[] =>
  shown.map((column) => {
    const { title = null, width = null, format = null, custom } = settings[column] ?? {};
    return { column, title, width, format, ...(custom === undefined ? {} : { custom }) };
  });

export const findSortingColumn = ({
  sortedBy,
  settings,
}: Pick<DesignContent, "sortedBy" | "settings">): SortingColumn | null => {
  const custom = sortedBy === null ? undefined : settings[sortedBy.column]?.custom;
  return sortedBy === null || custom === undefined ? sortedBy : { ...sortedBy, custom };
};

/** Picks the editable content of a design. */
export const pickDesignContent = (design: DesignContent): DesignContent => ({
  title: design.title,
  grouping: design.grouping,
  splitter: design.splitter,
  sortedBy: design.sortedBy,
  shown: design.shown,
  settings: design.settings,
});
