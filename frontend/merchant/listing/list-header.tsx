import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

type ListHeaderProps = {
  name: string;
  headingId: string;
  count: number | undefined;
  max: number | undefined;
  action: ReactNode;
  /** Replaces the count. */
  note: string | undefined;
};

/** The list's name, its count and quota, and the main action. */
export const ListHeader = ({ name, headingId, count, max, action, note }: ListHeaderProps) => (
  <Box sx={{ px: { xs: 2, sm: 2.5 }, py: 1.5, borderBottom: 1, borderColor: "divider" }}>
    <Box sx={{ display: "flex", alignItems: "center", gap: 1.5, minHeight: 36 }}>
      <Box
        sx={{
          flex: 1,
          minWidth: 0,
          display: "flex",
          flexDirection: { xs: "column", sm: "row" },
          alignItems: "baseline",
          columnGap: 1.5,
        }}
      >
        <Typography variant="h2" id={headingId} tabIndex={-1} data-part="heading" sx={{ outline: 0 }}>
          {name}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ fontVariantNumeric: "tabular-nums", minHeight: 20 }}>
          {note ?? (count !== undefined && (max === undefined ? count : `${count} of ${max}`))}
        </Typography>
      </Box>
      {action}
    </Box>
  </Box>
);
