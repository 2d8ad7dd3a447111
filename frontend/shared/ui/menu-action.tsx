import Box from "@mui/material/Box";
import ListItemIcon from "@mui/material/ListItemIcon";
import MenuItem, { type MenuItemProps } from "@mui/material/MenuItem";
import Tooltip from "@mui/material/Tooltip";
import type { ReactElement } from "react";

type MenuActionProps = Omit<MenuItemProps, "disabled" | "title" | "onClick"> & {
  icon: ReactElement;
  name: string;
  /** Explains the name, in quieter letters. */
  detail?: string | undefined;
  onChoose: () => void;
  /** True, or a sentence with the reason, shown on hover and focus. */
  unavailable?: boolean | string;
};

/**
 * A menu entry. An unavailable one stays focusable, unlike with MUI's `disabled`, so keyboards and screen readers reach
 * its reason.
 */
export const MenuAction = ({ icon, name, detail, onChoose, unavailable = false, sx, ...item }: MenuActionProps) => {
  const entry = (
    <MenuItem
      {...item}
      aria-description={detail}
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
      {detail === undefined ? name : <span>{name}</span>}
      {detail !== undefined && (
        // Screen readers get the detail as a description, so it isn't in the name.
        <Box component="span" aria-hidden sx={{ ml: "auto", pl: 3, typography: "body2", color: "text.secondary" }}>
          {detail}
        </Box>
      )}
    </MenuItem>
  );
  if (typeof unavailable !== "string") return entry;
  return (
    <Tooltip
      title={unavailable}
      describeChild
      disableInteractive
      placement="left"
      // Touch has no hover, so a tap opens the tooltip.
      enterTouchDelay={0}
      slotProps={{ popper: { modifiers: [{ name: "flip", options: { fallbackPlacements: ["bottom", "top"] } }] } }}
    >
      {entry}
    </Tooltip>
  );
};
