import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import { type FormEvent, useId, useState } from "react";
import { useNotify, useRefresh } from "react-admin";
import { createCommandId } from "../../shared/api/command-id.ts";
import type { Act, ActValues } from "./act.ts";
import { ReasonField } from "./reason-field.tsx";

/** Long enough to read what was done and how it is undone, ms. */
const readFor = 12_000;

/** Says what an act does and how it is undone, asks for its fields and the reason, then does it. What went wrong leaves all as it was typed. */
export const ActDialog = ({ act, onClose }: { act: Act; onClose: () => void }) => {
  const { name, text, undo, fields, send, after } = act;
  const [id] = useState(createCommandId);
  const [reason, setReason] = useState("");
  const [values, setValues] = useState<ActValues>(act.start ?? {});
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const title = useId();
  const notify = useNotify();
  const refresh = useRefresh();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    try {
      const answer = await send({ act: id, reason }, values);
      notify(`${act.done} ${undo}`, { type: "success", autoHideDuration: readFor });
      onClose();
      if (after) after(answer);
      else refresh();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setIsBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} maxWidth="xs" fullWidth>
      <form onSubmit={(event) => void submit(event)}>
        <DialogTitle id={title}>{act.title}</DialogTitle>
        <DialogContent sx={{ display: "grid", gap: 2 }}>
          <DialogContentText component="div">{text}</DialogContentText>
          {fields?.(values, (changed) => setValues({ ...values, ...changed }))}
          <DialogContentText>{undo} The audit log keeps your reason.</DialogContentText>
          {problem !== null && <Alert severity="error">{problem}</Alert>}
          <ReasonField
            value={reason}
            onChange={setReason}
            helperText="5 to 500 characters"
            autoFocus={fields === undefined}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
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
