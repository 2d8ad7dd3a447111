import Button from "@mui/material/Button";
import { Link as RouterLink } from "react-router-dom";
import { paths } from "../../shared/navigation/paths.ts";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import type { IllustrationName } from "../../shared/ui/illustrations.tsx";
import { usePageTitle } from "../../shared/ui/use-page-title.ts";

type ThingGoneProps = {
  /** Within a sentence: 'filter'. */
  thing: string;
  illustration: IllustrationName;
  title?: string;
};

/** There is no such thing, or (with its title) no longer. */
export const ThingGone = ({ thing, illustration, title }: ThingGoneProps) => {
  const heading =
    title === undefined ? `${thing.charAt(0).toUpperCase()}${thing.slice(1)} not found` : `This ${thing} was deleted`;
  usePageTitle(heading);
  return (
    <EmptyState
      heading="h1"
      illustration={illustration}
      title={heading}
      text={
        title === undefined
          ? `There is no ${thing} at this address. It may have been deleted, or the link may be incomplete.`
          : `“${title}” was deleted in another window. Your changes since then could not be saved.`
      }
      action={
        <Button component={RouterLink} to={paths.manager} variant="contained">
          Go to Manager
        </Button>
      }
    />
  );
};
