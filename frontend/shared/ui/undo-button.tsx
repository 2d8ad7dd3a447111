import Button from "@mui/material/Button";
import { useUndoKeys } from "./use-undo-keys.ts";

/** A toast's undo, by button or Ctrl+Z. `undo` must be stable. */
export const UndoButton = ({ undo, isPending = false }: { undo: () => void; isPending?: boolean }) => {
  useUndoKeys({ undo });
  return (
    <Button
      size="small"
      variant="outlined"
      color="inherit"
      // Stays enabled while pending, since it may have the focus.
      aria-busy={isPending}
      title="Undo (Ctrl+Z)"
      aria-keyshortcuts="Control+Z"
      onClick={undo}
    >
      Undo
    </Button>
  );
};
