import { loadSchedulingState, loadShopSchedulingState } from "#application/automations/scheduling-state.ts";
import { completed, type JobHandler, reschedule } from "#application/jobs/job.ts";
import { ledgerDecider } from "#domain/ledger/decider.ts";
import { decideNext } from "#domain/ledger/planning/next-decision.ts";
import { scheduleFunctions } from "#domain/ledger/planning/schedule-functions.ts";
import { runDecider } from "#domain/run/decider.ts";
import { prepareCommand } from "./claim.ts";
import type { SchedulerDeps } from "./deps.ts";
import { driveRun } from "./drive-run.ts";
import { executeOnLedger } from "./execute-command.ts";
import { dueAtInstant, ensureJob, planJob, readPlanPayload } from "./jobs.ts";
import type { OptimisticState } from "./optimistic-state.ts";

/** Limit of decisions per job. In practice far fewer follow each other. */
const maxDecisions = 20;

/** Delay after that limit was reached, ms. */
const recheckDelay = 10_000;

/**
 * The job `plan-automation`: does an automated report's next step, then enqueues a job for the next instant. Advances a
 * claimed run until its export is requested, so a slot needs no other job. May run late, needlessly, or twice at the
 * same time: the streams decide everything (D-2).
 */
export const createPlanJob = (deps: SchedulerDeps): JobHandler => {
  const { queue, clock, log } = deps;
  return async (job, signal) => {
    const payload = readPlanPayload(job);
    const { tenant, automationId } = payload;
    for (let round = 0; round < maxDecisions; round += 1) {
      signal.throwIfAborted();
      const scheduling = await loadSchedulingState(deps, await loadShopSchedulingState(deps, tenant), automationId);
      const next = decideNext(scheduling.outlook, scheduleFunctions);
      // The run was claimed by this job or a dead process. The job stays until the run can wait on its own.
      const { open } = scheduling.outlook.state;
      if (open && next.do !== "call-off")
        return driveRun(deps, { ...payload, runId: open.run }, { jobId: job.id, signal });
      if (next.do === "wait") {
        if (next.until === null) return completed;
        const row = planJob(payload, dueAtInstant(next.until));
        // The clock was set: this job ran too early.
        if (row.id === job.id) return reschedule(Math.max(1, Date.parse(next.until) - clock.now().getTime()));
        await ensureJob(queue, row);
        return completed;
      }
      const { command, input } = await prepareCommand(deps, payload, scheduling, next);
      const isNewStream = scheduling.outlook.state === ledgerDecider.initialState;
      const ledger = await executeOnLedger(deps, payload, command, { isNewStream });
      if (!ledger?.open || next.do === "call-off") continue;
      const known: OptimisticState = { ledger, run: runDecider.initialState, ...(input && { input }) };
      return driveRun(deps, { ...payload, runId: ledger.open.run }, { jobId: job.id, signal, optimistic: known });
    }
    log.warn({ automationId }, "An automated report did not settle. It will be checked again.");
    return reschedule(recheckDelay);
  };
};
