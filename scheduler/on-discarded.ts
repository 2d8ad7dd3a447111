import { deliverRunId } from "#application/jobs/deliver-run-job.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { hasEnded } from "#domain/export/state.ts";
import { ledgerDecider } from "#domain/ledger/decider.ts";
import { findOpenRun } from "#domain/ledger/state.ts";
import { nextAttempt } from "#domain/run/decide.ts";
import { runDecider } from "#domain/run/decider.ts";
import type { ExistingRun } from "#domain/run/state.ts";
import type { ClaimedJob } from "#infra/ports/work-queue.ts";
import type { SchedulerDeps } from "./deps.ts";
import { executeOnLedger, executeOnRun } from "./execute-command.ts";
import { type AdvancePayload, dueAtInstant, identifyPlan, identifyRun, planJob, toAdvanceJob } from "./jobs.ts";

/** Delay before a report whose job was given up is checked again, ms. */
const recheckDelay = 3_600_000;

const kind = "temporary";
const reason = "Sheaf couldn't make the report because of a problem on our side. It tries again by itself.";

/** Failure of a delivery that never began. */
export const neverBegun = {
  kind,
  reason: "Sheaf couldn't send the report because of a problem on our side.",
  steps: [],
  reached: 0,
} as const;

/** True if an export in progress or an open delivery job will wake the scheduler. */
const isAdvancing = async ({ runner, queue }: SchedulerDeps, run: ExistingRun): Promise<boolean> => {
  if (run.status === "exporting") {
    const { state } = await runner.load(exportDecider, run.exportId);
    return state.status !== "unknown" && !hasEnded(state);
  }
  if (run.status !== "delivering" && run.status !== "exported") return false;
  const { runId } = run.facts;
  const next = nextAttempt(run);
  for (let attempt = 1; next && attempt <= next.attempt; attempt += 1)
    if ((await queue.getStatus(deliverRunId({ runId, try: next.try, attempt }))) === "open") return true;
  return false;
};

/** Records the failure in the run's own stream, if begun. */
const failInRun = async (deps: SchedulerDeps, payload: AdvancePayload, run: ExistingRun): Promise<void> => {
  const { runId } = payload;
  if (run.status === "exporting")
    await executeOnRun(deps, payload, runId, { type: "FailRunExport", exportId: run.exportId, kind, reason });
  const next = nextAttempt(run);
  if (!next || run.status === "failed") return;
  const at = run.status === "delivering" && run.delivery ? run.delivery : next;
  const { try: ofTry, attempt } = at;
  await executeOnRun(deps, payload, runId, {
    type: "FailDelivery",
    try: ofTry,
    attempt,
    ...neverBegun,
  });
};

/**
 * Fails the open try: the run is tried again, or its report suspended and the merchant told. Confirmed, empty
 * and ended runs only need recording, so they don't fail.
 */
const failTry = async (deps: SchedulerDeps, payload: AdvancePayload): Promise<void> => {
  const { runner, queue, clock } = deps;
  const { runId, automationId } = payload;
  const { state: ledger } = await runner.load(ledgerDecider, automationId);
  const open = findOpenRun(ledger, runId);
  const { state: run } = await runner.load(runDecider, runId);
  if (!open || run.status === "confirmed" || run.status === "empty" || run.status === "ended") return;
  // It failed before and waits for its next try.
  if (open.retryAt !== null && Date.parse(open.retryAt) > clock.now().getTime()) return;
  if (run.status !== "unknown") {
    if (await isAdvancing(deps, run)) return;
    await failInRun(deps, payload, run);
  }
  const failure =
    run.status === "failed" && run.failure.try > open.failures ? run.failure : ({ kind, reason } as const);
  const after = await executeOnLedger(deps, payload, {
    type: "FailTry",
    run: runId,
    ...failure,
    try: open.failures + 1,
    mayHaveArrived: run.status !== "unknown" && run.mayHaveArrived,
    ...(run.status !== "unknown" && run.arrived && { arrived: run.arrived }),
  });
  const retryAt = after && findOpenRun(after, runId)?.retryAt;
  if (retryAt) await queue.enqueue(toAdvanceJob(payload, dueAtInstant(retryAt)));
};

const recheckAt = ({ clock }: SchedulerDeps) =>
  dueAtInstant(new Date(clock.now().getTime() + recheckDelay).toISOString());

/** The last failure of `plan-automation`: enqueues a later check and fails the open run's try. */
export const onPlanDiscarded =
  (deps: SchedulerDeps) =>
  async (job: ClaimedJob): Promise<void> => {
    const payload = identifyPlan(job);
    await deps.queue.enqueue(planJob(payload, recheckAt(deps)));
    const { state } = await deps.runner.load(ledgerDecider, payload.automationId);
    if (state.open) await failTry(deps, { ...payload, runId: state.open.run });
  };

/** Like {@link onPlanDiscarded}, for `advance-run`. */
export const onAdvanceDiscarded =
  (deps: SchedulerDeps) =>
  async (job: ClaimedJob): Promise<void> => {
    const runId = identifyRun(job);
    const { state } = await deps.runner.load(runDecider, runId);
    // Only the payload names the report of a run that hasn't begun. A plan job covers its claim, too.
    const automationId = state.status === "unknown" ? job.payload.automationId : state.facts.automationId;
    if (typeof automationId !== "string") return;
    const payload = { tenant: job.tenant, automationId, runId, correlation: job.id, causation: job.id };
    await deps.queue.enqueue(toAdvanceJob(payload, recheckAt(deps)));
    await failTry(deps, payload);
  };
