import Box from "@mui/material/Box";
import type { useNotify } from "ra-core";
import { useCallback } from "react";
import { undoDuration, useCloseToast } from "../../shared/ui/toast.tsx";
import { UndoButton } from "../../shared/ui/undo-button.tsx";

type ChangeToastProps = { words: string; onUndo: () => void };

/** Announces a change, with undo by a button or Ctrl+Z. */
const ChangeToast = ({ words, onUndo }: ChangeToastProps) => {
  const close = useCloseToast();
  const undo = useCallback(() => {
    onUndo();
    close();
  }, [onUndo, close]);
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 2 }}>
      <Box sx={{ minWidth: 0, flex: 1, overflowWrap: "anywhere" }}>{words}</Box>
      <UndoButton undo={undo} />
    </Box>
  );
};

export const notifyChange = (notify: ReturnType<typeof useNotify>, props: ChangeToastProps): void =>
  notify(<ChangeToast {...props} />, { type: "success", undoable: true, autoHideDuration: undoDuration });
