import { ExportStatus, isInProgress } from "../../enumerations.ts";
import { erasedDescription, type PersonalTexts } from "../../filters/personal.ts";
import { toMailReachOnWire } from "../../ledger/mail-reach.ts";
import { listTries, type RunDocument, type RunTryFacts } from "../../read-models/run-document.ts";
import type { TriedStep } from "../../run/events.ts";
import type { RunTry } from "./automation-history.ts";

/**
 * Returns the status of a run in the history (S-2.4): first its export's status, then sending, then its outcome. A run
 * with nothing to send is finished.
 * @param exported status of its newest export; undefined before there is one
 */
export const runStatus = (
  { outcome, retryAt, ...run }: RunDocument,
  exported: ExportStatus | undefined,
): ExportStatus => {
  if (outcome !== null) return outcome === "failed" ? ExportStatus.Failed : ExportStatus.Finished;
  const newest = listTries(run).at(-1);
  if (retryAt !== null || newest?.exportEnd?.outcome === "failed") return ExportStatus.Initialized;
  if (newest?.delivery || newest?.exportEnd) return ExportStatus.SendFile;
  if (exported !== undefined && isInProgress(exported)) return exported;
  return exported === ExportStatus.Finished ? ExportStatus.SendFile : ExportStatus.Initialized;
};

/** References to the people named by a run's tries. */
export const referencesOfRun = (run: RunDocument): string[] =>
  listTries(run).flatMap(({ delivery, deliveryEnd }) => [
    ...(delivery?.recipients ?? []),
    ...((deliveryEnd?.outcome === "delivered" ? deliveryEnd.receipt : deliveryEnd)?.refused ?? []),
  ]);

const stepOnWire = ({ step, ms, failed }: TriedStep): RunTry["Steps"][number] => ({
  Step: step,
  Ms: ms,
  Failed: failed === true,
});

type Ended = Pick<
  RunTry,
  "EndedAt" | "Outcome" | "Arrived" | "To" | "Refused" | "MayHaveIt" | "Answer" | "Reason" | "Lasting" | "Steps"
>;
const emptyEnd = { To: null, Refused: [], Answer: null, Reason: null, Lasting: false, Steps: [] };

/** Returns the end of a delivery; undefined while it is under way. */
const deliveryEnded = (
  { deliveryEnd: end, delivery }: RunTryFacts,
  detokenize: (tokenized: string) => string,
): Ended | undefined => {
  if (!end) return undefined;
  if (end.outcome === "delivered") {
    const { to, refused = [], mayHaveIt, answer, steps } = end.receipt;
    return {
      ...emptyEnd,
      EndedAt: end.at,
      Outcome: "delivered",
      To: to,
      Refused: refused.map(detokenize),
      ...(mayHaveIt && { MayHaveIt: mayHaveIt.map(detokenize) }),
      Answer: answer === "" ? null : answer,
      Steps: steps.map(stepOnWire),
    };
  }
  const { at, reason, kind, steps, reached, refused = [], mayHaveIt } = end;
  const all = delivery?.recipients.length ?? reached;
  const arrived = toMailReachOnWire(reached > 0 || kind === "unconfirmed" ? { reached, recipients: all } : null);
  return {
    ...emptyEnd,
    EndedAt: at,
    Outcome: "failed",
    ...(arrived && { Arrived: arrived }),
    To: reached === 0 ? null : `${reached} of ${all} ${all === 1 ? "recipient" : "recipients"}`,
    Refused: refused.map(detokenize),
    ...(mayHaveIt && { MayHaveIt: mayHaveIt.map(detokenize) }),
    Reason: reason,
    Lasting: kind === "lasting",
    Steps: steps.map(stepOnWire),
  };
};

/** Returns the end of an export after which nothing was delivered. */
const exportEnded = ({ exportEnd: end }: RunTryFacts): Ended | undefined => {
  if (end?.outcome === "empty") return { ...emptyEnd, EndedAt: end.at, Outcome: "empty" };
  if (end?.outcome !== "failed") return undefined;
  const { at, reason, kind } = end;
  return { ...emptyEnd, EndedAt: at, Outcome: "failed", Reason: reason, Lasting: kind === "lasting" };
};

/** Ends an open try with its run, as after a late confirmation of the previous try. */
const endedWithRun = ({ outcome, endedAt, reason }: RunDocument): Ended => ({
  ...emptyEnd,
  EndedAt: endedAt,
  Outcome: outcome ?? "under-way",
  Reason: reason,
});

/**
 * Returns a run's tries as calls return them, oldest first. `texts`: of {@link referencesOfRun}; erased people are
 * marked.
 */
export const triesOnWire = (run: RunDocument, texts: PersonalTexts): RunTry[] => {
  const detokenize = (tokenized: string) => texts.get(tokenized) ?? erasedDescription;
  return listTries(run).map((one) => ({
    Try: one.try,
    At: one.export?.at ?? one.delivery?.at ?? run.claimedAt,
    Destination: one.delivery?.destination ?? null,
    Recipients: (one.delivery?.recipients ?? []).map(detokenize),
    ...(deliveryEnded(one, detokenize) ?? exportEnded(one) ?? endedWithRun(run)),
  }));
};
