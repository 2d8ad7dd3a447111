import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import MuiTextField from "@mui/material/TextField";
import { type FormEvent, useId, useState } from "react";
import { useGetIdentity, useNotify, useRecordContext, useRedirect } from "react-admin";
import { mayAs, type Role } from "#domain/console/roles.ts";
import { actOnJob, type JobVerb } from "../calls.ts";

type Act = { verb: JobVerb; name: string; title: string; text: string; done: string };

const tryAgain: Act = {
  verb: "try-again",
  name: "Try again",
  title: "Try this job again?",
  text: "Its attempts are counted anew. The audit log keeps your reason.",
  done: "The job is being tried again.",
};
const drop: Act = {
  verb: "drop",
  name: "Drop job",
  title: "Drop this job?",
  text: "It will never be done. You can't undo this. The audit log keeps your reason.",
  done: "The job was dropped.",
};

/** Asks for the reason, then acts. */
const ActDialog = ({ act, id, onClose }: { act: Act; id: string; onClose: () => void }) => {
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const title = useId();
  const notify = useNotify();
  const redirect = useRedirect();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await actOnJob(id, act.verb, reason);
      notify(act.done, { type: "success" });
      redirect("list", "dead-jobs");
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} maxWidth="xs" fullWidth>
      <form onSubmit={(event) => void submit(event)}>
        <DialogTitle id={title}>{act.title}</DialogTitle>
        <DialogContent sx={{ display: "grid", gap: 2 }}>
          <DialogContentText>{act.text}</DialogContentText>
          {problem !== null && <Alert severity="error">{problem}</Alert>}
          <MuiTextField
            label="Reason"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            helperText="5 to 500 characters"
            slotProps={{ htmlInput: { minLength: 5, maxLength: 500 } }}
            required
            autoFocus
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="contained" color={act.verb === "drop" ? "error" : "primary"} type="submit">
            {act.name}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};

/** What can be done to a job that was given up, by agents and admins. */
export const JobActs = () => {
  const record = useRecordContext();
  const { data: me } = useGetIdentity();
  const [act, setAct] = useState<Act | null>(null);
  if (record === undefined || me === undefined) return null;
  if (!mayAs(me.role as Role, "agent"))
    return <Alert severity="info">Your role is {String(me.role)}. An agent can have this job tried again.</Alert>;
  return (
    <Stack direction="row" sx={{ gap: 1 }}>
      <Button variant="contained" onClick={() => setAct(tryAgain)}>
        {tryAgain.name}
      </Button>
      <Button variant="outlined" color="inherit" onClick={() => setAct(drop)}>
        {drop.name}
      </Button>
      {act !== null && <ActDialog act={act} id={String(record.id)} onClose={() => setAct(null)} />}
    </Stack>
  );
};
