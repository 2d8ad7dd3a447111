import type { ComponentType } from "react";
import type { CustomColumn, NumberFormat } from "#domain/designs/design.ts";
import type { CustomColumnCategory } from "#domain/enumerations.ts";
import type { TextRow } from "#domain/formulas/syntax/formula-texts.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import type { ShopOfCells } from "../../report-cells/cell-look.ts";
import type { FormulaSettings } from "../formulas.ts";

/** What can be opened from the menu of a column (S-2.2): its information, its formula, its title, its number format, its attribute. */
export type DialogKind = "information" | "custom" | "title" | "format" | "attribute";

/** Opens a dialog about a column, which is as it is shown now. */
export type OpenDialog = (kind: DialogKind, column: ReportColumn) => void;

/** What a dialog does to its column, named by its key; null is as the catalogue has it. Each is one step of undo, and saved at once. */
export type ColumnEdits = {
  rename: (column: string, title: string | null) => void;
  setFormat: (column: string, format: NumberFormat | null) => void;
  setCustom: (column: string, custom: CustomColumn | null) => void;
};

export type ColumnDialogProps = {
  /** As it is now: it follows what others make of it while the dialog is open. */
  column: ReportColumn;
  /** The visible columns from left to right, which formulas call A, B, C. */
  shown: readonly ReportColumn[];
  /** Every column of the catalogue. */
  all: readonly ReportColumn[];
  /** How its numbers are shown. */
  shop: ShopOfCells;
  /** How formulas read its rows. */
  formulas: FormulaSettings;
  /** The first rows as the preview has them: a cell per column of `shown`, null where it is empty. */
  rows: readonly TextRow[];
  edits: ColumnEdits;
  /** What a column of the merchant's own is to become, where it was added for that. */
  startsAs?: CustomColumnCategory | undefined;
  onClose: () => void;
};

export type ColumnDialog = {
  /** Of its entry in the menu: 'Rename title'. */
  name: string;
  appliesTo: (column: ReportColumn) => boolean;
  /** A `lazyPart`: fetched when it is opened. */
  Dialog: ComponentType<ColumnDialogProps>;
};
