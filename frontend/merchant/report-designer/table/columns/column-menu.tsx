import Divider from "@mui/material/Divider";
import Menu from "@mui/material/Menu";
import { type ReactElement, useRef } from "react";
import { nameSortDirection } from "#domain/designs/sort-directions.ts";
import { Sorting } from "#domain/enumerations.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import {
  AscendingIcon,
  AttributeIcon,
  DescendingIcon,
  FormulaIcon,
  HideIcon,
  InfoIcon,
  NumberFormatIcon,
  RenameIcon,
} from "../../../../shared/ui/icons.tsx";
import { MenuAction } from "../../../../shared/ui/menu-action.tsx";
import { useLastNonNull } from "../../../../shared/ui/use-last-non-null.ts";
import { useFeatures } from "../../../use-features.ts";
import { columnDialogs } from "../../dialogs/column-dialogs.ts";
import type { DialogKind, OpenDialog } from "../../dialogs/index.ts";
import { type FormulaSettings, valueKindIn } from "../../formulas.ts";

export type OpenedMenu = { column: ReportColumn; anchor: HTMLElement };

type ColumnMenuProps = {
  /** The column whose menu is open; null if none. */
  opened: OpenedMenu | null;
  /** The preview's settings. */
  settings: FormulaSettings;
  onClose: () => void;
  openDialog: OpenDialog;
  onSort: (column: ReportColumn, sorting: Sorting) => void;
  onHide: (column: ReportColumn) => void;
};

const iconOf: Readonly<Record<DialogKind, ReactElement>> = {
  information: <InfoIcon fontSize="small" />,
  custom: <FormulaIcon fontSize="small" />,
  attribute: <AttributeIcon fontSize="small" />,
  title: <RenameIcon fontSize="small" />,
  format: <NumberFormatIcon fontSize="small" />,
};

/**
 * The menu's dialogs in order (S-2.2). Dialogs that don't apply have no entry; that of custom columns needs a flag
 * (R-37).
 */
const kinds: readonly DialogKind[] = ["information", "custom", "attribute", "title", "format"];

/**
 * The menu of a column; one instance for all. A choice runs after the menu is gone, so the focus is back at the column.
 */
export const ColumnMenu = ({ opened, settings, onClose, openDialog, onSort, onHide }: ColumnMenuProps) => {
  const lastOpened = useLastNonNull(opened);
  const chosen = useRef<(() => void) | null>(null);
  const column = lastOpened?.column;
  const choose = (act: (column: ReportColumn) => void) => () => {
    if (column === undefined) return;
    chosen.current = () => act(column);
    onClose();
  };
  const { CustomColumnEditor } = useFeatures();
  // The specified names fit texts only.
  const kind = column ? valueKindIn(column, settings) : "text";
  const detailOf = (sorting: Sorting) => (kind === "text" ? undefined : nameSortDirection(kind, sorting));
  const offered = kinds.filter((kind) => kind !== "custom" || CustomColumnEditor);
  const entries = offered.flatMap((kind) => {
    const dialog = columnDialogs[kind];
    return dialog && column && dialog.appliesTo(column) ? [{ kind, name: dialog.menuLabel }] : [];
  });
  return (
    <Menu
      anchorEl={lastOpened?.anchor ?? null}
      open={opened !== null}
      onClose={onClose}
      anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
      transformOrigin={{ vertical: "top", horizontal: "right" }}
      slotProps={{
        list: { "aria-label": column ? `Menu of ${column.Title}` : "Menu", disabledItemsFocusable: true },
        paper: { sx: { minWidth: 208 } },
        transition: {
          onExited: () => {
            const act = chosen.current;
            chosen.current = null;
            act?.();
          },
        },
      }}
    >
      {entries.map(({ kind, name }) => (
        <MenuAction key={kind} icon={iconOf[kind]} name={name} onChoose={choose((one) => openDialog(kind, one))} />
      ))}
      {entries.length > 0 && <Divider component="li" role="separator" sx={{ my: 0.5 }} />}
      <MenuAction
        icon={<AscendingIcon fontSize="small" />}
        name="Sort A to Z"
        detail={detailOf(Sorting.Ascending)}
        onChoose={choose((one) => onSort(one, Sorting.Ascending))}
      />
      <MenuAction
        icon={<DescendingIcon fontSize="small" />}
        name="Sort Z to A"
        detail={detailOf(Sorting.Descending)}
        onChoose={choose((one) => onSort(one, Sorting.Descending))}
      />
      <Divider component="li" role="separator" sx={{ my: 0.5 }} />
      <MenuAction icon={<HideIcon fontSize="small" />} name="Hide column" onChoose={choose(onHide)} />
    </Menu>
  );
};
