import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import { useEffect, useState } from "react";
import { useBlocker } from "react-router-dom";
import { isPath, paths } from "../../shared/navigation/paths.ts";
import type { EditSession } from "../../shared/saving/edit-session.ts";

/** Ends typing, because typed text becomes a change on blur. */
const leaveField = () => {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
};

type LeaveGuardProps<T extends object> = { session: EditSession<T>; onDiscard: () => void };

/** Waits for a pending save before the page is left. If the save fails, asks the user. */
export const LeaveGuard = <T extends object>({ session, onDiscard }: LeaveGuardProps<T>) => {
  const [asks, setAsks] = useState(false);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (isPath(nextLocation.pathname, currentLocation.pathname)) return false;
    leaveField();
    // These pages keep unsaved changes and lead back here.
    if (isPath(nextLocation.pathname, paths.offline) || isPath(nextLocation.pathname, paths.login)) return false;
    return session.isUnsaved() && !session.state().isDeleted;
  });

  const { state } = blocker;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the blocker is a new object on every render; only its state matters
  useEffect(() => {
    if (state !== "blocked") return setAsks(false);
    let watching = true;
    void session.flushAndWait().then((saved) => {
      if (!watching) return;
      if (saved || !session.isUnsaved()) blocker.proceed?.();
      else setAsks(true);
    });
    return () => {
      watching = false;
    };
  }, [state, session]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      leaveField();
      if (!session.isUnsaved()) return;
      session.flush();
      event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [session]);

  if (!asks || state !== "blocked") return null;
  const stay = () => blocker.reset();
  const leave = () => {
    onDiscard();
    blocker.proceed();
  };
  return (
    <Dialog open onClose={stay} aria-labelledby="leave-title" maxWidth="xs" fullWidth>
      <DialogTitle id="leave-title">Not everything is saved</DialogTitle>
      <DialogContent>
        <DialogContentText>
          Some of your changes couldn't be saved. Stay to fix them or try again, or leave without them.
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={leave}>
          Leave without saving
        </Button>
        <Button variant="contained" onClick={stay} autoFocus>
          Stay
        </Button>
      </DialogActions>
    </Dialog>
  );
};
