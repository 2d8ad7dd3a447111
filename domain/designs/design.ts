import type { AttributeCategory, CustomColumnCategory, Grouping, Sorting, WorksheetSplitter } from "../enumerations.ts";
import type { NumberFormat } from "../number-formats/number-format.ts";

export type { NumberFormat };

/** An attribute of orders, products or customers. */
export type ChosenAttribute = {
  category: AttributeCategory;
  /** A note attribute, a line property, or a metafield's `namespace.key`. */
  name: string;
};

/** A merchant's own column, or a chosen attribute (S-2.3.4, R-36). `formula` begins with `=`. */
export type CustomColumn =
  | { category: typeof CustomColumnCategory.Empty }
  | { category: typeof CustomColumnCategory.ExcelFormula; formula: string }
  | ChosenAttribute;

/** Absent settings default to the catalogue. They stay while the column is hidden. */
export type ColumnSettings = {
  title?: string;
  /** Units of 7 px. */
  width?: number;
  format?: NumberFormat;
  custom?: CustomColumn;
};

/** A design sorts by one column at most. */
export type SortedBy = { column: string; sorting: Exclude<Sorting, typeof Sorting.None> };

/** The editable content of a report design (S-2.3.1). Columns are catalogue keys. */
export type DesignContent = {
  title: string;
  grouping: Grouping;
  splitter: WorksheetSplitter;
  /** null sorts the newest order first. */
  sortedBy: SortedBy | null;
  /** Visible columns in order, distinct. Hidden columns have no position. */
  shown: readonly string[];
  settings: { readonly [column: string]: ColumnSettings };
};

/** `ordering`: 0..n-1. */
export type DesignFacts = DesignContent & { reportId: string; ordering: number };

/** A visible column. null, or an absent `custom`, means the catalogue default. */
export type ShownColumn = {
  column: string;
  title: string | null;
  width: number | null;
  format: NumberFormat | null;
  custom?: CustomColumn;
};

/** The column to sort by, which may be hidden. `custom`: the attribute it shows. */
export type SortingColumn = SortedBy & { custom?: CustomColumn };

/** Lists the visible columns in order, with their settings. */
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

/** Picks a design's editable content. */
export const pickDesignContent = (design: DesignContent): DesignContent => ({
  title: design.title,
  grouping: design.grouping,
  splitter: design.splitter,
  sortedBy: design.sortedBy,
  shown: design.shown,
  settings: design.settings,
});
