import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { HistoryItem } from "#domain/wire/history.ts";
import { getErrorMessage, isSkipped } from "../../shared/api/api-error.ts";
import { formatInstant } from "../../shared/time/shop-time.ts";
import { useLastNonNull } from "../../shared/ui/use-last-non-null.ts";
import type { HistoryKind, Preview } from "../resources/history-kind.ts";
import { useServices } from "../services.tsx";
import { useFilterMoment } from "../use-filter-moment.ts";
import { NotRestoredNote } from "./not-restored-note.tsx";
import { ReadFailed } from "./read-states.tsx";
import type { useRestore } from "./use-restore.ts";

type RestoreDialogProps = {
  kind: HistoryKind;
  id: string;
  zone: string;
  /** The version to restore; null while nobody asked. */
  selectedItem: HistoryItem | null;
  onClose: () => void;
  /** Called when the dialog is gone and the focus is back. */
  onGone: () => void;
  restoring: ReturnType<typeof useRestore>;
};

/** Shows the changes of a restoration before it is done. */
export const RestoreDialog = ({ kind, id, zone, selectedItem, onClose, onGone, restoring }: RestoreDialogProps) => {
  const { api } = useServices();
  const titleId = useId();
  const moment = useFilterMoment();
  const shownItem = useLastNonNull(selectedItem);
  const version = shownItem?.Version ?? 0;
  const preview = useQuery({
    queryKey: ["history-version", kind.name, id, version],
    queryFn: async ({ signal }) => {
      await restoring.settled();
      return kind.preview(api, id, version, { signal, moment });
    },
    enabled: selectedItem !== null,
    // A later question must not get this response from the cache.
    gcTime: 0,
  });
  const { run } = restoring;
  const close = () => {
    if (run.isPending) return;
    run.reset();
    onClose();
  };
  const nothing = preview.data?.changes.length === 0;
  return (
    <Dialog
      open={selectedItem !== null}
      onClose={close}
      aria-labelledby={titleId}
      maxWidth="sm"
      fullWidth
      slotProps={{ transition: { onExited: onGone } }}
    >
      <DialogTitle id={titleId}>Restore this version?</DialogTitle>
      <DialogContent>
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          {shownItem && `The ${kind.itemName} as it was on ${formatInstant(shownItem.At, zone)}.`}
        </Typography>
        {preview.isPending && (
          <Box role="status" aria-label="Comparing">
            <Skeleton width="72%" />
            <Skeleton width="58%" />
          </Box>
        )}
        {preview.isError && !isSkipped(preview.error) && (
          <ReadFailed error={preview.error} onRetry={() => void preview.refetch()} />
        )}
        {preview.data && <Comparison preview={preview.data} />}
        {run.isError && !isSkipped(run.error) && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {getErrorMessage(run.error)}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={close} disabled={run.isPending} autoFocus>
          {nothing ? "Close" : "Cancel"}
        </Button>
        {!nothing && (
          <Button
            variant="contained"
            disabled={preview.data === undefined}
            loading={run.isPending}
            onClick={() => run.mutate(version)}
          >
            Restore this version
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
};

const Comparison = ({ preview: { changes, notRestored, meaning } }: { preview: Preview }) => (
  <Box sx={{ display: "grid", gap: 2, overflowWrap: "anywhere" }}>
    {changes.length === 0 ? (
      <Typography>Nothing would change. It already looks like this.</Typography>
    ) : (
      <div>
        <Typography variant="h3" component="h3" sx={{ mb: 0.75 }}>
          What changes
        </Typography>
        <Box component="ul" sx={{ m: 0, pl: 2.5, "& li + li": { mt: 0.5 } }}>
          {changes.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </Box>
      </div>
    )}
    {meaning !== null && changes.length > 0 && (
      <div>
        <Typography variant="h3" component="h3" sx={{ mb: 0.75 }}>
          After restoring
        </Typography>
        <Typography>{meaning}</Typography>
      </div>
    )}
    {notRestored.length > 0 && <NotRestoredNote lead="Not everything can come back." sentences={notRestored} />}
  </Box>
);
