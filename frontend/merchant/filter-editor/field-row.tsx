import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

type FieldRowProps = { label: string; labelId: string; note?: string | undefined; children: ReactNode };

/** A field with its name beside it, or above it on a phone. */
export const FieldRow = ({ label, labelId, note, children }: FieldRowProps) => (
  <Box
    sx={{
      display: "grid",
      gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "184px minmax(0, 1fr)" },
      columnGap: 3,
      rowGap: 0.75,
      alignItems: "start",
      px: { xs: 2, sm: 3 },
      py: 1.5,
      "& + &": { borderTop: 1, borderColor: "divider" },
    }}
  >
    <Box sx={{ pt: { sm: 1.125 } }}>
      <Typography variant="subtitle2" component="div" id={labelId}>
        {label}
      </Typography>
      {note && (
        <Typography variant="body2" color="textSecondary">
          {note}
        </Typography>
      )}
    </Box>
    <Box sx={{ minWidth: 0 }}>{children}</Box>
  </Box>
);
