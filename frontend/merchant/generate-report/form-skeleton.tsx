import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";

const Bar = ({ height, width }: { height: number; width?: string }) => (
  <Box sx={{ height, width, borderRadius: "6px", bgcolor: "divider" }} />
);

/** Placeholder for the form during loading, as index.html drew it. */
export const FormSkeleton = () => (
  <Paper
    variant="outlined"
    role="status"
    aria-busy="true"
    aria-label="Loading"
    sx={{ maxWidth: { lg: 620 }, p: 3, display: "grid", gap: 2, boxShadow: "none" }}
  >
    <Bar height={16} width="40%" />
    <Bar height={40} />
    <Bar height={16} width="40%" />
    <Bar height={40} />
  </Paper>
);
