import TextField, { type TextFieldProps } from "@mui/material/TextField";
import { type ReactNode, useState } from "react";
import { splitRecipients } from "#domain/destinations/recipients.ts";
import { erasedLabel, isErased } from "#domain/filters/personal.ts";
import type { DestinationField } from "#domain/workspace/automations/automation-fields.ts";
import { getAutomationFieldLabel } from "#domain/workspace/automations/automation-text.ts";
import type { Editing } from "./use-automation-editor.ts";

type TextPartProps = Editing & {
  field: DestinationField;
  hint?: ReactNode;
  more?: Pick<TextFieldProps, "required" | "multiline" | "minRows" | "maxRows" | "placeholder" | "type">;
  input?: React.InputHTMLAttributes<HTMLInputElement>;
};

/** Returns the text to show: none for an erased text, and a label for each erased recipient. */
const shownText = (field: DestinationField, value: string): string => {
  if (isErased(value)) return "";
  if (field !== "ReportDestination.Email.ToMail" || !splitRecipients(value).some(isErased)) return value;
  return splitRecipients(value)
    .map((one) => (isErased(one) ? erasedLabel : one))
    .join("; ");
};

/** A text of the destination, saved when typing pauses. Reports a missing text once the field was left or is needed. */
export const TextPart = ({ session, state, tellsMissing, field, hint, more, input }: TextPartProps) => {
  const [wasLeft, setWasLeft] = useState(false);
  const value = String(state.draft[field] ?? "");
  const problem = wasLeft || tellsMissing || value !== "" ? state.problems[field] : undefined;
  return (
    <TextField
      label={getAutomationFieldLabel(field)}
      value={shownText(field, value)}
      onChange={(event) => session.change({ [field]: event.target.value }, "after-pause")}
      onBlur={() => {
        setWasLeft(true);
        session.flush();
      }}
      error={problem !== undefined}
      helperText={problem ?? hint}
      {...more}
      {...(isErased(value) && { placeholder: erasedLabel })}
      slotProps={{
        htmlInput: { autoComplete: "off", spellCheck: false, ...input },
        formHelperText: { "aria-live": "polite" },
      }}
    />
  );
};
