import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { Link as RouterLink } from "react-router-dom";
import { getErrorMessage, isSkipped } from "../../shared/api/api-error.ts";
import { formatInstant } from "../../shared/time/shop-time.ts";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { RestoreIcon } from "../../shared/ui/icons.tsx";
import type { IllustrationName } from "../../shared/ui/illustrations.tsx";
import { usePageTitle } from "../../shared/ui/use-page-title.ts";
import { useDeleted } from "../history/use-deleted.ts";
import { useRestoreDeleted } from "../history/use-restore-deleted.tsx";
import { LoadingPage } from "../loading/loading-page.tsx";
import type { HistoryKind } from "../resources/history-kind.ts";
import { useShopZone } from "../use-shop-zone.ts";

export type ItemGoneProps = {
  kind: HistoryKind;
  id: string;
  illustration: IllustrationName;
  /** Set after a deletion while open. */
  title?: string;
  /** Some input isn't saved. An editor that goes on after a restoration saves it. */
  isUnsaved?: boolean;
  /** The object's remains, with a link. */
  left?: { text: string; link: string; path: string };
};

/** The object doesn't exist, or no longer. A deleted one can be restored here and then edited. */
export const ItemGone = ({ kind, id, illustration, title, isUnsaved = false, left }: ItemGoneProps) => {
  const { itemName } = kind;
  const zone = useShopZone();
  const list = useDeleted(kind);
  const deleted = list.data?.find((item) => item.id === id);
  const restore = useRestoreDeleted({
    kind,
    showsFailure: true,
    // The focused button is replaced by the editor.
    onRestored: () => document.getElementById("main")?.focus({ preventScroll: true }),
  });
  const isDeleted = title !== undefined || deleted !== undefined;
  const heading = isDeleted
    ? `This ${itemName} was deleted`
    : `${itemName.charAt(0).toUpperCase()}${itemName.slice(1)} not found`;
  usePageTitle(heading);
  // Avoids showing 'not found' before 'deleted'.
  if (!isDeleted && list.isPending) return <LoadingPage />;
  const home = (
    <Button
      component={RouterLink}
      to={kind.listPage.path}
      variant={deleted ? "outlined" : "contained"}
      color={deleted ? "inherit" : "primary"}
    >
      Go to {kind.listPage.name}
    </Button>
  );
  return (
    <EmptyState
      heading="h1"
      illustration={illustration}
      title={heading}
      text={
        <>
          {title !== undefined ? (
            <>
              “{title}” was deleted in another window.{" "}
              {isUnsaved &&
                (deleted ? "Restore it to save your last changes too." : "Your last changes could not be saved.")}
            </>
          ) : deleted ? (
            `“${deleted.title}” was deleted on ${formatInstant(deleted.DeletedAt, zone)}. You can restore it.`
          ) : (
            `There is no ${itemName} at this address. It may have been deleted, or the link may be incomplete.`
          )}
          {isDeleted && left && ` ${left.text}`}
          {restore.isError && !isSkipped(restore.error) && (
            <Alert severity="error" sx={{ mt: 2, textAlign: "left" }}>
              {getErrorMessage(restore.error)}
            </Alert>
          )}
        </>
      }
      action={
        <>
          {deleted && (
            <Button
              variant="contained"
              startIcon={<RestoreIcon />}
              loading={restore.isPending}
              loadingPosition="start"
              onClick={() => restore.mutate(deleted)}
            >
              Restore
            </Button>
          )}
          {isDeleted && left && (
            <Button component={RouterLink} to={left.path} variant="outlined" color="inherit">
              {left.link}
            </Button>
          )}
          {home}
        </>
      }
    />
  );
};
