import Button from "@mui/material/Button";
import { Link as RouterLink } from "react-router-dom";
import { paths } from "../../shared/navigation/paths.ts";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { usePageTitle } from "../../shared/ui/use-page-title.ts";
import { useSession } from "../services.tsx";

export const NotFoundPage = () => {
  usePageTitle("Page not found");
  const loggedIn = useSession() !== null;
  return (
    <EmptyState
      heading="h1"
      illustration="nowhere"
      title="Page not found"
      text="There's no page at this address. It may have moved, or the link may be incomplete."
      action={
        <Button component={RouterLink} to={loggedIn ? paths.reports : paths.login} variant="contained">
          {loggedIn ? "Go to Reports" : "Go to login"}
        </Button>
      }
    />
  );
};
