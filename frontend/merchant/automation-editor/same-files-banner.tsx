import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import { Link as RouterLink } from "react-router-dom";
import { automationEditorPath } from "../../shared/navigation/paths.ts";
import { describeSameFiles, type SameFiles } from "../resources/automations/same-files-warning.ts";

/** Warns that another running report writes the same files (ADR 84), with a link to it. */
export const SameFilesBanner = ({ others, running }: { others: SameFiles; running: boolean }) => (
  <Alert severity={running ? "error" : "warning"} sx={{ mb: 2, overflowWrap: "anywhere" }}>
    <AlertTitle>
      {running ? "Two reports overwrite each other's files." : "Another report uses the same file names."}
    </AlertTitle>
    {describeSameFiles(others, running)}
    <Box sx={{ mt: 0.5, display: "flex", flexWrap: "wrap", columnGap: 2, rowGap: 0.5 }}>
      {others.map(({ id, title }) => (
        <Link key={id} component={RouterLink} to={automationEditorPath(id)}>
          Open “{title}”
        </Link>
      ))}
    </Box>
  </Alert>
);
