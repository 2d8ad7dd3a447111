import type { ComponentType } from "react";
import type { CustomColumn, NumberFormat } from "#domain/designs/design.ts";
import type { CustomColumnCategory } from "#domain/enumerations.ts";
import type { TextRow } from "#domain/formulas/syntax/formula-texts.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import type { CellSettings } from "../../report-cells/cell-format.ts";
import type { FormulaSettings } from "../formulas.ts";

/** Dialogs of a column's menu (S-2.2): information, formula, title, number format, attribute. */
export type DialogKind = "information" | "custom" | "title" | "format" | "attribute";

/** Opens a dialog about a column in its current state. */
export type OpenDialog = (kind: DialogKind, column: ReportColumn) => void;

/** Edits by column key; null means the catalog's value. Each is one undo step and saved at once. */
export type ColumnEdits = {
  rename: (column: string, title: string | null) => void;
  setFormat: (column: string, format: NumberFormat | null) => void;
  /** `title`: of a column that is added; absent: the catalog's. */
  setCustom: (column: string, custom: CustomColumn | null, title?: string) => void;
};

export type ColumnDialogProps = {
  /** The current column; it follows others' edits while the dialog is open. */
  column: ReportColumn;
  /** The visible columns left to right: A, B, C in formulas. */
  visibleColumns: readonly ReportColumn[];
  /** The whole catalog. */
  allColumns: readonly ReportColumn[];
  /** For formatting the column's cells. */
  cellSettings: CellSettings;
  /** For evaluating formulas on the preview's rows. */
  formulas: FormulaSettings;
  /** The preview's first rows: a cell per column of `visibleColumns`, null if empty. */
  rows: readonly TextRow[];
  edits: ColumnEdits;
  /** The category selected at first, if the column was added together with this dialog. */
  initialCategory?: CustomColumnCategory | undefined;
  onClose: () => void;
};

export type ColumnDialog = {
  /** Label of its menu entry: 'Rename title'. */
  menuLabel: string;
  appliesTo: (column: ReportColumn) => boolean;
  /** A `createLazyPart`: loaded when opened. */
  Dialog: ComponentType<ColumnDialogProps>;
};
