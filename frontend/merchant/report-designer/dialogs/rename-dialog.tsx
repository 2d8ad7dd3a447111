import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { columnTitleProblem } from "#domain/designs/validate.ts";
import { RestoreIcon } from "../../../shared/ui/icons.tsx";
import { DialogFrame } from "./dialog-frame.tsx";
import type { ColumnDialogProps } from "./index.ts";

/** The input's limit, characters; the rule about the length has its own message (S-2.5). */
const longestInput = 900;

/** Renames a column, or restores its original title (S-2.5). */
const RenameDialog = ({ column, edits, onClose }: ColumnDialogProps) => {
  const [typed, setTyped] = useState(column.Title);
  const title = typed.trim();
  const problem = columnTitleProblem(title);
  const isTouched = title !== column.Title;
  const isOriginal = title === column.OriginalTitle;
  return (
    <DialogFrame
      title="Rename title"
      about={isOriginal && !isTouched ? undefined : `Original title: ${column.OriginalTitle}`}
      canSave={isTouched && problem === undefined}
      onSave={() => edits.rename(column.Column, isOriginal ? null : title)}
      extra={
        !isOriginal && (
          <Button color="inherit" startIcon={<RestoreIcon />} onClick={() => setTyped(column.OriginalTitle)}>
            Revert to original
          </Button>
        )
      }
      onClose={onClose}
    >
      <TextField
        fullWidth
        autoFocus
        label="Title"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={isTouched && problem !== undefined}
        // Keeps its space, so the buttons don't move.
        helperText={(isTouched && problem) || " "}
        onFocus={(event) => event.target.select()}
        slotProps={{ htmlInput: { maxLength: longestInput }, formHelperText: { role: "status" } }}
      />
    </DialogFrame>
  );
};

export default RenameDialog;
