import Divider from "@mui/material/Divider";
import Menu from "@mui/material/Menu";
import { type ReactElement, useRef } from "react";
import { DeleteIcon } from "../../shared/ui/icons.tsx";
import { MenuAction } from "../../shared/ui/menu-action.tsx";
import { useLastNonNull } from "../../shared/ui/use-last-non-null.ts";
import type { Listed } from "./list-kind.ts";

export type OpenedMenu<Row> = { row: Row; anchor: HTMLElement };

export type RowAction<Row> = {
  name: string;
  icon: ReactElement;
  /** `true`, or a string explaining why. */
  unavailable?: boolean | string;
  onSelect: (row: Row) => void;
};

type RowMenuProps<Row> = {
  /** The row whose menu is open; null if none. */
  opened: OpenedMenu<Row> | null;
  onClose: () => void;
  actions: readonly RowAction<Row>[];
  onDelete: (row: Row) => void;
};

/** Row menu (S-1.2.13, S-2.2.4), shared by the whole list. The chosen action runs after the menu has closed. */
export const RowMenu = <Row extends Listed>({ opened, onClose, actions, onDelete }: RowMenuProps<Row>) => {
  const lastOpened = useLastNonNull(opened && { ...opened, actions });
  const chosen = useRef<(() => void) | null>(null);
  const row = lastOpened?.row;
  // Focus must return to the row before a dialog or reordering moves it.
  const choose = (act: (row: Row) => void) => () => {
    if (row === undefined) return;
    chosen.current = () => act(row);
    onClose();
  };
  return (
    <Menu
      anchorEl={lastOpened?.anchor ?? null}
      open={opened !== null}
      onClose={onClose}
      anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
      transformOrigin={{ vertical: "top", horizontal: "right" }}
      slotProps={{
        list: {
          "aria-label": row ? `More actions for ${row.title}` : "More actions",
          // Keyboards must reach unavailable entries and their reasons too.
          disabledItemsFocusable: true,
        },
        paper: { sx: { minWidth: 176 } },
        transition: {
          onExited: () => {
            const act = chosen.current;
            chosen.current = null;
            act?.();
          },
        },
      }}
    >
      {lastOpened?.actions.map(({ name, icon, unavailable = false, onSelect }) => (
        <MenuAction key={name} icon={icon} name={name} unavailable={unavailable} onChoose={choose(onSelect)} />
      ))}
      <Divider component="li" role="separator" sx={{ my: 0.5 }} />
      <MenuAction
        icon={<DeleteIcon fontSize="small" />}
        name="Delete"
        onChoose={choose(onDelete)}
        sx={{ color: "error.main", "& .MuiListItemIcon-root": { color: "inherit" } }}
      />
    </Menu>
  );
};
