import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import type { Editing } from "./use-automation-editor.ts";

export const TitleCard = ({ session, state }: Editing) => (
  <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 } }}>
    <TextField
      fullWidth
      required
      label="Title"
      value={state.draft.title}
      onChange={(event) => session.change({ title: event.target.value }, "after-pause")}
      onBlur={session.flush}
      error={state.problems.title !== undefined}
      helperText={state.problems.title ?? "Used to name its files and e-mails."}
      slotProps={{ formHelperText: { "aria-live": "polite" } }}
    />
  </Paper>
);
