import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { getErrorMessage, isSkipped } from "../../shared/api/api-error.ts";
import { isGone } from "../../shared/saving/refusals.ts";
import { formatInstant } from "../../shared/time/shop-time.ts";
import { RestoreIcon } from "../../shared/ui/icons.tsx";
import { ItemGone } from "../editing/item-gone.tsx";
import { useDeleted } from "../history/use-deleted.ts";
import { useRestoreDeleted } from "../history/use-restore-deleted.tsx";
import { LoadingPage } from "../loading/loading-page.tsx";
import { automationHistory } from "../resources/automations/history.ts";
import { useShopZone } from "../use-shop-zone.ts";
import { AutomationHistory } from "./automation-history.tsx";
import { isUnderWay } from "./run-text.ts";
import { useRuns } from "./use-runs.ts";

/** The history of a deleted automated report, including a run that was under way (ADR 80). */
export const DeletedHistory = ({ id }: { id: string }) => {
  const zone = useShopZone();
  const runs = useRuns(id);
  const list = useDeleted(automationHistory);
  const item = list.data?.find((one) => one.id === id);
  const restore = useRestoreDeleted({ kind: automationHistory, showsFailure: true });
  if (runs.isError && isGone(runs.error)) return <ItemGone kind={automationHistory} id={id} illustration="exports" />;
  if (list.isPending || runs.isPending) return <LoadingPage />;
  const isLeft = runs.data?.pages.flat().some(isUnderWay) ?? false;
  return (
    <AutomationHistory
      id={id}
      automation={undefined}
      deleted={{
        title: item?.title,
        action: item && (
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<RestoreIcon />}
            loading={restore.isPending}
            loadingPosition="start"
            onClick={() => restore.mutate(item)}
          >
            Restore
          </Button>
        ),
        text: [
          item ? `This report was deleted on ${formatInstant(item.DeletedAt, zone)}.` : "This report was deleted.",
          isLeft
            ? "No more reports will be made. The one under way will still be sent."
            : "No more reports will be made.",
        ].join(" "),
        failure: restore.isError && !isSkipped(restore.error) && (
          <Alert severity="error" sx={{ mb: 2 }}>
            {getErrorMessage(restore.error)}
          </Alert>
        ),
      }}
    />
  );
};
