import { type DeliverRun, deliverRunId, deliverRunNamed, deliverRunOf } from "#application/jobs/deliver-run-job.ts";
import { done, type JobKind } from "#application/jobs/job.ts";
import { failpoint } from "#application/process/failpoint.ts";
import { sha256 } from "#application/text/derive-id.ts";
import { isRefusal } from "#domain/core/decider.ts";
import type { CommandContext } from "#domain/core/message.ts";
import type { FailureKind } from "#domain/ledger/events.ts";
import type { RunCommand } from "#domain/run/commands.ts";
import { nextAttempt } from "#domain/run/decide.ts";
import { runDecider } from "#domain/run/decider.ts";
import { deliveryIdOf } from "#domain/run/run-ids.ts";
import type { KnownRun } from "#domain/run/state.ts";

import { DeliveryFailed, FileDamaged } from "#infra/ports/destination.ts";
import type { ClaimedJob } from "#infra/ports/work-queue.ts";
import type { DelivererDeps } from "../deps.ts";
import { claimedOf } from "./claimed.ts";
import { deliverTo, recipientsOf } from "./deliver-to.ts";
import { noteReportMail } from "./report-mail.ts";

const actor = { kind: "system", part: "deliverer" } as const;

/** Each command is one of its own: what makes a repeat harmless is the state that it meets. */
const send = (
  { runner }: DelivererDeps,
  { tenant, runId, correlation, causation }: Omit<DeliverRun, "automationId">,
  make: (context: CommandContext) => RunCommand,
) => runner.execute(runDecider, runId, make, { tenant, actor, correlation, causation });

/**
 * The attempt that this job begins; undefined where nothing is left to it. A job whose worker was lost goes on with the attempt after that
 * worker's, by itself; so another job for that attempt leaves it alone as long as the first is open, and no two are at one run.
 */
const attemptOf = async (
  { queue }: DelivererDeps,
  run: KnownRun,
  job: DeliverRun,
): Promise<{ try: number; attempt: number } | undefined> => {
  const next = nextAttempt(run);
  if (!next || next.try !== job.try) return undefined;
  const begun = next.attempt - 1;
  if (job.attempt <= begun) return next;
  for (let attempt = 1; attempt <= begun; attempt += 1)
    if ((await queue.standing(deliverRunId({ ...job, attempt }))) === "open") return undefined;
  return next;
};

type Failure = Pick<DeliveryFailed, "message" | "steps" | "reached" | "cause"> & {
  kind: FailureKind;
  notBefore?: string | undefined;
  final?: boolean;
};

/** Why a delivery failed, as the run keeps it; undefined of what is no failure of it. */
const failureOf = (error: unknown): Failure | undefined => {
  if (error instanceof DeliveryFailed) return error;
  if (error instanceof FileDamaged) return { kind: "lasting", message: error.message, steps: error.steps, reached: 0 };
  return undefined;
};

const fail = async (
  deps: DelivererDeps,
  job: Omit<DeliverRun, "automationId">,
  at: { try: number; attempt: number },
  { kind, message, steps, reached, notBefore, final = false, cause }: Failure,
) => {
  failpoint("deliverer:before-failed");
  const failed = await send(deps, job, (context) => ({
    type: "FailDelivery",
    ...at,
    kind,
    reason: message,
    steps,
    reached,
    ...(notBefore !== undefined && { notBefore }),
    ...(final && { final }),
    context,
  }));
  failpoint("deliverer:after-failed");
  const { runId } = job;
  if (isRefusal(failed)) deps.log.info({ runId, ...at }, "A failed attempt was overtaken by another one.");
  else
    deps.log.info(
      { runId, ...at, kind, ...(cause !== undefined && { err: cause }) },
      "A report could not be delivered.",
    );
};

const run = async (deps: DelivererDeps, claimedJob: ClaimedJob, signal: AbortSignal): Promise<void> => {
  const job = deliverRunOf(claimedJob);
  const { runner, log } = deps;
  const { runId } = job;
  const { state } = await runner.load(runDecider, runId);
  if (state.status === "unknown" || !state.file) return;
  const at = await attemptOf(deps, state, job);
  if (!at) return;
  const claimed = await claimedOf(runner, state.facts);
  failpoint("deliverer:before-start");
  const started = await send(deps, job, (context) => ({
    type: "StartDelivery",
    ...at,
    deliveryId: deliveryIdOf(sha256, runId),
    destination: claimed.automation.destination.kind,
    recipients: recipientsOf(claimed),
    workspaceVersion: claimed.workspaceVersion,
    context,
  }));
  // Somebody else began it, or it was begun too often, which is a failure that the stream has by now.
  if (isRefusal(started) || started.state.status !== "delivering") return;
  failpoint("deliverer:after-start-before-delivery");
  try {
    const receipt = await deliverTo(deps, { run: started.state, file: state.file, claimed }, signal);
    failpoint("deliverer:after-delivery-before-confirmed");
    const confirmed = await send(deps, job, (context) => ({ type: "ConfirmDelivery", ...at, receipt, context }));
    await noteReportMail(deps, job, { claimed, run: state, refused: receipt.refused?.length ?? 0 }, signal);
    if (isRefusal(confirmed)) log.warn({ runId, ...at }, "A delivery was confirmed after its run had ended.");
    else log.info({ runId, ...at }, "A report was delivered.");
    failpoint("deliverer:after-confirmed");
  } catch (error) {
    const failure = failureOf(error);
    // A stopped attempt is repeated at once, unless a mail server may have its mail.
    if (!failure || (signal.aborted && failure.kind !== "unconfirmed")) throw error;
    await fail(deps, job, at, failure);
    await noteReportMail(deps, job, { claimed, run: state, failure }, signal);
  }
};

/**
 * The job `deliver-run`: one try at delivering what a run made, with its outcome in `run-{id}`, which wakes whoever says what is next. Killed at
 * any moment it goes on: what a receiver confirmed is in the notes of the destinations or in the stream, and is not sent again (ADR 74, 78).
 */
export const createDeliverRun = (deps: DelivererDeps): JobKind => ({
  run: async (job, signal) => {
    await run(deps, job, signal);
    return done;
  },
  // Also of a try that never began: its run must not wait for ever (ADR 78).
  lastWord: async (claimedJob) => {
    const job = deliverRunNamed(claimedJob);
    if (!job) return;
    const { state } = await deps.runner.load(runDecider, job.runId);
    if (state.status === "unknown") return;
    const { attempt } = state.status === "delivering" && state.delivery ? state.delivery : (nextAttempt(state) ?? {});
    // Its try is over, or another job has it.
    if (attempt === undefined || state.failures + 1 !== job.try) return;
    const message = "Sheaf couldn't send the report because of a fault of its own.";
    await fail(deps, job, { try: job.try, attempt }, { kind: "interrupted", message, steps: [], reached: 0 });
  },
});
