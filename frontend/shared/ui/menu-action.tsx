import ListItemIcon from "@mui/material/ListItemIcon";
import MenuItem, { type MenuItemProps } from "@mui/material/MenuItem";
import Tooltip from "@mui/material/Tooltip";
import type { ReactElement } from "react";

type MenuActionProps = Omit<MenuItemProps, "disabled" | "title" | "onClick"> & {
  icon: ReactElement;
  name: string;
  onChoose: () => void;
  /** Currently unavailable; a sentence gives the reason on hover and focus. */
  unavailable?: boolean | string;
};

/**
 * A menu entry. An unavailable one stays focusable, unlike with MUI's `disabled`, so keyboards and screen readers reach
 * its reason.
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
      // Touch has no hover, so a tap opens it.
      enterTouchDelay={0}
      slotProps={{ popper: { modifiers: [{ name: "flip", options: { fallbackPlacements: ["bottom", "top"] } }] } }}
    >
      {entry}
    </Tooltip>
  );
};
