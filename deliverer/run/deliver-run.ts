import {
  type DeliverRunPayload,
  deliverRunId,
  identifyDeliverRun,
  readDeliverRun,
} from "#application/jobs/deliver-run-job.ts";
import { completed, type JobKind } from "#application/jobs/job.ts";
import { failpoint } from "#application/process/failpoint.ts";
import { sha256 } from "#application/text/derive-id.ts";
import { isRefusal } from "#domain/core/decider.ts";
import type { CommandContext } from "#domain/core/message.ts";
import { DestinationKind } from "#domain/enumerations.ts";
import type { FailureKind } from "#domain/ledger/events.ts";
import type { RunCommand } from "#domain/run/commands.ts";
import { nextAttempt } from "#domain/run/decide.ts";
import { runDecider } from "#domain/run/decider.ts";
import { mayHaveArrived } from "#domain/run/may-have-arrived.ts";
import { deriveDeliveryId } from "#domain/run/run-ids.ts";
import type { ExistingRun, RunDelivery } from "#domain/run/state.ts";

import { DeliveryFailed, FileDamaged } from "#infra/ports/destination.ts";
import type { ClaimedJob } from "#infra/ports/work-queue.ts";
import type { DelivererDeps } from "../deps.ts";
import { loadClaimedRun } from "./claimed-run.ts";
import { deliverTo, listRecipients } from "./deliver-to.ts";
import { recordReportMail } from "./report-mail.ts";

const actor = { kind: "system", part: "deliverer" } as const;

/** Executes a command on a run. Repeats are harmless, because the decider checks the state. */
const execute = (
  { runner }: DelivererDeps,
  { tenant, runId, correlation, causation }: Omit<DeliverRunPayload, "automationId">,
  make: (context: CommandContext) => RunCommand,
) => runner.execute(runDecider, runId, make, { tenant, actor, correlation, causation });

/**
 * The attempt that this job begins, if anything is left to do. After a lost worker the job continues with the following
 * attempt. Another job for that attempt does nothing meanwhile, so no two jobs work on one run.
 */
const attemptOf = async (
  { queue }: DelivererDeps,
  run: ExistingRun,
  job: DeliverRunPayload,
): Promise<{ try: number; attempt: number } | undefined> => {
  const next = nextAttempt(run);
  if (!next || next.try !== job.try) return undefined;
  const begun = next.attempt - 1;
  if (job.attempt <= begun) return next;
  for (let attempt = 1; attempt <= begun; attempt += 1)
    if ((await queue.getStatus(deliverRunId({ ...job, attempt }))) === "open") return undefined;
  return next;
};

type Failure = Pick<DeliveryFailed, "message" | "steps" | "reached" | "cause"> & {
  refused?: readonly number[];
  unsendable?: readonly number[];
  inDoubt?: readonly number[] | undefined;
  newlyReached?: readonly number[] | undefined;
  kind: FailureKind;
  notBefore?: string | undefined;
  final?: boolean;
};

/** Describes a failed delivery; undefined for other errors. */
const failureOf = (error: unknown): Failure | undefined => {
  if (error instanceof DeliveryFailed) return error;
  if (error instanceof FileDamaged) return { kind: "lasting", message: error.message, steps: error.steps, reached: 0 };
  return undefined;
};

/** Log message for a failure. The report may have arrived all the same. `delivery`: null if none began. */
const failureMessage = (delivery: RunDelivery | null, { kind, steps, reached }: Failure): string => {
  const isLost = kind === "unconfirmed";
  if (reached > 0) {
    const others = isLost ? ". The response for the others was lost, so they may have it." : ", but not to all.";
    return `A report was delivered to some recipients${others}`;
  }
  if (isLost) return "The receiver's response to a report was lost, so it may have arrived.";
  const isOpen = delivery !== null && steps.length > 0 && mayHaveArrived(delivery, { kind, steps });
  return isOpen
    ? "The delivery of a report was not confirmed. It may have arrived."
    : "A report could not be delivered.";
};

/** Records a failed attempt. Undefined if another attempt was faster. */
const recordFailure = async (
  deps: DelivererDeps,
  job: Omit<DeliverRunPayload, "automationId">,
  at: { try: number; attempt: number },
  failure: Failure,
  recipients: readonly string[] = [],
): Promise<ExistingRun | undefined> => {
  const { kind, message, steps, reached, notBefore, final = false, cause } = failure;
  const referencesOf = (indexes: readonly number[] = []) => indexes.flatMap((index) => recipients[index] ?? []);
  const [refused, unsendable] = [referencesOf(failure.refused), referencesOf(failure.unsendable)];
  failpoint("deliverer:before-failed");
  const failed = await execute(deps, job, (context) => ({
    type: "FailDelivery",
    ...at,
    kind,
    reason: message,
    steps,
    reached,
    ...(notBefore !== undefined && { notBefore }),
    ...(final && { final }),
    ...(refused.length > 0 && { refused }),
    ...(unsendable.length > 0 && { unsendable }),
    ...(failure.newlyReached && { newlyReached: referencesOf(failure.newlyReached) }),
    ...(failure.inDoubt && { inDoubt: referencesOf(failure.inDoubt) }),
    context,
  }));
  failpoint("deliverer:after-failed");
  const { runId } = job;
  if (isRefusal(failed)) {
    deps.log.info({ runId, ...at }, "A failed attempt was overtaken by another one.");
    return undefined;
  }
  const after = failed.state.status === "unknown" ? undefined : failed.state;
  deps.log.info(
    { runId, ...at, kind, ...(cause !== undefined && { err: cause }) },
    failureMessage(after?.delivery ?? null, failure),
  );
  return after;
};

