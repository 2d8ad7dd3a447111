import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import { keyframes } from "@mui/material/styles";
import Tooltip from "@mui/material/Tooltip";
import type { ReactNode } from "react";
import { MoreIcon } from "../../shared/ui/icons.tsx";
import type { Listed } from "./list-kind.ts";

/** The layout of a row, also during reordering. */
export const rowLayout = {
  display: "flex",
  alignItems: "center",
  gap: 1.5,
  // The height of a title, a summary and dates, also for rows that lack them.
  minHeight: 84,
  pl: { xs: 2, sm: 2.5 },
  pr: { xs: 1, sm: 1.5 },
  py: 1,
  position: "relative",
  bgcolor: "background.paper",
  // Not `& + &`: a moved or new row has additional styles, and so another class.
  "* + &": { borderTop: 1, borderColor: "divider" },
  "&:last-of-type": { borderRadius: "0 0 11px 11px" },
} as const;

const arrive = keyframes({ from: { backgroundColor: "var(--mui-palette-soft-primary)" } });

/** Props that a list passes to each row. */
export type RowOfList<Row> = {
  row: Row;
  /** The row was just created or cloned. */
  isNew: boolean;
  isBusy: boolean;
  onMenu: (row: Row, anchor: HTMLElement) => void;
};

type RowFrameProps<Row> = RowOfList<Row> & {
  icon: ReactNode;
  /** The row has many lines. Icon and menu align with the first. */
  isTall?: boolean;
  children: ReactNode;
};

/** A row that links to its editor, with its menu. */
export const RowFrame = <Row extends Listed>({
  row,
  isNew,
  isBusy,
  onMenu,
  icon,
  isTall = false,
  children,
}: RowFrameProps<Row>) => (
  <Box
    component="li"
    data-row={row.id}
    aria-busy={isBusy}
    sx={{
      ...rowLayout,
      ...(isTall && { alignItems: "flex-start" }),
      "&:hover": { bgcolor: "action.hover" },
      ...(isBusy && { opacity: 0.5 }),
      ...(isNew && {
        animation: `${arrive} 1600ms ease-out`,
        "@media (prefers-reduced-motion: reduce)": { animation: "none" },
      }),
    }}
  >
    {isTall ? <Box sx={{ flex: "none", mt: 1, lineHeight: 0 }}>{icon}</Box> : icon}
    {children}
    <Tooltip title="More">
      <IconButton
        data-part="menu"
        aria-label={`More actions for ${row.title}`}
        aria-haspopup="menu"
        // Above the link that fills the row.
        sx={{ zIndex: 1 }}
        onClick={(event) => onMenu(row, event.currentTarget)}
      >
        <MoreIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  </Box>
);
