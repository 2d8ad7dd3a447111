import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import type { ConsoleView } from "#domain/wire/support/console-alerts.ts";
import { chooseView, removeView, renameView } from "../calls.ts";
import { viewsKey } from "./use-views.ts";

type Change = (work: () => Promise<unknown>) => void;

/**
 * A view: its name, its default flag, and a button to remove it. Nothing is disabled meanwhile, as that would lose the
 * focus.
 */
const View = ({ view, change }: { view: ConsoleView; change: Change }) => {
  const [name, setName] = useState(view.name);
  const rename = (event: FormEvent) => {
    event.preventDefault();
    change(() => renameView(view.id, name));
  };
  return (
    <Stack component="li" sx={{ gap: 1 }}>
      <Stack component="form" direction="row" onSubmit={rename} sx={{ gap: 1, alignItems: "flex-end" }}>
        <TextField
          label={`Name of "${view.name}"`}
          value={name}
          onChange={(event) => setName(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 60 } }}
          required
          fullWidth
        />
        <Button type="submit" sx={{ flex: "none" }}>
          Rename
        </Button>
      </Stack>
      <Stack direction="row" sx={{ justifyContent: "space-between", alignItems: "center" }}>
        <FormControlLabel
          control={
            <Switch
              checked={view.isDefault}
              onChange={(_event, isDefault) => change(() => chooseView(view.id, isDefault))}
            />
          }
          label="Open the list with it"
        />
        <Button color="error" onClick={() => change(() => removeView(view.id))} aria-label={`Remove "${view.name}"`}>
          Remove
        </Button>
      </Stack>
    </Stack>
  );
};

/** Renames and removes a list's views, and sets its default. */
export const ManageViews = ({ views, onClose }: { views: readonly ConsoleView[]; onClose: () => void }) => {
  const title = useId();
  const known = useQueryClient();
  const changing = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSettled: () => known.invalidateQueries({ queryKey: viewsKey }),
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} maxWidth="xs" fullWidth>
      <DialogTitle id={title}>Your views of this list</DialogTitle>
      <DialogContent>
        {changing.error !== null && <Alert severity="error">{changing.error.message}</Alert>}
        {views.length === 0 && "You have no views of this list any more."}
        <Stack component="ul" sx={{ listStyle: "none", p: 0, m: 0, gap: 2 }}>
          {views.map((view) => (
            <View key={view.id} view={view} change={changing.mutate} />
          ))}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
};
