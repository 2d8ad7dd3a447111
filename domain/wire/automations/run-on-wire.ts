import { ExportStatus, isInProgress } from "../../enumerations.ts";
import { erasedDescription, type PersonalTexts } from "../../filters/personal.ts";
import { toMailReachOnWire } from "../../ledger/mail-reach.ts";
import { listTries, type RunDocument, type RunTryFacts } from "../../read-models/run-document.ts";
import type { TriedStep } from "../../run/events.ts";
import type { RunTry } from "./automation-history.ts";

/**
 * A run's status in the history (S-2.4): its export's, then sending, then its outcome. A run with nothing to send is
 * finished.
 * @param exported status of its newest export
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

/** References to people named by a run's tries. */
export const referencesOfRun = (run: RunDocument): string[] =>
  listTries(run).flatMap(({ delivery, deliveryEnd }) => {
    const missed = deliveryEnd?.outcome === "delivered" ? deliveryEnd.receipt : deliveryEnd;
    return [...(delivery?.recipients ?? []), ...(missed?.refused ?? []), ...(missed?.unsendable ?? [])];
  });

const stepOnWire = ({ step, ms, failed }: TriedStep): RunTry["Steps"][number] => ({
  Step: step,
  Ms: ms,
  Failed: failed === true,
});

type Ended = Pick<
  RunTry,
  | "EndedAt"
  | "Outcome"
  | "Arrived"
  | "To"
  | "Refused"
  | "MayHaveIt"
  | "Unsendable"
  | "Answer"
  | "Reason"
  | "Lasting"
  | "Steps"
>;
const emptyEnd = { To: null, Refused: [], Answer: null, Reason: null, Lasting: false, Steps: [] };

/** `reached`: by earlier tries of a run. `recipients`: of the last of them. */
type ReachedBefore = { reached: number; recipients: readonly string[] };
const reachedNobody: ReachedBefore = { reached: 0, recipients: [] };

const mailedTo = /^(\d+)(?: of \d+)? recipients?$/;

/** Counts recipients that have a mail after a try, by it or an earlier one. Null for other destinations. */
const reachedAfter = (end: RunTryFacts["deliveryEnd"]): number | null => {
  if (end?.outcome === "failed") return end.reached;
  const [, reached] = mailedTo.exec(end?.receipt.to ?? "") ?? [];
  return reached === undefined ? null : Number(reached);
};

/** Returns undefined for old events. */
const newlyReachedBy = (end: RunTryFacts["deliveryEnd"]): readonly string[] | undefined =>
  end?.outcome === "delivered" ? end.receipt.newlyReached : end?.newlyReached;

/** Counts the recipients that a try itself reached, for old events. Added recipients had nothing before. */
const reachedBy = (now: number, recipients: readonly string[], before: ReachedBefore): number => {
  const kept = recipients.filter((one) => before.recipients.includes(one)).length;
  return Math.max(0, now - Math.min(before.reached, kept));
};

const addReached = (before: ReachedBefore, { delivery, deliveryEnd }: RunTryFacts): ReachedBefore => {
  const reached = reachedAfter(deliveryEnd);
  // A try whose worker was lost tells of none.
  if (!delivery || reached === null || reached === 0) return before;
  return { reached: Math.max(reached, before.reached), recipients: delivery.recipients };
};

const partOf = (reached: number, all: number): string =>
  `${reached} of ${all} ${all === 1 ? "recipient" : "recipients"}`;

/** Returns undefined while the delivery is under way. */
const deliveryEnded = (
  { deliveryEnd: end, delivery }: RunTryFacts,
  before: ReachedBefore,
  detokenize: (tokenized: string) => string,
): Ended | undefined => {
  if (!end) return undefined;
  const recipients = delivery?.recipients ?? [];
  const total = reachedAfter(end);
  const own = newlyReachedBy(end)?.length ?? (total === null ? 0 : reachedBy(total, recipients, before));
  if (end.outcome === "delivered") {
    const { to, refused = [], mayHaveIt, unsendable, answer, steps } = end.receipt;
    const ownPart = own === 0 ? null : partOf(own, recipients.length);
    return {
      ...emptyEnd,
      EndedAt: end.at,
      Outcome: "delivered",
      To: total === null || own === total ? to : ownPart,
      Refused: refused.map(detokenize),
      ...(mayHaveIt && { MayHaveIt: mayHaveIt.map(detokenize) }),
      ...(unsendable && { Unsendable: unsendable.map(detokenize) }),
      Answer: answer === "" ? null : answer,
      Steps: steps.map(stepOnWire),
    };
  }
  const { at, reason, kind, steps, reached, refused = [], mayHaveIt, unsendable } = end;
  const all = delivery ? recipients.length : reached;
  const arrived = toMailReachOnWire(own > 0 || kind === "unconfirmed" ? { reached: own, recipients: all } : null);
  return {
    ...emptyEnd,
    EndedAt: at,
    Outcome: "failed",
    ...(arrived && { Arrived: arrived }),
    To: own === 0 ? null : partOf(own, all),
    Refused: refused.map(detokenize),
    ...(mayHaveIt && { MayHaveIt: mayHaveIt.map(detokenize) }),
    ...(unsendable && { Unsendable: unsendable.map(detokenize) }),
    Reason: reason,
    Lasting: kind === "lasting",
    Steps: steps.map(stepOnWire),
  };
};

/** Returns undefined unless the export ended the try. */
const exportEnded = ({ exportEnd: end }: RunTryFacts): Ended | undefined => {
  if (end?.outcome === "empty") return { ...emptyEnd, EndedAt: end.at, Outcome: "empty" };
  if (end?.outcome !== "failed") return undefined;
  const { at, reason, kind } = end;
  return { ...emptyEnd, EndedAt: at, Outcome: "failed", Reason: reason, Lasting: kind === "lasting" };
};

/** Ends an open try with its run, as after a late confirmation of the previous one. */
const endedWithRun = ({ outcome, endedAt, reason }: RunDocument): Ended => ({
  ...emptyEnd,
  EndedAt: endedAt,
  Outcome: outcome ?? "under-way",
  Reason: reason,
});

/** Lists tries, oldest first. `texts`: of {@link referencesOfRun}; erased people are marked. */
export const triesOnWire = (run: RunDocument, texts: PersonalTexts): RunTry[] => {
  const detokenize = (tokenized: string) => texts.get(tokenized) ?? erasedDescription;
  let before = reachedNobody;
  return listTries(run).map((one) => {
    const ended = deliveryEnded(one, before, detokenize) ?? exportEnded(one) ?? endedWithRun(run);
    before = addReached(before, one);
    return {
      Try: one.try,
      At: one.export?.at ?? one.delivery?.at ?? run.claimedAt,
      Destination: one.delivery?.destination ?? null,
      Recipients: (one.delivery?.recipients ?? []).map(detokenize),
      ...ended,
      ...(one.deliveries !== undefined && { Deliveries: one.deliveries }),
    };
  });
};
