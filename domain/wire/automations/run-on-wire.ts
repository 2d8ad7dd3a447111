import { ExportStatus, isInProgress } from "../../enumerations.ts";
import { erasedSaid, type PersonalTexts } from "../../filters/personal.ts";
import { type RunDocument, type RunTryFacts, triesOf } from "../../read-models/run-document.ts";
import type { TriedStep } from "../../run/events.ts";
import type { RunTry } from "./automation-history.ts";

/**
 * The status of a run, as the history shows it (S-2.4): how its export stands while it is made, then that it is sent, then how it ended. One
 * that had nothing to send is finished.
 * @param exported status of its newest export; undefined before there is one
 */
export const runStatus = (
  { outcome, retryAt, ...run }: RunDocument,
  exported: ExportStatus | undefined,
): ExportStatus => {
  if (outcome !== null) return outcome === "failed" ? ExportStatus.Failed : ExportStatus.Finished;
  const newest = triesOf(run).at(-1);
  if (retryAt !== null || newest?.exportEnd?.outcome === "failed") return ExportStatus.Initialized;
  if (newest?.delivery || newest?.exportEnd) return ExportStatus.SendFile;
  if (exported !== undefined && isInProgress(exported)) return exported;
  return exported === ExportStatus.Finished ? ExportStatus.SendFile : ExportStatus.Initialized;
};

/** References to people whom a run's tries name. */
export const referencesOfRun = (run: RunDocument): string[] =>
  triesOf(run).flatMap(({ delivery, deliveryEnd }) => [
    ...(delivery?.recipients ?? []),
    ...(deliveryEnd?.outcome === "delivered" ? (deliveryEnd.receipt.refused ?? []) : []),
  ]);

const stepOnWire = ({ step, ms, failed }: TriedStep): RunTry["Steps"][number] => ({
  Step: step,
  Ms: ms,
  Failed: failed === true,
});

type Ended = Pick<RunTry, "EndedAt" | "Outcome" | "To" | "Refused" | "Answer" | "Reason" | "Lasting" | "Steps">;
const nothingSaid = { To: null, Refused: [], Answer: null, Reason: null, Lasting: false, Steps: [] };

/** How a delivery ended; undefined while it has not. */
const deliveryEnded = ({ deliveryEnd: end }: RunTryFacts, spoken: (kept: string) => string): Ended | undefined => {
  if (!end) return undefined;
  if (end.outcome === "delivered") {
    const { to, refused = [], answer, steps } = end.receipt;
    return {
      ...nothingSaid,
      EndedAt: end.at,
      Outcome: "delivered",
      To: to,
      Refused: refused.map(spoken),
      Answer: answer === "" ? null : answer,
      Steps: steps.map(stepOnWire),
    };
  }
  const { at, reason, kind, steps, reached } = end;
  return {
    ...nothingSaid,
    EndedAt: at,
    Outcome: "failed",
    To: reached === 0 ? null : `${reached} ${reached === 1 ? "recipient" : "recipients"}`,
    Reason: reason,
    Lasting: kind === "lasting",
    Steps: steps.map(stepOnWire),
  };
};

/** The same of an export, after which nothing was delivered. */
const exportEnded = ({ exportEnd: end }: RunTryFacts): Ended | undefined => {
  if (end?.outcome === "empty") return { ...nothingSaid, EndedAt: end.at, Outcome: "empty" };
  if (end?.outcome !== "failed") return undefined;
  const { at, reason, kind } = end;
  return { ...nothingSaid, EndedAt: at, Outcome: "failed", Reason: reason, Lasting: kind === "lasting" };
};

/** A try that the run was settled over, as by a confirmation that came late for the one before, ended with it. */
const endedWithRun = ({ outcome, endedAt, reason }: RunDocument): Ended => ({
  ...nothingSaid,
  EndedAt: endedAt,
  Outcome: outcome ?? "under-way",
  Reason: reason,
});

/** The tries of a run as calls answer them, oldest first. `texts`: of {@link referencesOfRun}; who was erased is told as such. */
export const triesOnWire = (run: RunDocument, texts: PersonalTexts): RunTry[] => {
  const spoken = (kept: string) => texts.get(kept) ?? erasedSaid;
  return triesOf(run).map((one) => ({
    Try: one.try,
    At: one.export?.at ?? one.delivery?.at ?? run.claimedAt,
    Destination: one.delivery?.destination ?? null,
    Recipients: (one.delivery?.recipients ?? []).map(spoken),
    ...(deliveryEnded(one, spoken) ?? exportEnded(one) ?? endedWithRun(run)),
  }));
};
