import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";

export const ListSkeleton = ({ name }: { name: string }) => (
  <Box role="status" aria-busy="true" aria-label={`Loading ${name}`}>
    {[62, 48, 70, 54].map((width) => (
      <Box
        key={width}
        sx={{
          display: "flex",
          alignItems: "center",
          gap: 1.5,
          minHeight: 84,
          px: { xs: 2, sm: 2.5 },
          "& + &": { borderTop: 1, borderColor: "divider" },
        }}
      >
        <Skeleton variant="rounded" width={20} height={20} />
        <Box sx={{ flex: 1 }}>
          <Skeleton variant="text" width={`${width * 0.6}%`} height={20} />
          <Skeleton variant="text" width={`${width}%`} height={16} />
        </Box>
      </Box>
    ))}
  </Box>
);
