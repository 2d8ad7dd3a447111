import Box from "@mui/material/Box";
import type { useNotify } from "ra-core";
import { useCallback } from "react";
import { undoDuration, useCloseToast } from "../../shared/ui/toast.tsx";
import { UndoButton } from "../../shared/ui/undo-button.tsx";

type PresetToastProps = { name: string; onUndo: () => void };

/** Says which preset was set, with the way back: its button, or Ctrl+Z. */
const PresetToast = ({ name, onUndo }: PresetToastProps) => {
  const close = useCloseToast();
  const undo = useCallback(() => {
    onUndo();
    close();
  }, [onUndo, close]);
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 2 }}>
      <Box sx={{ minWidth: 0, flex: 1 }}>Your files are now made for {name}</Box>
      <UndoButton undo={undo} />
    </Box>
  );
};

export const notifyPreset = (notify: ReturnType<typeof useNotify>, props: PresetToastProps): void =>
  notify(<PresetToast {...props} />, { type: "success", undoable: true, autoHideDuration: undoDuration });
