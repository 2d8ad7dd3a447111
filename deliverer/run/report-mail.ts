import type { DeliverRunPayload } from "#application/jobs/deliver-run-job.ts";
import {
  formatMailReason,
  isUndelivered,
  type MailRecord,
  readMail,
  recordMail,
} from "#application/mails/mail-records.ts";
import { retryWhileUnavailable } from "#application/process/retry-while-unavailable.ts";
import { DestinationKind } from "#domain/enumerations.ts";
import { type FailureKind, isManual } from "#domain/ledger/events.ts";
import { runDecider } from "#domain/run/decider.ts";
import { together } from "#domain/run/reach-after-attempt.ts";
import type { ExistingRun } from "#domain/run/state.ts";
import type { DeliveryFailed } from "#infra/ports/destination.ts";
import type { DelivererDeps } from "../deps.ts";
import type { ClaimedRun } from "./claimed-run.ts";
import { listRecipients } from "./deliver-to.ts";

type Deps = Pick<DelivererDeps, "runner" | "stateStore" | "clock" | "log">;

/** All tries of a run share one mail. */
const mailIdOf = (runId: string): string => `report:${runId}`;

/** Returns the outcome of a mail that isn't retried. */
const failedOutcome = (arrived: ExistingRun["arrived"]): MailRecord["outcome"] => {
  if (arrived?.unsure) return "may have arrived";
  return arrived ? "partly sent" : "failed";
};

/**
 * Returns a finished run's mail outcome; undefined while it may be retried. If another destination got the report in the
 * end, only what the mail itself reached counts.
 */
const outcomeOf = (run: ExistingRun): MailRecord["outcome"] | undefined => {
  const isDelivered = run.status === "confirmed" || (run.status === "ended" && run.outcome === "delivered");
  if (isDelivered && run.delivery?.destination === DestinationKind.Email) return "sent";
  return isDelivered || run.status === "ended" ? failedOutcome(run.arrived) : undefined;
};

/** Updates a report mail's record from its run: only a waiting mail whose run has ended or was delivered. */
export const settleReportMail = async ({ runner, stateStore: state, clock }: Deps, runId: string): Promise<void> => {
  const noted = await readMail({ state }, mailIdOf(runId));
  if (!noted || !isUndelivered(noted.outcome)) return;
  const { state: run } = await runner.load(runDecider, runId);
  const outcome = run.status === "unknown" ? undefined : outcomeOf(run);
  if (outcome === undefined) return;
  const { at: _at, since: _since, ...note } = noted;
  await recordMail({ state, clock }, { ...note, outcome, reason: outcome === "sent" ? null : note.reason });
};

type Failure = { kind: FailureKind; reached: number; cause?: unknown; refused?: readonly number[] } & Partial<
  Pick<DeliveryFailed, "notBefore" | "final" | "unsendable">
>;

/** Tells if a failure may be retried. Without a retry the run ends, and the record follows it. */
const canBeRetried = (
  { facts: { cause } }: Pick<ExistingRun, "facts">,
  { kind, notBefore, final }: Failure,
): boolean => {
  if (isManual(cause) || kind === "lasting" || final) return false;
  return kind !== "unconfirmed" || notBefore !== undefined;
};

/** Adds to a mail's reason how many of all its recipients have it. The reason's own count is of its newest list. */
const addReached = (reason: string | null, arrived: ExistingRun["arrived"]): string | null => {
  if (reason === null || !arrived || arrived.reached === 0) return reason;
  const { reached, recipients } = arrived;
  const rest = reason.replace(/^\d+ of \d+ recipients ha(?:s|ve) it; /, "");
  return `${reached} of ${recipients} recipients ${reached === 1 ? "has" : "have"} it; ${rest}`;
};

/** Returns a mail's status after a try. `failure`: undefined if accepted. */
const outcomeAfter = (
  run: Pick<ExistingRun, "facts" | "arrived">,
  failure: Failure | undefined,
): Pick<MailRecord, "outcome" | "reason"> => {
  if (!failure) return { outcome: "sent", reason: null };
  const reason = addReached(formatMailReason(failure.cause), run.arrived);
  if (canBeRetried(run, failure)) return { outcome: "waiting", reason };
  if (failure.kind === "unconfirmed") return { outcome: "may have arrived", reason };
  const outcome = failedOutcome(run.arrived);
  return { outcome: outcome === "failed" && failure.reached > 0 ? "partly sent" : outcome, reason };
};

/**
 * Records a try's outcome, which its run already has. Those who have the mail count, though they may be off the list.
 * `refused`, `unsendable`: numbers of recipients refused for good
 * and of those that our mail server can't send to. Then reads the run again, as it may have ended before.
 */
export const recordReportMail = async (
  deps: Deps,
  { tenant, runId }: Pick<DeliverRunPayload, "tenant" | "runId">,
  {
    claimed,
    run,
    failure,
    refused = failure?.refused?.length ?? 0,
    unsendable = failure?.unsendable?.length ?? 0,
  }: {
    claimed: ClaimedRun;
    run: Pick<ExistingRun, "facts" | "arrived" | "holders">;
    failure?: Failure;
    refused?: number | undefined;
    unsendable?: number | undefined;
  },
  signal: AbortSignal,
): Promise<void> => {
  const list = listRecipients(claimed);
  if (list.length === 0) return;
  const { stateStore: state, clock, log } = deps;
  const about = {
    id: mailIdOf(runId),
    kind: "report",
    tenant,
    about: runId,
    recipients: (failure && run.arrived?.recipients) ?? together(run.holders, list).length,
    ...(refused > 0 && { refused }),
    ...(unsendable > 0 && { unsendable }),
  } as const;
  const keep = async (): Promise<void> => {
    const isOurs = failure?.kind === "ours";
    await recordMail({ state, clock }, { ...about, ...outcomeAfter(run, failure), isOurs });
    await settleReportMail(deps, runId);
  };
  await retryWhileUnavailable(keep, {
    signal,
    onWait: (err) =>
      log.warn({ runId, err }, "The outcome of a report's mail can't be recorded until its store answers."),
  });
};
