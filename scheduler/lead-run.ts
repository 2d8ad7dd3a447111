import { deliverRunId, deliverRunJob } from "#application/jobs/deliver-run-job.ts";
import { done, type Outcome, putDown } from "#application/jobs/job.ts";
import { failpoint } from "#application/process/failpoint.ts";
import { sha256 } from "#application/text/derive-id.ts";
import { DestinationKind } from "#domain/enumerations.ts";
import { ledgerDecider } from "#domain/ledger/decider.ts";
import { isByHand } from "#domain/ledger/events.ts";
import { isLastTry } from "#domain/ledger/outcome.ts";
import type { LedgerState } from "#domain/ledger/state.ts";
import { openRunOf } from "#domain/ledger/state.ts";
import { runDecider } from "#domain/run/decider.ts";
import { type NextStep, nextStep } from "#domain/run/next-step.ts";
import { exportIdOf } from "#domain/run/run-ids.ts";
import type { KnownRun, RunState } from "#domain/run/state.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { SchedulerDeps } from "./deps.ts";
import { claimedAutomation, exportOfTry, stepOfExport } from "./export-of-run.ts";
import { unsent } from "./give-up.ts";
import { type AdvancePayload, advanceJob, dueAtInstant, ensureRow } from "./jobs.ts";
import { type Known, lookAgain } from "./known.ts";
import { toLedger, toRun } from "./send.ts";

/** Maximum steps in a row for one run; more than a run has. */
const mostRounds = 30;
const pause = 10_000;

type Met = { payload: AdvancePayload; run: RunState; ledger: LedgerState; known: Known };

/** Starts a run together with its first export request, in one append. */
const startRun = async (deps: SchedulerDeps, { payload, ledger, known }: Met): Promise<Known> => {
  const { runId, automationId, tenant } = payload;
  const open = openRunOf(ledger, runId);
  if (!open) return lookAgain;
  const { cause, slot, period, facts } = open;
  const automation = await claimedAutomation(deps, payload, facts.workspaceVersion);
  const deliverEmpty = automation?.exportEmptyReports ?? true;
  const started = { runId, automationId, tenant, cause, slot, period, deliverEmpty, ...facts };
  const exportId = exportIdOf(sha256, runId, 1);
  const run = await toRun(deps, payload, runId, { type: "StartRun", ...started, exportId });
  return run ? { ...known, ledger, run } : lookAgain;
};

/**
 * Tells if a report goes out by e-mail as saved now. The deliverer checks again, so a change in between affects only
 * the queue.
 */
const goesByMail = async (
  { runner }: SchedulerDeps,
  { tenant, automationId }: Pick<AdvancePayload, "tenant" | "automationId">,
): Promise<boolean> => {
  const { state } = await runner.load(workspaceDecider, tenant);
  const automation = state.automations.find((one) => one.automationId === automationId);
  return automation?.destination.kind === DestinationKind.Email;
};

/**
 * Hands a delivery to the deliverer. An open job of an earlier attempt continues it, even if its process died. Only
 * without one is another job enqueued.
 */
const handOver = async (
  deps: SchedulerDeps,
  { payload, run }: Met & { run: KnownRun },
  step: Extract<NextStep, { do: "deliver" }>,
): Promise<Outcome | Known> => {
  const { queue, clock } = deps;
  const { runId } = payload;
  const { try: ofTry, attempt } = step;
  if (run.status === "delivering")
    for (let before = 1; before < attempt; before += 1)
      if ((await queue.standing(deliverRunId({ runId, try: ofTry, attempt: before }))) === "open") return done;
  const byMail = await goesByMail(deps, payload);
  const job = deliverRunJob({ ...payload, try: ofTry, attempt }, clock.now(), { byMail });
  await ensureRow(queue, job);
  failpoint("scheduler:after-hand-over");
  // The job was given up before it could record that.
  if ((await queue.standing(job.id)) !== "dead") return done;
  await toRun(deps, payload, runId, { type: "FailDelivery", try: ofTry, attempt, ...unsent });
  return lookAgain;
};

const isOutcome = (answer: Outcome | Known): answer is Outcome => "kind" in answer;

/** Does one step. Returns the job's outcome if nothing follows at once, else what is known for the next step. */
const doStep = async (deps: SchedulerDeps, met: Met, step: NextStep, jobId: string): Promise<Outcome | Known> => {
  const { payload, run } = met;
  const { runId } = payload;
  if (step.do === "done") return done;
  if (step.do === "start") return startRun(deps, met);
  if (step.do === "wait") {
    const row = advanceJob(payload, dueAtInstant(step.until));
    if (row.id === jobId) return putDown(Math.max(1, Date.parse(step.until) - deps.clock.now().getTime()));
    await ensureRow(deps.queue, row);
    return done;
  }
  if (run.status === "unknown") return done;
  switch (step.do) {
    case "export":
      await toRun(deps, payload, runId, await exportOfTry(deps, runId, run.facts, step.try));
      return lookAgain;
    case "await-export": {
      const open = openRunOf(met.ledger, runId);
      const lastTry = open !== undefined && isLastTry(met.ledger, open);
      // A run by hand lists every missing order each time.
      const toldBefore = isByHand(run.facts.cause) ? [] : met.ledger.carried.map(({ id }) => id);
      const about = { facts: run.facts, known: met.known, lastTry, toldBefore };
      const next = await stepOfExport(deps, payload, { ...step, ...about });
      if (next === "wait") return done;
      if (next === "full") return putDown(pause);
      await toRun(deps, payload, runId, next);
      return lookAgain;
    }
    case "deliver":
      return handOver(deps, { ...met, run }, step);
    case "fail-try": {
      const { do: _, ...failure } = step;
      await toLedger(deps, payload, { type: "FailTry", run: runId, ...failure });
      return lookAgain;
    }
    case "settle":
      await toLedger(deps, payload, { type: "Settle", run: runId, outcome: step.outcome, without: step.without });
      return lookAgain;
    case "end":
      await toRun(deps, payload, runId, { type: "EndRun", outcome: step.outcome, reason: step.reason });
      return lookAgain;
  }
};

/**
 * Does a run's next steps until it waits for an export, a delivery or another try, or has ended. Returns the outcome of
 * the job `jobId`. `known` spares the first load. If the process dies between two steps, the job's next holder
 * continues.
 */
export const leadRun = async (
  deps: SchedulerDeps,
  payload: AdvancePayload,
  { jobId, signal, known = lookAgain }: { jobId: string; signal: AbortSignal; known?: Known },
): Promise<Outcome> => {
  const { runner, clock, log } = deps;
  const { runId, automationId } = payload;
  let met = known;
  for (let round = 0; round < mostRounds; round += 1) {
    signal.throwIfAborted();
    // Load the ledger first, so that the run's state is no older.
    const ledger = met.ledger ?? (await runner.load(ledgerDecider, automationId)).state;
    const run = met.run ?? (await runner.load(runDecider, runId)).state;
    const step = nextStep(runId, run, ledger, clock.now().toISOString());
    const answer = await doStep(deps, { payload, run, ledger, known: met }, step, jobId);
    if (isOutcome(answer)) return answer;
    met = answer;
  }
  log.warn({ runId }, "A run did not come to rest; it is looked at again.");
  return putDown(pause);
};
