import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Skeleton from "@mui/material/Skeleton";
import { EditorLayout } from "../editing/editor-layout.tsx";

const Waiting = ({ height }: { height: number }) => (
  <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 }, height, display: "grid", gap: 2, alignContent: "start" }}>
    <Skeleton variant="text" width="35%" height={20} />
    {height > 90 && <Skeleton variant="rounded" height={40} />}
    {height > 200 && <Skeleton variant="rounded" height={40} />}
  </Paper>
);

export const EditorSkeleton = () => (
  <Box aria-busy="true" aria-label="Loading the automated report" role="status">
    <Paper variant="outlined" sx={{ px: { xs: 2, sm: 3 }, py: 1.5, mb: 2, height: { xs: 118, sm: 56 } }}>
      <Skeleton variant="text" width="40%" height={30} />
    </Paper>
    <EditorLayout first={<Waiting height={136} />} aside={<Waiting height={420} />}>
      {[640, 330, 560].map((height) => (
        <Waiting key={height} height={height} />
      ))}
    </EditorLayout>
  </Box>
);
