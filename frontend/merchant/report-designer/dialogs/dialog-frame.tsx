import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { type FormEvent, type ReactNode, useId, useState } from "react";

type DialogFrameProps = {
  title: string;
  /** The current title of the dialog's column. */
  about?: string | undefined;
  /** Saves the input; the dialog then closes. Absent for mere information. */
  onSave?: () => void;
  /** There is valid input to save. */
  canSave?: boolean;
  /** Main button of a dialog that saves nothing; absent if it only closes. */
  main?: ReactNode;
  /** Shown left of the other buttons. */
  extra?: ReactNode;
  isWide?: boolean;
  /** Called once the dialog is gone and the focus is back. */
  onClose: () => void;
  children: ReactNode;
};

/** A form that Enter saves and Escape leaves. Open while mounted. Returns the focus at the end. */
export const DialogFrame = ({
  title,
  about,
  onSave,
  canSave = false,
  main,
  extra,
  isWide,
  onClose,
  children,
}: DialogFrameProps) => {
  const id = useId();
  const [open, setOpen] = useState(true);
  const [opener] = useState(() => document.activeElement);
  const close = () => setOpen(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React events of a form in a portal bubble through the page's tree.
    event.stopPropagation();
    if (!onSave) return close();
    if (!canSave) return;
    onSave();
    close();
  };
  const gone = () => {
    // MUI restores the focus itself, except to an opener behind a menu that has closed since.
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      aria-labelledby={id}
      maxWidth={isWide ? "sm" : "xs"}
      fullWidth
      slotProps={{ transition: { onExited: gone } }}
      // Keys typed here must not trigger the page's shortcuts (undo, moves).
      onKeyDown={(event) => event.stopPropagation()}
    >
      <Box
        component="form"
        noValidate
        onSubmit={submit}
        sx={{ display: "flex", flexDirection: "column", minHeight: 0 }}
      >
        <DialogTitle id={id} component="div">
          <Typography variant="h2" component="h2">
            {title}
          </Typography>
          {about !== undefined && (
            <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
              {about}
            </Typography>
          )}
        </DialogTitle>
        <DialogContent>{children}</DialogContent>
        <DialogActions>
          {extra}
          {extra && <Box sx={{ flex: 1 }} />}
          {onSave ? (
            <>
              <Button color="inherit" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" variant="contained" disabled={!canSave}>
                Save
              </Button>
            </>
          ) : main ? (
            <>
              <Button color="inherit" onClick={close}>
                Not now
              </Button>
              {main}
            </>
          ) : (
            <Button type="submit" variant="contained" autoFocus>
              Close
            </Button>
          )}
        </DialogActions>
      </Box>
    </Dialog>
  );
};
