import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Link as RouterLink } from "react-router-dom";
import { paths } from "../../shared/navigation/paths.ts";
import { usePageTitle } from "../../shared/ui/use-page-title.ts";
import { useSession } from "../services.tsx";

/** For addresses that lead nowhere. */
export const NotFoundPage = () => {
  usePageTitle("Page not found");
  const loggedIn = useSession() !== null;
  return (
    <Stack spacing={2} sx={{ py: 8, alignItems: "flex-start" }}>
      <Typography variant="overline" color="textSecondary">
        404
      </Typography>
      <Typography variant="h1">Page not found</Typography>
      <Typography>There is no page at this address. It may have been moved, or the link is incomplete.</Typography>
      <Button component={RouterLink} to={loggedIn ? paths.reports : paths.login} variant="contained">
        {loggedIn ? "Go to Reports" : "Go to login"}
      </Button>
    </Stack>
  );
};
