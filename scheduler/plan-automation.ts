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

/** Decisions in a row for one report: far more than ever follow each other. */
const mostRounds = 20;

/** ms until it is looked at again where they did not come to an end. */
const pause = 10_000;

/**
 * The job `plan-automation`: asks what is next for an automated report and does it, until there is something to wait for; then there is a
 * row of that moment. A run that is claimed is led on at once, until its export is requested: so the row of the slot is the only one. It may be late, obsolete, or done twice at the same time: all is decided by the streams (D-2).
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
      // Its own claim, or that of somebody who died since: this row stands until the run can wait by itself.
      const { open } = seen.outlook.state;
      if (open && next.do !== "call-off")
        return leadRun(deps, { ...payload, runId: open.run }, { jobId: job.id, signal });
      if (next.do === "wait") {
        if (next.until === null) return done;
        const row = planJob(payload, dueAtInstant(next.until));
        // Its own row came too early, by a clock that was set.
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
