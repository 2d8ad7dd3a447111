import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { useNotify } from "react-admin";
import type { ConsoleView } from "#domain/wire/support/console-alerts.ts";
import { addView } from "../calls.ts";
import { viewsKey } from "./use-views.ts";

type SaveViewProps = Pick<ConsoleView, "list" | "filter" | "sort"> & { onClose: () => void };

/** Saves a list's present filters and order under a name. */
export const SaveView = ({ list, filter, sort, onClose }: SaveViewProps) => {
  const [name, setName] = useState("");
  const title = useId();
  const notify = useNotify();
  const known = useQueryClient();
  const saving = useMutation({
    mutationFn: () => addView({ list, name, filter, sort }),
    onSuccess: async () => {
      await known.invalidateQueries({ queryKey: viewsKey });
      notify(`"${name.trim()}" is saved.`, { type: "success" });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} maxWidth="xs" fullWidth>
      <form onSubmit={submit}>
        <DialogTitle id={title}>Save this view</DialogTitle>
        <DialogContent sx={{ display: "grid", gap: 2 }}>
          <DialogContentText>The view keeps the filters and the order of this list. Only you see it.</DialogContentText>
          {saving.error !== null && <Alert severity="error">{saving.error.message}</Alert>}
          <TextField
            label="Name"
            value={name}
            onChange={(event) => setName(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 60 } }}
            required
            autoFocus
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="contained" type="submit" disabled={saving.isPending}>
            Save view
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
