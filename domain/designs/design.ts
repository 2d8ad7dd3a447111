import type { AttributeCategory, CustomColumnCategory, Grouping, Sorting, WorksheetSplitter } from "../enumerations.ts";
import type { NumberFormat } from "../number-formats/number-format.ts";

export type { NumberFormat };

/** An attribute of the store's orders, products or customers: `name` is that of a note attribute, of a property of a line, or `namespace.key` of a metafield. */
export type ChosenAttribute = { category: AttributeCategory; name: string };

/** What a merchant put into a column of their own, or which attribute a column shows (S-2.3.4, R-36). `formula` begins with `=`. */
export type CustomColumn =
  | { category: typeof CustomColumnCategory.Empty }
  | { category: typeof CustomColumnCategory.ExcelFormula; formula: string }
  | ChosenAttribute;

/** What a merchant set up of one column; what is absent is as the catalogue has it. Kept while the column is hidden. */
export type ColumnSettings = {
  title?: string;
  /** Units of 7 px. */
  width?: number;
  format?: NumberFormat;
  custom?: CustomColumn;
};

/** The one column that sorts. */
export type SortedBy = { column: string; sorting: Exclude<Sorting, typeof Sorting.None> };

/** What a merchant edits of a report design (S-2.3.1). Columns are named by their keys in the catalogue. */
export type DesignContent = {
  title: string;
  grouping: Grouping;
  splitter: WorksheetSplitter;
  /** null: the newest order comes first. */
  sortedBy: SortedBy | null;
  /** The visible columns in their order, each once. The others are hidden and have no place. */
  shown: readonly string[];
  settings: { readonly [column: string]: ColumnSettings };
};

/** A design with its identity. `ordering` counts 0..n-1. */
export type DesignFacts = DesignContent & { reportId: string; ordering: number };

/** A visible column with everything that is set up of it; null is as the catalogue has it, and so is `custom` where it is absent. */
export type ShownColumn = {
  column: string;
  title: string | null;
  width: number | null;
  format: NumberFormat | null;
  custom?: CustomColumn;
};

/** The column that sorts, with the attribute that it shows: it may be hidden. */
export type SortingColumn = SortedBy & { custom?: CustomColumn };

/** The columns that a report of the design shows, in their order. */
export const shownColumns = ({ shown, settings }: Pick<DesignContent, "shown" | "settings">): ShownColumn[] =>
  shown.map((column) => {
    const { title = null, width = null, format = null, custom } = settings[column] ?? {};
    return { column, title, width, format, ...(custom === undefined ? {} : { custom }) };
  });

/** What sorts a report of the design. */
export const sortingColumn = ({
  sortedBy,
  settings,
}: Pick<DesignContent, "sortedBy" | "settings">): SortingColumn | null => {
  const custom = sortedBy === null ? undefined : settings[sortedBy.column]?.custom;
  return sortedBy === null || custom === undefined ? sortedBy : { ...sortedBy, custom };
};

/** What a merchant edits of a design, alone. */
export const designContentOf = (design: DesignContent): DesignContent => ({
  title: design.title,
  grouping: design.grouping,
  splitter: design.splitter,
  sortedBy: design.sortedBy,
  shown: design.shown,
  settings: design.settings,
});
