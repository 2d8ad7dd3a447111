import { lookAt, lookAtShop } from "#application/automations/look.ts";
import { done, type JobHandler, putDown } from "#application/jobs/job.ts";
import { ledgerDecider } from "#domain/ledger/decider.ts";
import { decideNext } from "#domain/ledger/planning/next-decision.ts";
import { plannedSlots } from "#domain/ledger/planning/planned.ts";
import { runDecider } from "#domain/run/decider.ts";
import { commandOf } from "./claim.ts";
import type { SchedulerDeps } from "./deps.ts";
import { dueAtInstant, ensureRow, planJob, planPayloadOf } from "./jobs.ts";
import type { Known } from "./known.ts";
import { leadRun } from "./lead-run.ts";
import { toLedger } from "./send.ts";

/** Maximum decisions in a row for one report; far more than ever follow each other. */
const mostRounds = 20;

/** Delay before the next check if the decisions reach no end, ms. */
const pause = 10_000;

/**
 * The job `plan-automation`: does what is next for an automated report, then enqueues a job for the instant to wait
 * for. Advances a claimed run until its export is requested, so a slot needs no other job. May run late, needlessly, or
 * twice at once: the streams decide everything (D-2).
 */
export const createPlanJob = (deps: SchedulerDeps): JobHandler => {
  const { queue, clock, log } = deps;
  return async (job, signal) => {
    const payload = planPayloadOf(job);
    const { tenant, automationId } = payload;
    for (let round = 0; round < mostRounds; round += 1) {
      signal.throwIfAborted();
      const seen = await lookAt(deps, await lookAtShop(deps, tenant), automationId);
      const next = decideNext(seen.outlook, plannedSlots);
      // The claim of this job, or of a process that died since. This job stays until the run can wait on its own.
      const { open } = seen.outlook.state;
      if (open && next.do !== "call-off")
        return leadRun(deps, { ...payload, runId: open.run }, { jobId: job.id, signal });
      if (next.do === "wait") {
        if (next.until === null) return done;
        const row = planJob(payload, dueAtInstant(next.until));
        // This job ran too early, as the clock was set.
        if (row.id === job.id) return putDown(Math.max(1, Date.parse(next.until) - clock.now().getTime()));
        await ensureRow(queue, row);
        return done;
      }
      const { command, input } = await commandOf(deps, payload, seen, next);
      const fresh = seen.outlook.state === ledgerDecider.initialState;
      const ledger = await toLedger(deps, payload, command, { fresh });
      if (!ledger?.open || next.do === "call-off") continue;
      const known: Known = { ledger, run: runDecider.initialState, ...(input && { input }) };
      return leadRun(deps, { ...payload, runId: ledger.open.run }, { jobId: job.id, signal, known });
    }
    log.warn({ automationId }, "An automated report did not come to rest; it is looked at again.");
    return putDown(pause);
  };
};
