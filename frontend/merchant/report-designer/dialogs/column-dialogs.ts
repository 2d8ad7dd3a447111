import { attributeCategories, ColumnType, CustomColumnCategory } from "#domain/enumerations.ts";
import { createLazyPart } from "../../loading/create-lazy-part.tsx";
import { getFormula } from "../formulas.ts";
import type { ColumnDialog, ColumnDialogProps, DialogKind } from "./index.ts";

const dialog = (load: Parameters<typeof createLazyPart<ColumnDialogProps>>[0]) =>
  createLazyPart<ColumnDialogProps>(load, ({ onClose }) => onClose());

/** The existing dialogs. Kinds without one have no menu entry. */
export const columnDialogs: { readonly [Kind in DialogKind]?: ColumnDialog } = {
  information: {
    menuLabel: "Column information",
    appliesTo: () => true,
    Dialog: dialog(() => import("./information-dialog.tsx")),
  },
  attribute: {
    menuLabel: "Choose attribute",
    appliesTo: ({ Takes = [] }) => Takes.some((category) => attributeCategories.some((known) => known === category)),
    Dialog: dialog(() => import("./attribute-dialog.tsx")),
  },
  custom: {
    menuLabel: "Edit custom column",
    appliesTo: ({ Takes = [] }) => Takes.includes(CustomColumnCategory.ExcelFormula),
    Dialog: dialog(() => import("./custom-dialog.tsx")),
  },
  title: { menuLabel: "Rename title", appliesTo: () => true, Dialog: dialog(() => import("./rename-dialog.tsx")) },
  format: {
    menuLabel: "Numeric format",
    // Excel may compute a number although we can't tell.
    appliesTo: (column) => column.Type === ColumnType.Number || getFormula(column) !== null,
    Dialog: dialog(() => import("./format-dialog.tsx")),
  },
};
