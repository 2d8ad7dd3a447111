import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import type { useNotify } from "ra-core";
import { useCallback } from "react";
import { undoDuration, useCloseToast } from "../../shared/ui/toast.tsx";
import { useUndoKeys } from "../../shared/ui/use-undo-keys.ts";
import type { HistoryKind } from "../resources/history-kind.ts";
import { useRestoreDeleted } from "./use-restore-deleted.tsx";

type DeletedToastProps = {
  kind: HistoryKind;
  /** 'The filter is deleted'. */
  sentence: string;
  deleted: { id: string; title: string };
};

/** Says what was deleted, with the way back: its button, or Ctrl+Z. */
const DeletedToast = ({ kind, sentence, deleted }: DeletedToastProps) => {
  const close = useCloseToast();
  const { mutate, isPending } = useRestoreDeleted({ kind, onRestored: close });
  const undo = useCallback(() => {
    if (!isPending) mutate(deleted);
  }, [isPending, mutate, deleted]);
  useUndoKeys({ undo });
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 2 }}>
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <div>{sentence}</div>
        <Typography variant="body2" color="textSecondary" noWrap title={deleted.title}>
          {deleted.title}
        </Typography>
      </Box>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        // Stays enabled meanwhile, since it may have the focus.
        aria-busy={isPending}
        title="Undo (Ctrl+Z)"
        aria-keyshortcuts="Control+Z"
        onClick={undo}
      >
        Undo
      </Button>
    </Box>
  );
};

/** The toast of a deletion. Each of several keeps its own way back. */
export const notifyDeleted = (notify: ReturnType<typeof useNotify>, props: DeletedToastProps): void =>
  notify(<DeletedToast {...props} />, { type: "success", undoable: true, autoHideDuration: undoDuration });
