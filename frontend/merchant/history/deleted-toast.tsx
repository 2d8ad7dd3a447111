import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { useNotify } from "ra-core";
import { useCallback } from "react";
import { undoDuration, useCloseToast } from "../../shared/ui/toast.tsx";
import { UndoButton } from "../../shared/ui/undo-button.tsx";
import type { HistoryKind } from "../resources/history-kind.ts";
import { useRestoreDeleted } from "./use-restore-deleted.tsx";

type DeletedToastProps = {
  kind: HistoryKind;
  /** 'The filter is deleted'. */
  sentence: string;
  deleted: { id: string; title: string };
};

/** Announces a deletion, with undo by a button or Ctrl+Z. */
const DeletedToast = ({ kind, sentence, deleted }: DeletedToastProps) => {
  const close = useCloseToast();
  const { mutate, isPending } = useRestoreDeleted({ kind, onRestored: close });
  const undo = useCallback(() => {
    if (!isPending) mutate(deleted);
  }, [isPending, mutate, deleted]);
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 2 }}>
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <div>{sentence}</div>
        <Typography variant="body2" color="textSecondary" noWrap title={deleted.title}>
          {deleted.title}
        </Typography>
      </Box>
      <UndoButton undo={undo} isPending={isPending} />
    </Box>
  );
};

/** Shows the toast. Several deletions have separate undo buttons. */
export const notifyDeleted = (notify: ReturnType<typeof useNotify>, props: DeletedToastProps): void =>
  notify(<DeletedToast {...props} />, { type: "success", undoable: true, autoHideDuration: undoDuration });
