import TextField from "@mui/material/TextField";
import { useState } from "react";
import { getAutomationFieldLabel } from "#domain/workspace/automations/automation-text.ts";
import { passwordMask } from "#domain/workspace/automations/destination.ts";
import type { Editing } from "../use-automation-editor.ts";

const field = "ReportDestination.Ftp.Password";

/**
 * The password of an FTP server. A mask represents a saved one, which never comes back to the browser. Input is saved
 * as a whole, on leaving the field.
 */
export const PasswordField = ({ session, state, tellsMissing }: Editing) => {
  const value = String(state.draft[field] ?? "");
  const isThere = value === passwordMask;
  const [typed, setTyped] = useState<string | null>(null);
  const [wasLeft, setWasLeft] = useState(false);
  const keep = () => {
    setWasLeft(true);
    setTyped(null);
    // An empty field keeps the saved password.
    if (typed !== null && !(typed === "" && isThere)) session.change({ [field]: typed }, "at-once");
  };
  const problem = (wasLeft || tellsMissing) && typed === null ? state.problems[field] : undefined;
  return (
    <TextField
      type="password"
      required
      label={getAutomationFieldLabel(field)}
      value={typed ?? value}
      onFocus={() => isThere && setTyped("")}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === "Enter" && event.target instanceof HTMLElement) event.target.blur();
      }}
      placeholder={typed === "" && isThere ? "Unchanged" : ""}
      error={problem !== undefined}
      helperText={
        problem ?? (isThere ? "Saved. To change it, type a new one." : "Stored encrypted and never shown again.")
      }
      slotProps={{
        htmlInput: { autoComplete: "new-password", spellCheck: false },
        formHelperText: { "aria-live": "polite" },
      }}
    />
  );
};
