import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { type ReactNode, useId } from "react";

/** One numbered step of the page. */
export const Step = ({ number, title, children }: { number: number; title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={id}
      sx={{ p: { xs: 2, sm: 3 }, display: "flex", gap: 2 }}
    >
      <Box
        aria-hidden="true"
        sx={{
          flex: "none",
          width: 28,
          height: 28,
          borderRadius: "50%",
          display: "grid",
          placeItems: "center",
          fontSize: "0.875rem",
          fontWeight: 700,
          color: "primary.contrastText",
          bgcolor: "primary.main",
        }}
      >
        {number}
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="h2" id={id} sx={{ mb: 2, mt: 0.25 }}>
          {title}
        </Typography>
        {children}
      </Box>
    </Paper>
  );
};
