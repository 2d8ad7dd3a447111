import { deliverRunId, deliverRunJob } from "#application/jobs/deliver-run-job.ts";
import { completed, type JobOutcome, reschedule } from "#application/jobs/job.ts";
import { failpoint } from "#application/process/failpoint.ts";
import { sha256 } from "#application/text/derive-id.ts";
import { DestinationKind } from "#domain/enumerations.ts";
import { ledgerDecider } from "#domain/ledger/decider.ts";
import { isManual } from "#domain/ledger/events.ts";
import { isLastTry } from "#domain/ledger/outcome.ts";
import type { LedgerState } from "#domain/ledger/state.ts";
import { findOpenRun } from "#domain/ledger/state.ts";
import { runDecider } from "#domain/run/decider.ts";
import { type NextStep, nextStep } from "#domain/run/next-step.ts";
import { deriveExportId } from "#domain/run/run-ids.ts";
import type { ExistingRun, RunState } from "#domain/run/state.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { SchedulerDeps } from "./deps.ts";
import { executeOnLedger, executeOnRun } from "./execute-command.ts";
import { advanceExport, exportCommandOfTry, loadClaimedAutomation } from "./export-of-run.ts";
import { type AdvancePayload, dueAtInstant, ensureJob, toAdvanceJob } from "./jobs.ts";
import { neverBegun } from "./on-discarded.ts";
import { nothingLoaded, type OptimisticState } from "./optimistic-state.ts";

/** Limit of steps; a run has fewer. */
const maxSteps = 30;
const pause = 10_000;

type StepContext = { payload: AdvancePayload; run: RunState; ledger: LedgerState; optimistic: OptimisticState };

/** Starts a run with its first export request, in one append. */
const startRun = async (
  deps: SchedulerDeps,
  { payload, ledger, optimistic }: StepContext,
): Promise<OptimisticState> => {
  const { runId, automationId, tenant } = payload;
  const open = findOpenRun(ledger, runId);
  if (!open) return nothingLoaded;
  const { cause, slot, period, facts } = open;
  const automation = await loadClaimedAutomation(deps, payload, facts.workspaceVersion);
  const deliverEmpty = automation?.exportEmptyReports ?? true;
  const started = { runId, automationId, tenant, cause, slot, period, deliverEmpty, ...facts };
  const exportId = deriveExportId(sha256, runId, 1);
  const run = await executeOnRun(deps, payload, runId, { type: "StartRun", ...started, exportId });
  return run ? { ...optimistic, ledger, run } : nothingLoaded;
};

/** True for e-mail now. The deliverer checks again, so a change in between affects only the queue. */
const isSentByMail = async (
  { runner }: SchedulerDeps,
  { tenant, automationId }: Pick<AdvancePayload, "tenant" | "automationId">,
): Promise<boolean> => {
  const { state } = await runner.load(workspaceDecider, tenant);
  const automation = state.automations.find((one) => one.automationId === automationId);
  return automation?.destination.kind === DestinationKind.Email;
};

/** Enqueues the delivery, unless an earlier attempt's open job continues it, even if its process died. */
const handOverDelivery = async (
  deps: SchedulerDeps,
  { payload, run }: StepContext & { run: ExistingRun },
  step: Extract<NextStep, { do: "deliver" }>,
): Promise<JobOutcome | OptimisticState> => {
  const { queue, clock } = deps;
  const { runId } = payload;
  const { try: ofTry, attempt } = step;
  if (run.status === "delivering")
    for (let before = 1; before < attempt; before += 1)
      if ((await queue.getStatus(deliverRunId({ runId, try: ofTry, attempt: before }))) === "open") return completed;
  const byMail = await isSentByMail(deps, payload);
  const job = deliverRunJob({ ...payload, try: ofTry, attempt }, clock.now(), { byMail });
  await ensureJob(queue, job);
  failpoint("scheduler:after-hand-over");
  // The job was given up before it recorded a failure.
  if ((await queue.getStatus(job.id)) !== "dead") return completed;
  await executeOnRun(deps, payload, runId, { type: "FailDelivery", try: ofTry, attempt, ...neverBegun });
  return nothingLoaded;
};

const isJobOutcome = (result: JobOutcome | OptimisticState): result is JobOutcome => "kind" in result;

/** Returns the job's outcome if nothing follows at once, else the knowledge for the next step. */
const doStep = async (
  deps: SchedulerDeps,
  context: StepContext,
  step: NextStep,
  jobId: string,
): Promise<JobOutcome | OptimisticState> => {
  const { payload, run } = context;
  const { runId } = payload;
  if (step.do === "done") return completed;
  if (step.do === "start") return startRun(deps, context);
  if (step.do === "wait") {
    const row = toAdvanceJob(payload, dueAtInstant(step.until));
    if (row.id === jobId) return reschedule(Math.max(1, Date.parse(step.until) - deps.clock.now().getTime()));
    await ensureJob(deps.queue, row);
    return completed;
  }
  if (run.status === "unknown") return completed;
  switch (step.do) {
    case "export":
      await executeOnRun(deps, payload, runId, await exportCommandOfTry(deps, runId, run.facts, step.try));
      return nothingLoaded;
    case "await-export": {
      const open = findOpenRun(context.ledger, runId);
      const lastTry = open !== undefined && isLastTry(context.ledger, open);
      // A manual run lists every missing order each time.
      const listedBefore = isManual(run.facts.cause) ? [] : context.ledger.carried.map(({ id }) => id);
      const about = { facts: run.facts, known: context.optimistic, lastTry, listedBefore };
      const next = await advanceExport(deps, payload, { ...step, ...about });
      if (next === "wait") return completed;
      if (next === "full") return reschedule(pause);
      await executeOnRun(deps, payload, runId, next);
      return nothingLoaded;
    }
    case "deliver":
      return handOverDelivery(deps, { ...context, run }, step);
    case "fail-try": {
      const { do: _, ...failure } = step;
      await executeOnLedger(deps, payload, { type: "FailTry", run: runId, ...failure });
      return nothingLoaded;
    }
    case "settle":
      await executeOnLedger(deps, payload, {
        type: "Settle",
        run: runId,
        outcome: step.outcome,
        without: step.without,
      });
      return nothingLoaded;
    case "end":
      await executeOnRun(deps, payload, runId, { type: "EndRun", outcome: step.outcome, reason: step.reason });
      return nothingLoaded;
  }
};

/**
 * Advances a run until it waits or has ended. Returns the outcome of the job `jobId`. `optimistic` spares the first
 * load. After a kill between steps, the job's next holder continues.
 */
export const driveRun = async (
  deps: SchedulerDeps,
  payload: AdvancePayload,
  { jobId, signal, optimistic = nothingLoaded }: { jobId: string; signal: AbortSignal; optimistic?: OptimisticState },
): Promise<JobOutcome> => {
  const { runner, clock, log } = deps;
  const { runId, automationId } = payload;
  let context = optimistic;
  for (let round = 0; round < maxSteps; round += 1) {
    signal.throwIfAborted();
    // The ledger first, so that the run's state isn't older.
    const ledger = context.ledger ?? (await runner.load(ledgerDecider, automationId)).state;
    const run = context.run ?? (await runner.load(runDecider, runId)).state;
    const step = nextStep(runId, run, ledger, clock.now().toISOString());
    const result = await doStep(deps, { payload, run, ledger, optimistic: context }, step, jobId);
    if (isJobOutcome(result)) return result;
    context = result;
  }
  log.warn({ runId }, "A run did not settle. It will be checked again.");
  return reschedule(pause);
};
