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
  /** The column that it is about, by the title it has now. */
  about?: string | undefined;
  /** Keeps what was chosen; absent of a dialog that only tells. It closes then. */
  onSave?: () => void;
  /** Whether there is something to keep, and nothing wrong with it. */
  canSave?: boolean;
  /** The next step of a dialog that saves nothing; absent where there is none but to close it. */
  main?: ReactNode;
  /** A further button, left of the others. */
  extra?: ReactNode;
  wide?: boolean;
  /** It is gone, and the focus is back where it was when it was opened. */
  onClose: () => void;
  children: ReactNode;
};

/**
 * The frame of every dialog about a column: a form, which Enter saves and Escape leaves. It shows itself as long as it is there; the
 * focus goes back to what had it.
 */
export const DialogFrame = ({
  title,
  about,
  onSave,
  canSave = false,
  main,
  extra,
  wide,
  onClose,
  children,
}: DialogFrameProps) => {
  const id = useId();
  const [open, setOpen] = useState(true);
  const [opener] = useState(() => document.activeElement);
  const close = () => setOpen(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A form inside a portal is still inside its page's tree.
    event.stopPropagation();
    if (!onSave) return close();
    if (!canSave) return;
    onSave();
    close();
  };
  const gone = () => {
    // MUI gives the focus back itself, but not past a menu that has closed meanwhile.
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      aria-labelledby={id}
      maxWidth={wide ? "sm" : "xs"}
      fullWidth
      slotProps={{ transition: { onExited: gone } }}
      // Keys that the page listens to (undo, moves) mean the field in here.
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
