import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { memo } from "react";
import { Link as RouterLink } from "react-router-dom";
import type { ShopDay } from "../../shared/time/days-ago.ts";
import { DesignIcon, FilterIcon } from "../../shared/ui/icons.tsx";
import type { Kind, Row } from "./kinds.ts";
import { RowAbout, rowHint } from "./row-about.tsx";

/** How a row is laid out, whether it is being ordered or not. */
export const rowLayout = {
  display: "flex",
  alignItems: "center",
  gap: 1.5,
  // As high as a title, a line of what it holds and its days, so that a row that has none yet keeps their place.
  minHeight: 84,
  pl: { xs: 2, sm: 2.5 },
  pr: { xs: 1, sm: 1.5 },
  py: 1,
  position: "relative",
  bgcolor: "background.paper",
  // A row that was moved or is new has styles of its own, and with them another class.
  "* + &": { borderTop: 1, borderColor: "divider" },
  "&:last-of-type": { borderRadius: "0 0 11px 11px" },
} as const;

export const RowIcon = ({ kind }: { kind: Kind }) =>
  kind.name === "reports" ? (
    <DesignIcon fontSize="small" sx={{ color: "text.secondary" }} />
  ) : (
    <FilterIcon fontSize="small" sx={{ color: "text.secondary" }} />
  );

type RowTextProps = { row: Row; linked: boolean; day: ShopDay };

/** Title of a row and what is to be said of it; all of that shows when the pointer rests on it. */
export const RowText = memo(({ row, linked, day }: RowTextProps) => (
  <Box sx={{ flex: 1, minWidth: 0 }} title={rowHint(row.title, row.about, day.zone)}>
    {linked ? (
      <Link
        component={RouterLink}
        to={row.path}
        data-part="title"
        color="textPrimary"
        underline="hover"
        noWrap
        sx={{
          display: "block",
          fontWeight: 550,
          width: "fit-content",
          maxWidth: "100%",
          // All of the row leads there, but for its menu.
          "&::after": { content: '""', position: "absolute", inset: 0 },
        }}
      >
        {row.title}
      </Link>
    ) : (
      <Typography noWrap data-part="title" sx={{ fontWeight: 550 }}>
        {row.title}
      </Typography>
    )}
    {row.about !== null && <RowAbout about={row.about} day={day} />}
  </Box>
));
