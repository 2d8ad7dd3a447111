import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import { DestinationKind } from "#domain/enumerations.ts";
import type { AutomationHistoryItem } from "#domain/wire/automations/automation-history.ts";
import type { AutomationInfo } from "#domain/wire/automations/automation-info.ts";
import { emptyRunText } from "../resources/automations/empty-run-text.ts";
import { unsendableText } from "../resources/automations/unsendable-text.ts";
import { formatOrderCount } from "../resources/order-count.ts";
import { useEndedTest } from "./use-ended-test.ts";

type Message = { severity: "success" | "info" | "warning" | "error"; title: string; text: string | null };

const toMessage = (run: AutomationHistoryItem): Message => {
  const { Outcome, Arrived, FailedReason, Orders, Tries } = run;
  if (Arrived === "maybe")
    return { severity: "warning", title: "The test report may have been delivered.", text: FailedReason };
  if (Arrived === "some")
    return { severity: "warning", title: "The test run reached some recipients.", text: FailedReason };
  if (Outcome === "failed") return { severity: "error", title: "The test run failed.", text: FailedReason };
  if (Outcome === "empty") return { severity: "info", title: "The test run is done.", text: emptyRunText(run) };
  const { Destination = null, To = null, Refused = [], Unsendable = [] } = Tries.at(-1) ?? {};
  if (Destination === DestinationKind.PublicUrl)
    return {
      severity: "success",
      title: "The test run worked.",
      text: "Its file is in the report history. The public link wasn't changed.",
    };
  const title = `The test run was delivered${To === null ? "" : ` to ${To}`}.`;
  const missed = [
    ...(Refused.length > 0 ? [`The mail server doesn't accept mail for ${Refused.join(", ")}.`] : []),
    ...(Unsendable.length > 0 ? [`Not sent to ${unsendableText(Unsendable)}`] : []),
  ];
  if (missed.length > 0) return { severity: "warning", title, text: missed.join(" ") };
  return { severity: "success", title, text: Orders === null ? null : `The file has ${formatOrderCount(Orders)}.` };
};

/** The outcome of a test run, shown only here, as a test changes nothing (R-46). */
export const TestOutcome = ({ id, info }: { id: string; info: AutomationInfo | undefined }) => {
  const { run, close } = useEndedTest(id, info);
  const message = run && toMessage(run);
  return (
    <Box role="status">
      {message && (
        <Alert severity={message.severity} onClose={close} sx={{ mb: 2, overflowWrap: "anywhere" }}>
          <AlertTitle sx={message.text === null ? { mb: 0 } : {}}>{message.title}</AlertTitle>
          {message.text !== null && <div>{message.text}</div>}
        </Alert>
      )}
    </Box>
  );
};
