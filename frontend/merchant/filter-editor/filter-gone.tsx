import Button from "@mui/material/Button";
import { Link as RouterLink } from "react-router-dom";
import { paths } from "../../shared/navigation/paths.ts";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { usePageTitle } from "../../shared/ui/use-page-title.ts";

/** There is no such filter, or (with its title) no longer. */
export const FilterGone = ({ title }: { title?: string }) => {
  const heading = title === undefined ? "Filter not found" : "This filter was deleted";
  usePageTitle(heading);
  return (
    <EmptyState
      heading="h1"
      illustration="filters"
      title={heading}
      text={
        title === undefined
          ? "There is no filter at this address. It may have been deleted, or the link is incomplete."
          : `“${title}” was deleted meanwhile. What was changed here since then could not be saved.`
      }
      action={
        <Button component={RouterLink} to={paths.manager} variant="contained">
          Go to Manager
        </Button>
      }
    />
  );
};
