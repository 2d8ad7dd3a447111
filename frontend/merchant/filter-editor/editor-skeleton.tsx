import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Skeleton from "@mui/material/Skeleton";
import { EditorLayout } from "../editing/editor-layout.tsx";

const Card = ({ height }: { height: number }) => (
  <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 }, height, display: "grid", gap: 2, alignContent: "start" }}>
    <Skeleton variant="text" width="35%" height={20} />
    {height > 80 && <Skeleton variant="rounded" height={40} />}
    {height > 150 && <Skeleton variant="rounded" height={40} />}
  </Paper>
);

export const EditorSkeleton = () => (
  <Box aria-busy="true" aria-label="Loading the filter" role="status">
    <EditorLayout first={<Card height={199} />} aside={<Card height={172} />}>
      <Card height={418} />
      {["line", "product", "variant", "customer"].map((group) => (
        <Card key={group} height={57} />
      ))}
    </EditorLayout>
  </Box>
);
