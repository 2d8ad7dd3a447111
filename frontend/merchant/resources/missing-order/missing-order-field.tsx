import Alert, { type AlertColor } from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { maxSearchLength } from "#domain/wire/filters/orders.ts";
import type { WhyMissing, WhyMissingInRunPayload, WhyMissingPayload } from "#domain/wire/filters/why-missing.ts";
import { getErrorMessage, isSkipped } from "../../../shared/api/api-error.ts";
import { useServices } from "../../services.tsx";

export type MissingOrderFieldProps = {
  /** What chooses the orders: a page's choices, or a run of an automated report. */
  of: Omit<WhyMissingPayload, "Name"> | Omit<WhyMissingInRunPayload, "Name">;
  /** Comparable text of conditions that can change under the same choices. An answer for others is void. */
  conditions?: string;
  /** What is checked; by default a page's choices. */
  hint?: string;
};

const severities: Readonly<Record<WhyMissing["Result"], AlertColor>> = {
  included: "success",
  "left-out": "info",
  several: "warning",
  "not-found": "warning",
  unread: "warning",
};

/** Room for the bars at the bottom of pages. */
const belowBars = "104px";

/** A field for an order's number, and the answer. */
const MissingOrderField = ({
  of,
  conditions = "",
  hint = "Checks the order as it is now.",
}: MissingOrderFieldProps) => {
  const { api } = useServices();
  const [typed, setTyped] = useState("");
  const hintId = useId();
  const status = useRef<HTMLDivElement>(null);
  const choices = JSON.stringify([of, conditions]);
  const check = useMutation({
    mutationFn: async (name: string) => ({ choices, answer: await api.whyMissing({ ...of, Name: name }) }),
  });
  const { data, error, isPending } = check;
  const answer = !isPending && data?.choices === choices ? data.answer : null;
  useEffect(() => {
    // Above a bar at the bottom of the page.
    if (answer) status.current?.scrollIntoView({ block: "nearest" });
  }, [answer]);
  return (
    <Box sx={{ mt: 1.5, display: "grid", gap: 1.5, maxWidth: 560 }}>
      <Box
        component="form"
        noValidate
        aria-label="Is an order missing?"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== "" && !isPending) check.mutate(typed);
        }}
        sx={{ display: "flex", alignItems: "end", gap: 1 }}
      >
        <TextField
          autoFocus
          size="small"
          label="Order number"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          sx={{ flex: "1 1 auto", minWidth: 0 }}
          slotProps={{ htmlInput: { maxLength: maxSearchLength, autoComplete: "off", "aria-describedby": hintId } }}
        />
        <Button
          type="submit"
          variant="outlined"
          color="inherit"
          disabled={typed.trim() === ""}
          loading={isPending}
          sx={{ flexShrink: 0 }}
        >
          Check
        </Button>
      </Box>
      <Typography id={hintId} variant="body2" color="textSecondary" sx={{ mt: -0.75 }}>
        {hint}
      </Typography>
      <Box ref={status} role="status" sx={{ overflowWrap: "anywhere", scrollMarginBottom: belowBars }}>
        {answer && <Answer {...answer} />}
        {error && !isPending && !isSkipped(error) && (
          <Alert severity="error" role="note">
            {getErrorMessage(error)}
          </Alert>
        )}
      </Box>
    </Box>
  );
};

const Answer = ({ Result, Sentence, Reasons }: WhyMissing) => (
  <Alert severity={severities[Result]} role="note">
    {Sentence}
    {Reasons.length > 0 && (
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
        {Reasons.map(({ Field, Text }) => (
          <li key={Field}>{Text}</li>
        ))}
      </Box>
    )}
  </Alert>
);

export default MissingOrderField;
