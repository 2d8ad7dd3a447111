import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ftpTestMessages, webhookTestMessages } from "#domain/destinations/test-messages.ts";
import type { DestinationTestOnWire } from "#domain/wire/automations/destination-tests.ts";
import { getErrorMessage, isSkipped } from "../../../shared/api/api-error.ts";
import { ignoreDoubleClick } from "../../../shared/ui/ignore-double-click.ts";
import { automationInfoKey } from "../../resources/automations/keys.ts";
import { stepText } from "../../resources/automations/step-text.ts";
import { useServices } from "../../services.tsx";
import { destinationToWire, type EditorFields, getShownDestination } from "../fields.ts";
import { describeUnsaved } from "../unsaved-text.ts";
import type { Editing } from "../use-automation-editor.ts";

const kinds = {
  ftp: {
    words: ftpTestMessages,
    button: "Test FTP",
    note: "Uploads a small file to the reports' folder, then removes it.",
  },
  webhook: {
    words: webhookTestMessages,
    button: "Test webhook",
    note: "Calls your address as it would for a report, but with a file that has no orders.",
  },
} as const;

const Steps = ({ steps }: { steps: DestinationTestOnWire["Steps"] }) => (
  <Box component="ol" aria-label="What the test did" sx={{ m: 0, mt: 0.75, pl: 2.25, typography: "body2" }}>
    {steps.map(({ Step, Ms, Failed }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a step may come twice
      <li key={index}>
        {stepText({ Step, Failed })}
        <Box component="span" sx={{ color: "text.secondary", fontVariantNumeric: "tabular-nums" }}>
          {" "}
          · {Ms.toLocaleString("en")} ms
        </Box>
      </li>
    ))}
  </Box>
);

const Outcome = ({ outcome }: { outcome: DestinationTestOnWire }) => (
  <Alert severity={outcome.Worked ? "success" : "error"} sx={{ overflowWrap: "anywhere" }}>
    <AlertTitle sx={{ mb: 0 }}>{outcome.Text}</AlertTitle>
    {outcome.Reason}
    {outcome.Answer !== null && `Your system answered: ${outcome.Answer}`}
    {outcome.Steps.length > 0 && <Steps steps={outcome.Steps} />}
  </Alert>
);

type TestDestinationProps = Editing & { kind: keyof typeof kinds; id: string };

/** Identifies a destination, for comparison with the tested one. */
const destinationIdOf = (fields: EditorFields): string =>
  JSON.stringify(destinationToWire(fields, getShownDestination(fields).kind));

/** Tests the saved destination (S-2.4, S-2.8). The outcome stays until the destination changes. */
export const TestDestination = ({ kind, id, session, state, tellMissing }: TestDestinationProps) => {
  const { api } = useServices();
  const client = useQueryClient();
  const { words, button, note } = kinds[kind];
  const test = useMutation({
    mutationFn: async () => {
      if (!(await session.flushAndWait())) {
        tellMissing();
        throw new Error(describeUnsaved("Nothing was tested", session.state()));
      }
      const tried = destinationIdOf(session.state().draft);
      return { outcome: await api.testDestination(kind, id), tried };
    },
    // The test may have stored the server's host key, which can then be forgotten.
    onSuccess: () => client.invalidateQueries({ queryKey: automationInfoKey(id) }),
  });
  const outcome = test.isSuccess && test.data.tried === destinationIdOf(state.draft) ? test.data.outcome : null;
  return (
    <Box>
      <Box sx={{ display: "flex", alignItems: "center", flexWrap: "wrap", columnGap: 2, rowGap: 1 }}>
        <Button
          variant="outlined"
          color="inherit"
          aria-disabled={test.isPending}
          loading={test.isPending}
          loadingPosition="start"
          onClick={() => test.mutate()}
          {...ignoreDoubleClick}
        >
          {test.isPending ? words.waiting : button}
        </Button>
        <Box component="span" sx={{ typography: "body2", color: "text.secondary" }}>
          {note}
        </Box>
      </Box>
      <Box role="status" sx={{ mt: outcome !== null || test.isError ? 1.5 : 0 }}>
        {outcome !== null && <Outcome outcome={outcome} />}
        {test.isError && !isSkipped(test.error) && (
          <Alert severity="error">
            <AlertTitle sx={{ mb: 0 }}>{words.failed}</AlertTitle>
            {getErrorMessage(test.error)}
          </Alert>
        )}
      </Box>
    </Box>
  );
};
