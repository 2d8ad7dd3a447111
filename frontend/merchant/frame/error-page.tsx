import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { usePageTitle } from "../../shared/ui/use-page-title.ts";

/** A screen broke: say so and offer the way out that always works. */
export const ErrorPage = ({ error }: { error: Error }) => {
  usePageTitle("Something went wrong");
  return (
    <Stack component="main" spacing={2} sx={{ p: 4, maxWidth: 560, mx: "auto", mt: 8 }}>
      <Typography variant="h1">Something went wrong</Typography>
      <Typography role="alert">This page could not be shown. Loading it again usually helps.</Typography>
      <Typography variant="body2" color="textSecondary">
        {error.message}
      </Typography>
      <Button variant="contained" onClick={() => window.location.reload()} sx={{ alignSelf: "flex-start" }}>
        Load again
      </Button>
    </Stack>
  );
};
