import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";

export const LiveSkeleton = () => (
  <Box role="status" aria-busy="true" aria-label="Loading" sx={{ display: "grid", gap: 2 }}>
    <Skeleton variant="rounded" height={52} />
    <RowsSkeleton />
  </Box>
);

export const RowsSkeleton = () => <Skeleton variant="rounded" height="min(520px, 60dvh)" aria-hidden />;
