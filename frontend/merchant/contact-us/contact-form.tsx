import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type FormEvent, useRef, useState } from "react";
import { messageProblem } from "#domain/support/message.ts";
import type { Account } from "#domain/wire/account/account.ts";
import { ApiError, clientCode, isSkipped } from "../../shared/api/api-error.ts";
import { SendIcon } from "../../shared/ui/icons.tsx";
import { useServices } from "../services.tsx";
import { useMessageDraft } from "./use-message-draft.ts";

/** Texts of S-1.8. */
const sentText = "Message send successfully";
const failedText = "Cannot send the message now";

type Outcome = { kind: "sent" } | { kind: "failed"; reason: string | null };

/** Reason for a refusal, such as too many messages. */
const reasonOf = (error: unknown): string | null =>
  error instanceof ApiError && error.code !== clientCode.fetchCatch ? error.message : null;

/** Sender, message and outcome. An unsent message stays in its field. */
export const ContactForm = ({ account }: { account: Account }) => {
  const { api } = useServices();
  const [message, setMessage] = useMessageDraft();
  const [touched, setTouched] = useState(false);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const problem = messageProblem(message);
  const visibleProblem = touched ? problem : null;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setOutcome(null);
    setTouched(true);
    if (problem !== null) return field.current?.focus();
    setBusy(true);
    try {
      await api.sendMessage(message.trim());
      setMessage("");
      setTouched(false);
      setOutcome({ kind: "sent" });
    } catch (error) {
      // Another page reports a missing connection or login. The draft is kept for the return.
      if (!isSkipped(error)) setOutcome({ kind: "failed", reason: reasonOf(error) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Stack component="form" spacing={2.5} onSubmit={(event) => void submit(event)} noValidate>
      <Box sx={{ display: "grid", gap: 2.5, gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" } }}>
        <TextField label="Store name" value={account.name} slotProps={{ input: { readOnly: true } }} />
        <TextField label="Email" value={account.email ?? "not known"} slotProps={{ input: { readOnly: true } }} />
      </Box>
      <TextField
        label="Message"
        required
        multiline
        minRows={6}
        maxRows={20}
        value={message}
        disabled={busy}
        inputRef={field}
        onChange={(event) => {
          setMessage(event.target.value);
          setTouched(true);
          setOutcome(null);
        }}
        onBlur={() => setTouched(touched || message !== "")}
        error={visibleProblem !== null}
        helperText={
          visibleProblem ?? "What did you want to do, and what happened? The report's title helps us find it."
        }
        slotProps={{ formHelperText: { "aria-live": "polite" } }}
      />
      {outcome?.kind === "sent" && <Alert severity="success">{sentText}</Alert>}
      {outcome?.kind === "failed" && (
        <Alert severity="error">
          {failedText}
          {outcome.reason !== null && <div>{outcome.reason}</div>}
        </Alert>
      )}
      <Stack direction={{ xs: "column", sm: "row" }} spacing={{ xs: 1, sm: 2 }} sx={{ alignItems: { sm: "center" } }}>
        <Button type="submit" variant="contained" startIcon={<SendIcon />} loading={busy} loadingPosition="start">
          {busy ? "Sending" : "Submit"}
        </Button>
        {account.email && (
          <Typography variant="body2" color="textSecondary">
            We'll reply to the e-mail address above.
          </Typography>
        )}
      </Stack>
    </Stack>
  );
};
