import { deliverRunId } from "#application/jobs/deliver-run-job.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { hasEnded } from "#domain/export/state.ts";
import { ledgerDecider } from "#domain/ledger/decider.ts";
import { openRunOf } from "#domain/ledger/state.ts";
import { nextAttempt } from "#domain/run/decide.ts";
import { runDecider } from "#domain/run/decider.ts";
import type { KnownRun } from "#domain/run/state.ts";
import type { ClaimedJob } from "#infra/ports/work-queue.ts";
import type { SchedulerDeps } from "./deps.ts";
import { type AdvancePayload, advanceJob, dueAtInstant, planJob, planNamed, runNamed } from "./jobs.ts";
import { toLedger, toRun } from "./send.ts";

/** After this a report whose job was given up is looked at again, ms: it must not fall silent for good. */
const lookAgainAfter = 3_600_000;

const kind = "temporary";
const reason = "Sheaf couldn't make the report because of a fault of its own. It tries again by itself.";

/** How a delivery failed that never began. */
export const unsent = {
  kind,
  reason: "Sheaf couldn't send the report because of a fault of its own.",
  steps: [],
  reached: 0,
} as const;

/** Whether somebody else leads the run on: an export that is being made wakes whoever advances runs, and so does a delivery. */
const isLedOn = async ({ runner, queue }: SchedulerDeps, run: KnownRun): Promise<boolean> => {
  if (run.status === "exporting") {
    const { state } = await runner.load(exportDecider, run.exportId);
    return state.status !== "unknown" && !hasEnded(state);
  }
  if (run.status !== "delivering" && run.status !== "exported") return false;
  const { runId } = run.facts;
  const next = nextAttempt(run);
  for (let attempt = 1; next && attempt <= next.attempt; attempt += 1)
    if ((await queue.standing(deliverRunId({ runId, try: next.try, attempt }))) === "open") return true;
  return false;
};

/** That the try has failed, in the run's own stream, where something of it was begun. */
const failInRun = async (deps: SchedulerDeps, payload: AdvancePayload, run: KnownRun): Promise<void> => {
  const { runId } = payload;
  if (run.status === "exporting")
    await toRun(deps, payload, runId, { type: "FailRunExport", exportId: run.exportId, kind, reason });
  const next = nextAttempt(run);
  if (!next || run.status === "failed") return;
  const at = run.status === "delivering" && run.delivery ? run.delivery : next;
  const { try: ofTry, attempt } = at;
  await toRun(deps, payload, runId, {
    type: "FailDelivery",
    try: ofTry,
    attempt,
    ...unsent,
  });
};

/**
 * A look at a run was given up: its try has failed, with the cause, as whatever it was to do next can't be done now. So it is tried again, or its
 * report is suspended in the end and its merchant told. What is delivered, or is empty, has only not been written down yet.
 */
const failTry = async (deps: SchedulerDeps, payload: AdvancePayload): Promise<void> => {
  const { runner, queue, clock } = deps;
  const { runId, automationId } = payload;
  const { state: ledger } = await runner.load(ledgerDecider, automationId);
  const open = openRunOf(ledger, runId);
  const { state: run } = await runner.load(runDecider, runId);
  if (!open || run.status === "confirmed" || run.status === "empty" || run.status === "ended") return;
  // It rests until its next try, as it failed before.
  if (open.retryAt !== null && Date.parse(open.retryAt) > clock.now().getTime()) return;
  if (run.status !== "unknown") {
    if (await isLedOn(deps, run)) return;
    await failInRun(deps, payload, run);
  }
  const said = run.status === "failed" && run.failure.try > open.failures ? run.failure : ({ kind, reason } as const);
  const after = await toLedger(deps, payload, {
    type: "FailTry",
    run: runId,
    ...said,
    try: open.failures + 1,
    mayHaveArrived: run.status !== "unknown" && run.mayHaveArrived,
  });
  const retryAt = after && openRunOf(after, runId)?.retryAt;
  if (retryAt) await queue.enqueue(advanceJob(payload, dueAtInstant(retryAt)));
};

const later = ({ clock }: SchedulerDeps) =>
  dueAtInstant(new Date(clock.now().getTime() + lookAgainAfter).toISOString());

/** What is done before a look at a report is given up: it leaves a row behind, and the run that it led on has failed in this try. */
export const lastWordOfPlan =
  (deps: SchedulerDeps) =>
  async (job: ClaimedJob): Promise<void> => {
    const payload = planNamed(job);
    await deps.queue.enqueue(planJob(payload, later(deps)));
    const { state } = await deps.runner.load(ledgerDecider, payload.automationId);
    if (state.open) await failTry(deps, { ...payload, runId: state.open.run });
  };

/** The same of a look at a run. */
export const lastWordOfAdvance =
  (deps: SchedulerDeps) =>
  async (job: ClaimedJob): Promise<void> => {
    const runId = runNamed(job);
    const { state } = await deps.runner.load(runDecider, runId);
    // A run that has not begun is known by its payload alone; its claim has a look at the report besides.
    const automationId = state.status === "unknown" ? job.payload.automationId : state.facts.automationId;
    if (typeof automationId !== "string") return;
    const payload = { tenant: job.tenant, automationId, runId, correlation: job.id, causation: job.id };
    await deps.queue.enqueue(advanceJob(payload, later(deps)));
    await failTry(deps, payload);
  };
