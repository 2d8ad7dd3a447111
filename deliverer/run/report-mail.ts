import type { DeliverRunPayload } from "#application/jobs/deliver-run-job.ts";
import {
  formatMailReason,
  isUndelivered,
  type MailRecord,
  readMail,
  recordMail,
  withoutCount,
} from "#application/mails/mail-records.ts";
import { retryWhileUnavailable } from "#application/process/retry-while-unavailable.ts";
import { DestinationKind } from "#domain/enumerations.ts";
import { type FailureKind, isManual } from "#domain/ledger/events.ts";
import type { MailReach } from "#domain/ledger/mail-reach.ts";
import { runDecider } from "#domain/run/decider.ts";
import type { RunReceipt } from "#domain/run/events.ts";
import { reachAfterConfirmation, together } from "#domain/run/reach-after-attempt.ts";
import type { ExistingRun } from "#domain/run/state.ts";
import type { DeliveryFailed } from "#infra/ports/destination.ts";
import type { DelivererDeps } from "../deps.ts";

type Deps = Pick<DelivererDeps, "runner" | "stateStore" | "clock" | "log">;

/** All tries of a run share one mail. */
const mailIdOf = (runId: string): string => `report:${runId}`;

/** Outcome of a mail that isn't retried. */
const nameOutcome = ({ reached, recipients, unsure }: MailReach): MailRecord["outcome"] => {
  if (unsure) return "may have arrived";
  if (reached === 0) return "failed";
  return reached < recipients ? "partly sent" : "sent";
};

const nobody: MailReach = { reached: 0, recipients: 0 };

/** Counts recipients refused for good, and those that our mail server can't send to. */
const countMissed = ({
  refused = [],
  unsendable = [],
}: {
  refused?: readonly unknown[] | undefined;
  unsendable?: readonly unknown[] | undefined;
}): Pick<MailRecord, "refused" | "unsendable"> => ({
  ...(refused.length > 0 && { refused: refused.length }),
  ...(unsendable.length > 0 && { unsendable: unsendable.length }),
});

const describeReached = ({ reached, recipients }: MailReach): string =>
  `${reached} of ${recipients} recipients ${reached === 1 ? "has" : "have"} it`;

type End = Pick<MailRecord, "outcome" | "reason" | "refused" | "unsendable">;

/** The end of a confirmed mail. Recipients refused now, or off its list, may have it from an earlier try. */
const endOfConfirmed = (
  run: Pick<ExistingRun, "arrived" | "listed" | "holders" | "missed" | "doubted">,
  list: readonly string[],
  receipt: RunReceipt,
): End & Pick<MailRecord, "recipients"> => {
  const arrived = reachAfterConfirmation(run, list, receipt);
  const outcome = nameOutcome(arrived);
  const reason = outcome === "sent" ? null : describeReached(arrived);
  return { outcome, reason, recipients: arrived.recipients, ...countMissed(receipt) };
};

/**
 * The end of a run's mail; undefined while it may be retried. If another destination got the report in the end, only
 * the mail's own reach counts.
 */
const endOf = (
  run: ExistingRun,
  record: Pick<MailRecord, "reason">,
): (End & Partial<Pick<MailRecord, "recipients">>) | undefined => {
  const receipt = run.status === "confirmed" || run.status === "ended" ? run.receipt : null;
  if (receipt && run.delivery?.destination === DestinationKind.Email)
    return endOfConfirmed(run, run.delivery.recipients, receipt);
  if (!receipt && run.status !== "ended") return undefined;
  return { outcome: nameOutcome(run.arrived ?? nobody), reason: record.reason };
};

/** Records the end of a waiting mail whose run has ended or was delivered. */
export const settleReportMail = async ({ runner, stateStore: state, clock }: Deps, runId: string): Promise<void> => {
  const record = await readMail({ state }, mailIdOf(runId));
  if (!record || !isUndelivered(record.outcome)) return;
  const { state: run } = await runner.load(runDecider, runId);
  const end = run.status === "unknown" ? undefined : endOf(run, record);
  if (end === undefined) return;
  const { at: _at, since: _since, ...note } = record;
  await recordMail({ state, clock }, { ...note, ...end });
};

type Failure = { kind: FailureKind; reached: number; cause?: unknown; refused?: readonly number[] } & Partial<
  Pick<DeliveryFailed, "notBefore" | "final" | "unsendable">
>;

/** False if the failure ends the run. */
const canBeRetried = (
  { facts: { cause } }: Pick<ExistingRun, "facts">,
  { kind, notBefore, final }: Failure,
): boolean => {
  if (isManual(cause) || kind === "lasting" || final) return false;
  return kind !== "unconfirmed" || notBefore !== undefined;
};

/** Replaces the reason's count, which is of its newest list. */
const addReached = (reason: string | null, arrived: ExistingRun["arrived"]): string | null => {
  if (reason === null || !arrived || arrived.reached === 0) return reason;
  return `${describeReached(arrived)}; ${withoutCount(reason)}`;
};

const statusAfter = (
  run: Pick<ExistingRun, "facts" | "arrived">,
  failure: Failure,
  recipients: number,
): Pick<MailRecord, "outcome" | "reason"> => {
  const reason = addReached(formatMailReason(failure.cause), run.arrived);
  if (canBeRetried(run, failure)) return { outcome: "waiting", reason };
  const arrived = run.arrived ?? { reached: failure.reached, recipients };
  return { outcome: nameOutcome({ ...arrived, ...(failure.kind === "unconfirmed" && { unsure: true }) }), reason };
};

/**
 * Records a try's outcome, which its run already has. Recipients who have the mail count, even off the list. Then reads
 * the run again, as it may have ended before. `list`: the attempt's recipients. `receipt`: of a confirmed mail.
 */
export const recordReportMail = async (
  deps: Deps,
  { tenant, runId }: Pick<DeliverRunPayload, "tenant" | "runId">,
  {
    list,
    run,
    ...ended
  }: { list: readonly string[]; run: ExistingRun } & ({ receipt: RunReceipt; failure?: never } | { failure: Failure }),
  signal: AbortSignal,
): Promise<void> => {
  if (list.length === 0) return;
  const { stateStore: state, clock, log } = deps;
  const { failure } = ended;
  const recipients = run.arrived?.recipients ?? together(run.holders, list).length;
  const about = { id: mailIdOf(runId), kind: "report", tenant, about: runId, recipients } as const;
  const note = failure
    ? { ...countMissed(failure), ...statusAfter(run, failure, recipients) }
    : endOfConfirmed(run, list, ended.receipt);
  const keep = async (): Promise<void> => {
    await recordMail({ state, clock }, { ...about, ...note, isOurs: failure?.kind === "ours" });
    await settleReportMail(deps, runId);
  };
  await retryWhileUnavailable(keep, {
    signal,
    onWait: (err) =>
      log.warn({ runId, err }, "The outcome of a report's mail can't be recorded until its store answers."),
  });
};
