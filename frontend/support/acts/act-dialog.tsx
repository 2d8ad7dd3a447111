import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useNotify, useRefresh } from "react-admin";
import { createCommandId } from "../../shared/api/command-id.ts";
import type { Act, ActValues } from "./act.ts";
import { focusPage } from "./focus.ts";
import { ReasonField } from "./reason-field.tsx";

/** Time to read what was done and how to undo it, ms. */
const readFor = 12_000;

/**
 * Describes an action and its undo, asks for its fields and the reason, then performs it. After an error the input
 * stays, the message shows until the input changes, and closing the dialog reloads the page.
 */
export const ActDialog = ({ act: newest, onClose }: { act: Act; onClose: () => void }) => {
  // The dialog follows the page until the first input. From then on it sends what its reader has seen.
  const [held, setHeld] = useState<Act | null>(null);
  const act = held ?? newest;
  const { name, text, undo, fields, missing, send, onSuccess } = act;
  const [id] = useState(createCommandId);
  const [reason, setReason] = useState("");
  const [changed, setChanged] = useState<ActValues | null>(null);
  const values = changed ?? act.start ?? {};
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [wasRefused, setWasRefused] = useState(false);
  const title = useId();
  const notify = useNotify();
  const refresh = useRefresh();
  const isDone = useRef(false);
  // After this, the dialog returns the focus to its button, if that still exists.
  useEffect(
    () => () => {
      if (isDone.current) focusPage();
    },
    [],
  );
  const cancel = () => {
    if (wasRefused) refresh();
    onClose();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setHeld(act);
    const lacks = missing?.(values) ?? null;
    setProblem(lacks);
    if (lacks !== null) return;
    setIsBusy(true);
    try {
      const answer = await send({ act: id, reason }, values);
      notify(`${act.successMessage} ${undo}`, { type: "success", autoHideDuration: readFor });
      isDone.current = true;
      onClose();
      if (onSuccess) onSuccess(answer);
      else refresh();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setWasRefused(true);
      setIsBusy(false);
    }
  };
  return (
    <Dialog open onClose={cancel} aria-labelledby={title} maxWidth="xs" fullWidth>
      <form onSubmit={(event) => void submit(event)}>
        <DialogTitle id={title}>{act.title}</DialogTitle>
        <DialogContent sx={{ display: "grid", gap: 2 }}>
          <DialogContentText component="div">{text}</DialogContentText>
          {fields?.(values, (input) => {
            setHeld(act);
            setChanged({ ...values, ...input });
            setProblem(null);
          })}
          <DialogContentText>{undo} The audit log keeps your reason.</DialogContentText>
          {problem !== null && <Alert severity="error">{problem}</Alert>}
          <ReasonField
            value={reason}
            onChange={(typed) => {
              setHeld(act);
              setReason(typed);
              setProblem(null);
            }}
            helperText="5 to 500 characters"
            autoFocus={fields === undefined}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={cancel}>
            Cancel
          </Button>
          <Button variant="contained" color={act.danger ? "error" : "primary"} type="submit" disabled={isBusy}>
            {name}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
