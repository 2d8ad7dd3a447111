import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Skeleton from "@mui/material/Skeleton";

export const DesignerSkeleton = () => (
  <Box aria-busy="true" aria-label="Loading the report design" role="status">
    <Paper variant="outlined" sx={{ p: { xs: 2, sm: 2.5 }, mb: 2, display: "grid", gap: 2, height: 101 }}>
      <Skeleton variant="rounded" height={40} />
    </Paper>
    <Box sx={{ height: { xs: 74, sm: 36 }, mb: 1 }}>
      <Skeleton variant="rounded" width={190} height={36} />
    </Box>
    <Paper variant="outlined" sx={{ p: 2, height: 420, display: "grid", gap: 1.5, alignContent: "start" }}>
      {["a", "b", "c", "d", "e", "f", "g"].map((row) => (
        <Skeleton key={row} variant="text" height={24} />
      ))}
    </Paper>
  </Box>
);
