import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { memo } from "react";
import { Link as RouterLink } from "react-router-dom";
import { DesignIcon, FilterIcon } from "../../shared/ui/icons.tsx";
import type { Kind, Row } from "./kinds.ts";

/** How a row is laid out, whether it is being ordered or not. */
export const rowLayout = {
  display: "flex",
  alignItems: "center",
  gap: 1.5,
  minHeight: 60,
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

/** Title and note of a row, each on one line; the whole title shows when the pointer is on it. */
export const RowText = memo(({ row, linked }: { row: Row; linked: boolean }) => (
  <Box sx={{ flex: 1, minWidth: 0 }}>
    {linked ? (
      <Link
        component={RouterLink}
        to={row.path}
        title={row.title}
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
      <Typography noWrap title={row.title} sx={{ fontWeight: 550 }}>
        {row.title}
      </Typography>
    )}
    {row.note !== null && (
      <Typography variant="body2" color="textSecondary" noWrap>
        {row.note}
      </Typography>
    )}
  </Box>
));
