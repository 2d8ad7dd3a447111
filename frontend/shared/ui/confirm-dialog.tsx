import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import { type ReactNode, useId } from "react";

type ConfirmDialogProps = {
  open: boolean;
  title: string;
  text: ReactNode;
  /** The button's text: 'Delete filter'. */
  action: string;
  /** Default `error`, for removals. */
  color?: "error" | "primary";
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before something is removed or sent. Cancel has the focus. */
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
