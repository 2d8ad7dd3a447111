import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import { type ReactNode, useId } from "react";

type MessageDialogProps = {
  open: boolean;
  title: string;
  text: ReactNode;
  /** The primary button, such as a link to the fix. */
  action?: ReactNode;
  onClose: () => void;
};

/** A message that must be read before going on. */
export const MessageDialog = ({ open, title, text, action, onClose }: MessageDialogProps) => {
  const id = useId();
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ overflowWrap: "anywhere" }}>{text}</DialogContentText>
      </DialogContent>
      <DialogActions sx={{ flexWrap: "wrap", rowGap: 1 }}>
        <Button {...(action ? { color: "inherit" } : { variant: "contained" })} onClick={onClose} autoFocus>
          Close
        </Button>
        {action}
      </DialogActions>
    </Dialog>
  );
};
