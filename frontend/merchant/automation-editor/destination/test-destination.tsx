import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { ftpTestWords, webhookTestWords } from "#domain/destinations/test-words.ts";
import type { DestinationTestOnWire } from "#domain/wire/destination-tests.ts";
import { isSkipped, messageOf } from "../../../shared/api/api-error.ts";
import { oncePressed } from "../../../shared/ui/once-pressed.ts";
import { stepText } from "../../resources/automations/step-words.ts";
import { useServices } from "../../services.tsx";
import type { AutomationSession } from "../use-automation-editor.ts";

const kinds = {
  ftp: { words: ftpTestWords, button: "Test FTP", note: "Puts a small file where the reports go, and removes it." },
  webhook: {
    words: webhookTestWords,
    button: "Test webhook",
    note: "Calls the address as for a report, with a file of no orders.",
  },
} as const;

/** What the test did, a step each. */
const Steps = ({ steps }: { steps: DestinationTestOnWire["Steps"] }) => (
  <Box component="ol" aria-label="What the test did" sx={{ m: 0, mt: 0.75, pl: 2.25, typography: "body2" }}>
    {steps.map(({ Step, Ms, Failed }, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a step may come twice
      <li key={place}>
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
    {outcome.Steps.length > 0 && <Steps steps={outcome.Steps} />}
  </Alert>
);

const unsaved = "Some of your changes can't be saved as they are. Correct the fields above first.";

type TestDestinationProps = { kind: keyof typeof kinds; id: string; session: AutomationSession };

/** Tries where the reports go, as it is saved: idle, contacting, then what came of it (S-2.4, S-2.8). */
export const TestDestination = ({ kind, id, session }: TestDestinationProps) => {
  const { api } = useServices();
  const { words, button, note } = kinds[kind];
  const test = useMutation({
    mutationFn: async () => {
      if (!(await session.settle())) throw new Error(unsaved);
      return api.testDestination(kind, id);
    },
  });
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
          {...oncePressed}
        >
          {test.isPending ? words.waiting : button}
        </Button>
        <Box component="span" sx={{ typography: "body2", color: "text.secondary" }}>
          {note}
        </Box>
      </Box>
      <Box role="status" sx={{ mt: test.isIdle || test.isPending ? 0 : 1.5 }}>
        {test.isSuccess && <Outcome outcome={test.data} />}
        {test.isError && !isSkipped(test.error) && (
          <Alert severity="error">
            <AlertTitle sx={{ mb: 0 }}>{words.failed}</AlertTitle>
            {messageOf(test.error)}
          </Alert>
        )}
      </Box>
    </Box>
  );
};
