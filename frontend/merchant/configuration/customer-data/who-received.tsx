import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type FormEvent, useRef, useState } from "react";
import { DownloadIcon, SearchIcon } from "../../../shared/ui/icons.tsx";
import { RetryAlert } from "../../../shared/ui/retry-alert.tsx";
import type { CollectedFiles } from "./collect-files.ts";
import { describeFound, formatCount } from "./describe-files.ts";
import { ReceivedList } from "./received-list.tsx";
import { useFindReceivers } from "./use-find-receivers.ts";
import { useSaveAnswer } from "./use-save-answer.ts";

const note = "Sheaf doesn't keep what you type here.";

/** Recipients of a customer's data (ADR 97): a field for the customer, the response as a list and as a file. */
export const WhoReceived = () => {
  const [customer, setCustomer] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const { state, ask, clear } = useFindReceivers();
  const isLooking = state.kind === "looking";
  const problem = state.kind === "problem" ? state.message : undefined;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (customer.trim() === "") field.current?.focus();
    void ask(customer.trim());
  };
  return (
    <Stack spacing={2}>
      <Box>
        <Typography variant="h3">Who received a customer's data</Typography>
        <Typography variant="body2" color="textSecondary">
          Finds the report files that held a customer's orders, where each was sent, and when it was fetched. Sheaf
          keeps this record for a year after a file is gone.
        </Typography>
      </Box>
      <Stack
        component="form"
        noValidate
        onSubmit={submit}
        direction={{ xs: "column", sm: "row" }}
        spacing={1.5}
        useFlexGap
        sx={{ alignItems: "flex-start" }}
      >
        <TextField
          label="Customer's e-mail address or number"
          value={customer}
          inputRef={field}
          onChange={(event) => {
            setCustomer(event.target.value);
            // A response must not stay below another question.
            clear();
          }}
          error={problem !== undefined}
          helperText={problem ?? note}
          slotProps={{
            htmlInput: { maxLength: 400, autoComplete: "off", spellCheck: false },
            formHelperText: { "aria-live": "polite" },
          }}
          sx={{ width: "100%", maxWidth: 400 }}
        />
        <Button
          type="submit"
          variant="outlined"
          startIcon={<SearchIcon />}
          loading={isLooking}
          loadingPosition="start"
          // Aligns the button with the field, which has a label above it.
          sx={{ flexShrink: 0, mt: { sm: "25px" }, height: { sm: 40 } }}
        >
          {isLooking ? "Looking" : "Find files"}
        </Button>
      </Stack>
      {state.kind === "failure" && <RetryAlert onRetry={() => void ask(state.asked)}>{state.message}</RetryAlert>}
      <Box role="status">
        {isLooking && (
          <Typography variant="body2" color="textSecondary">
            {progressOf(state.gathered)}
          </Typography>
        )}
        {state.kind === "found" && <Typography>{describeFound(state.gathered.files)}</Typography>}
      </Box>
      {state.kind === "found" && <Answer asked={state.asked} gathered={state.gathered} />}
    </Stack>
  );
};

const progressOf = ({ files, looked, of }: CollectedFiles): string =>
  of === 0
    ? "Looking through the files …"
    : `Checked ${looked.toLocaleString("en-US")} of ${formatCount(of, "file")}, found ${files.length}.`;

const Answer = ({ asked, gathered: { files } }: { asked: string; gathered: CollectedFiles }) => {
  const save = useSaveAnswer();
  return (
    <>
      <Box>
        <Button variant="outlined" startIcon={<DownloadIcon />} onClick={() => save([`Customer: ${asked}`], files)}>
          Save as a file
        </Button>
      </Box>
      {files.length > 0 && <ReceivedList files={files} />}
    </>
  );
};
