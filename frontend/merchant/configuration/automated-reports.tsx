import TextField from "@mui/material/TextField";
import { erasedLabel, isErased } from "#domain/filters/personal.ts";
import { useSession } from "../services.tsx";
import { alertsTo } from "./texts.ts";
import type { SectionContent } from "./use-announced-change.ts";

/** Settings of all automated reports (S-2.3.11): the recipient of alerts about stopped ones. */
export const AutomatedReports = ({ draft, problems, change, handleBlur }: SectionContent) => {
  const own = useSession()?.account.email ?? "";
  const address = draft.AutomSendToMail;
  const problem = problems.AutomSendToMail;
  const wasErased = isErased(address);
  return (
    <TextField
      label={alertsTo}
      type="email"
      // The first key replaces an erased address, which can't be edited.
      value={wasErased ? "" : address}
      placeholder={wasErased ? erasedLabel : own}
      onChange={(event) => change({ AutomSendToMail: event.target.value.trim() }, "after-pause")}
      onBlur={() => handleBlur("AutomSendToMail")}
      error={problem !== undefined}
      helperText={problem ?? noteOn({ address, wasErased, own })}
      slotProps={{
        htmlInput: { maxLength: 260, autoComplete: "email", spellCheck: false },
        formHelperText: { "aria-live": "polite" },
      }}
      sx={{ width: "100%", maxWidth: 400 }}
    />
  );
};

const purpose = "We'll e-mail you when an automated report stops because of errors.";

const noteOn = ({ address, wasErased, own }: { address: string; wasErased: boolean; own: string }): string => {
  if (wasErased)
    return `The address was erased, so alerts go to ${own || "your store's own address"}. Enter another one.`;
  return address === "" ? `${purpose} If empty, alerts go to ${own || "your store's own address"}.` : purpose;
};
