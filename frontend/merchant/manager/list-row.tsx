import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import { keyframes } from "@mui/material/styles";
import Tooltip from "@mui/material/Tooltip";
import { memo } from "react";
import type { ShopDay } from "../../shared/time/days-ago.ts";
import { MoreIcon } from "../../shared/ui/icons.tsx";
import type { Kind, Row } from "./kinds.ts";
import { RowIcon, RowText, rowLayout } from "./row-text.tsx";

type ListRowProps = {
  row: Row;
  kind: Kind;
  day: ShopDay;
  /** It was just created or cloned. */
  isNew: boolean;
  /** It is being deleted. */
  isBusy: boolean;
  onMenu: (row: Row, anchor: HTMLElement) => void;
};

const arrive = keyframes({ from: { backgroundColor: "var(--mui-palette-soft-primary)" } });

/** A row that leads to where it is edited, with its menu. */
export const ListRow = memo(({ row, kind, day, isNew, isBusy, onMenu }: ListRowProps) => (
  <Box
    component="li"
    data-row={row.id}
    aria-busy={isBusy}
    sx={{
      ...rowLayout,
      "&:hover": { bgcolor: "action.hover" },
      ...(isBusy && { opacity: 0.5 }),
      ...(isNew && {
        animation: `${arrive} 1600ms ease-out`,
        "@media (prefers-reduced-motion: reduce)": { animation: "none" },
      }),
    }}
  >
    <RowIcon kind={kind} />
    <RowText row={row} linked day={day} />
    <Tooltip title="More">
      <IconButton
        data-part="menu"
        aria-label={`More for ${row.title}`}
        aria-haspopup="menu"
        // Over the link that fills the row.
        sx={{ zIndex: 1 }}
        onClick={(event) => onMenu(row, event.currentTarget)}
      >
        <MoreIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  </Box>
));
