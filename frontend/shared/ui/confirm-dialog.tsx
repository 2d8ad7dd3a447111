import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import { type ReactNode, useId } from "react";

type ConfirmDialogProps = {
  open: boolean;
  /** A question. */
  title: string;
  /** What follows from it. */
  text: ReactNode;
  /** Name of the button that does it: 'Delete filter'. */
  action: string;
  /** Color of that button; `error` (default) where something is taken away. */
  color?: "error" | "primary";
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks once more before something is taken away or goes out. Cancel has the focus. */
export const ConfirmDialog = ({
  open,
  title,
  text,
  action,
  color = "error",
  onConfirm,
  onCancel,
}: ConfirmDialogProps) => {
  const id = useId();
  return (
    <Dialog open={open} onClose={onCancel} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ overflowWrap: "anywhere" }}>{text}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onCancel} autoFocus>
          Cancel
        </Button>
        <Button variant="contained" color={color} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