const run = async (deps: DelivererDeps, claimedJob: ClaimedJob, signal: AbortSignal): Promise<void> => {
  const job = readDeliverRun(claimedJob);
  const { runner, log } = deps;
  const { runId } = job;
  const { state } = await runner.load(runDecider, runId);
  if (state.status === "unknown" || !state.file) return;
  const attempt = await attemptOf(deps, state, job);
  if (!attempt) return;
  const claimed = await loadClaimedRun(runner, state.facts);
  // If the previous worker died before it sent anything, nobody can have its mail.
  const previousReached =
    state.status === "delivering" && state.delivery?.destination === DestinationKind.Email
      ? await deps.destinations.countConfirmedRecipients(deriveDeliveryId(sha256, runId), {
          isFirst: state.delivery.try === 1 && state.delivery.attempt === 1,
        })
      : undefined;
  const recipients = await listRecipients(deps, state, claimed);
  failpoint("deliverer:before-start");
  const started = await execute(deps, job, (context) => ({
    type: "StartDelivery",
    ...attempt,
    deliveryId: deriveDeliveryId(sha256, runId),
    destination: claimed.automation.destination.kind,
    recipients,
    workspaceVersion: claimed.workspaceVersion,
    // Nothing was sent beyond the `previousReached` recipients.
    ...(previousReached !== undefined && { previousSentNothing: true, previousReached }),
    context,
  }));
  // Another job started this attempt, or it was the last one allowed and the stream now records the failure.
  if (isRefusal(started) || started.state.status !== "delivering") return;
  failpoint("deliverer:after-start-before-delivery");
  try {
    const receipt = await deliverTo(deps, { run: started.state, file: state.file, claimed }, signal);
    failpoint("deliverer:after-delivery-before-confirmed");
    const confirmed = await execute(deps, job, (context) => ({
      type: "ConfirmDelivery",
      ...attempt,
      receipt,
      context,
    }));
    const storedReceipt = isRefusal(confirmed) || !("receipt" in confirmed.state) ? null : confirmed.state.receipt;
    await recordReportMail(
      deps,
      job,
      { list: recipients, run: started.state, receipt: storedReceipt ?? receipt },
      signal,
    );
    if (isRefusal(confirmed)) log.warn({ runId, ...attempt }, "A delivery was confirmed after its run had ended.");
    else log.info({ runId, ...attempt }, "A report was delivered.");
    failpoint("deliverer:after-confirmed");
  } catch (error) {
    const failure = failureOf(error);
    // On shutdown, rethrow so that the job is retried at once, unless a mail server may already have the mail.
    if (!failure || (signal.aborted && failure.kind !== "unconfirmed")) throw error;
    const failed = await recordFailure(deps, job, attempt, failure, recipients);
    await recordReportMail(deps, job, { list: recipients, run: failed ?? started.state, failure }, signal);
  }
};

/**
 * The job `deliver-run`: one try at delivering a run's file. Its outcome in `run-{id}` triggers the run's next step. It
 * survives a kill at any moment: confirmed deliveries are in the delivery progress or the stream, and never sent again
 * (ADR 74, 78).
 */
export const createDeliverRun = (deps: DelivererDeps): JobKind => ({
  run: async (job, signal) => {
    await run(deps, job, signal);
    return completed;
  },
  // Covers a try that never began, too: its run must not wait forever (ADR 78).
  onDiscarded: async (claimedJob) => {
    const job = identifyDeliverRun(claimedJob);
    if (!job) return;
    const { state } = await deps.runner.load(runDecider, job.runId);
    if (state.status === "unknown") return;
    const { attempt } = state.status === "delivering" && state.delivery ? state.delivery : (nextAttempt(state) ?? {});
    // This job's try is over, or the run is already at a later try.
    if (attempt === undefined || state.failures + 1 !== job.try) return;
    const message = "Sheaf couldn't send the report because of a problem on our side.";
    await recordFailure(deps, job, { try: job.try, attempt }, { kind: "temporary", message, steps: [], reached: 0 });
  },
});
