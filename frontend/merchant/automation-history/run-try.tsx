import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { DestinationKind } from "#domain/enumerations.ts";
import type { RunTry as Try } from "#domain/wire/automations/automation-history.ts";
import { stepText } from "../resources/automations/step-text.ts";
import { unsendableText } from "../resources/automations/unsendable-text.ts";
import { Fact, Facts } from "./facts.tsx";
import { begunAgainText, durationText, reasonText, refusedText, tryTime, tryTitle } from "./run-text.ts";

/** Answers of the demo's outbox; old ones lack "Demo". */
const demoAnswer = /^(?:Demo: )?(kept in the outbox, not sent)\.?$/i;

/** Labels of responses. Those of other destinations are partly Sheaf's own words. */
const replyNames: Readonly<Record<number, string>> = {
  [DestinationKind.Email]: "The mail server replied",
  [DestinationKind.Webhook]: "The receiver replied",
};

const ReplyFact = ({ answer, destination }: { answer: string; destination: number | null }) => {
  const kept = demoAnswer.exec(answer)?.[1];
  if (kept !== undefined) return <Fact name="Demo">{kept}</Fact>;
  const name = destination === null ? undefined : replyNames[destination];
  return <Fact name={name ?? "Result"}>{answer}</Fact>;
};

export const RunTry = ({ of: runTry, zone }: { of: Try; zone: string }) => (
  <Box component="li" data-part="try" sx={{ "& + &": { mt: 2 } }}>
    <Typography variant="h4" component="h4" sx={{ mb: 0.5 }}>
      {tryTitle(runTry)}
    </Typography>
    <Facts>
      <Fact name="When">{tryTime(runTry, zone)}</Fact>
      {begunAgainText(runTry) !== null && <Fact name="Interrupted">{begunAgainText(runTry)}</Fact>}
      {runTry.To !== null && <Fact name="To">{runTry.To}</Fact>}
      {runTry.Recipients.length > 0 && <Fact name="Recipients">{runTry.Recipients.join(", ")}</Fact>}
      {runTry.Refused.length > 0 && <Fact name="Refused">{refusedText(runTry)}</Fact>}
      {runTry.Unsendable && <Fact name="Not sent to">{unsendableText(runTry.Unsendable)}</Fact>}
      {runTry.Answer !== null && <ReplyFact answer={runTry.Answer} destination={runTry.Destination} />}
      {runTry.Reason !== null && (
        <Fact name="Reason" isError>
          {reasonText(runTry.Reason, runTry)}
        </Fact>
      )}
      {runTry.Steps.length > 0 && (
        <Fact name="Steps">
          <Box component="ol" sx={{ m: 0, p: 0, listStyle: "none" }}>
            {runTry.Steps.map(({ Step, Ms, Failed }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a step may come twice, and the steps of a try stay as they are
              <Box component="li" key={index} sx={Failed ? { color: "error.main" } : {}}>
                {stepText({ Step, Failed })} · {durationText(Ms)}
              </Box>
            ))}
          </Box>
        </Fact>
      )}
    </Facts>
  </Box>
);
