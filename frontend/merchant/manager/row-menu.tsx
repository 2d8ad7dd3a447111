import Divider from "@mui/material/Divider";
import Menu from "@mui/material/Menu";
import { useRef } from "react";
import { CopyIcon, DeleteIcon, HistoryIcon, MoveDownIcon, MoveUpIcon } from "../../shared/ui/icons.tsx";
import { MenuAction } from "../../shared/ui/menu-action.tsx";
import { useLast } from "../../shared/ui/use-last.ts";
import type { Row } from "./kinds.ts";

type RowMenuProps = {
  /** Null: it is closed. */
  opened: { row: Row; anchor: HTMLElement } | null;
  onClose: () => void;
  first: boolean;
  last: boolean;
  /** Why the row cannot be cloned. */
  cloneProblem: string | null;
  onMove: (row: Row, by: -1 | 1) => void;
  onClone: (row: Row) => void;
  onHistory: (row: Row) => void;
  onDelete: (row: Row) => void;
};

/** Menu of one row (S-1.2.13); one for the whole list. What is chosen is done when the menu has gone. */
export const RowMenu = (props: RowMenuProps) => {
  const { opened, onClose, first, last, cloneProblem, onMove, onClone, onHistory, onDelete } = props;
  const shown = useLast(opened && { ...opened, first, last });
  const chosen = useRef<(() => void) | null>(null);
  const row = shown?.row;
  // The focus is back at the row before a dialog or the ordering takes it on.
  const choose = (act: (row: Row) => void) => () => {
    if (row === undefined) return;
    chosen.current = () => act(row);
    onClose();
  };
  return (
    <Menu
      anchorEl={shown?.anchor ?? null}
      open={opened !== null}
      onClose={onClose}
      anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
      transformOrigin={{ vertical: "top", horizontal: "right" }}
      slotProps={{
        list: {
          "aria-label": row ? `More for ${row.title}` : "More",
          // A keyboard comes to what cannot be chosen too, and to why.
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
      <MenuAction
        icon={<MoveUpIcon fontSize="small" />}
        name="Move up"
        unavailable={shown?.first ?? false}
        onChoose={choose((one) => onMove(one, -1))}
      />
      <MenuAction
        icon={<MoveDownIcon fontSize="small" />}
        name="Move Down"
        unavailable={shown?.last ?? false}
        onChoose={choose((one) => onMove(one, 1))}
      />
      <MenuAction
        icon={<CopyIcon fontSize="small" />}
        name="Clone"
        unavailable={cloneProblem ?? false}
        onChoose={choose(onClone)}
      />
      <MenuAction icon={<HistoryIcon fontSize="small" />} name="History" onChoose={choose(onHistory)} />
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
