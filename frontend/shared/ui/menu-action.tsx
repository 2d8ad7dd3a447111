import ListItemIcon from "@mui/material/ListItemIcon";
import MenuItem, { type MenuItemProps } from "@mui/material/MenuItem";
import Tooltip from "@mui/material/Tooltip";
import type { ReactElement } from "react";

type MenuActionProps = Omit<MenuItemProps, "disabled" | "title" | "onClick"> & {
  icon: ReactElement;
  name: string;
  onChoose: () => void;
  /** It cannot be chosen now; a sentence says why, on hover and focus. */
  unavailable?: boolean | string;
};

/**
 * An entry of a menu. One that cannot be chosen stays reachable, so that a keyboard and a screen reader come to its reason too:
 * MUI's own `disabled` would take it out of both.
 */
export const MenuAction = ({ icon, name, onChoose, unavailable = false, sx, ...item }: MenuActionProps) => {
  const entry = (
    <MenuItem
      {...item}
      aria-disabled={unavailable !== false}
      onClick={() => unavailable === false && onChoose()}
      sx={[
        unavailable !== false && {
          cursor: "default",
          color: "text.disabled",
          "& .MuiListItemIcon-root": { color: "inherit" },
        },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    >
      <ListItemIcon>{icon}</ListItemIcon>
      {name}
    </MenuItem>
  );
  if (typeof unavailable !== "string") return entry;
  return (
    <Tooltip
      title={unavailable}
      describeChild
      disableInteractive
      placement="left"
      // A finger has no hover: it taps.
      enterTouchDelay={0}
      slotProps={{ popper: { modifiers: [{ name: "flip", options: { fallbackPlacements: ["bottom", "top"] } }] } }}
    >
      {entry}
    </Tooltip>
  );
};
