import { setTimeout as sleep } from "node:timers/promises";
import { decideNext } from "#domain/automation/next-decision.ts";
import { plannedSlots } from "#domain/automation/planned.ts";
import { runDecider } from "#domain/run/decider.ts";
import { lookAt, lookAtShop, type Seen } from "#infra/app/automations/look.ts";
import { operatorSentence } from "#infra/app/give-up.ts";
import { allTenants } from "#infra/app/session/shop-names.ts";
import { StoreBusy, StoreUnwritable } from "#infra/ports/busy.ts";
import type { SchedulerDeps } from "./deps.ts";
import { advanceJob, dueAtInstant, ensureRow, planJob } from "./jobs.ts";

type Sweeping = Pick<SchedulerDeps, "runner" | "stateStore" | "queue" | "clock" | "log">;

/** Runs that somebody has to go on with: the open ones, and the newest that was settled and may have no end. */
const runsLeft = async ({ runner }: Sweeping, { outlook }: Seen): Promise<string[]> => {
  const { open, test, settled } = outlook.state;
  const left = [open, test].flatMap((one) => (one ? [one.run] : []));
  const newest = settled.at(-1)?.run;
  if (newest === undefined) return left;
  const { state } = await runner.load(runDecider, newest);
  return state.status === "ended" || state.status === "unknown" ? left : [...left, newest];
};

/** Its row, or, where something is to be done for it now, a look at it. `sweep`: names this sweep in ids. */
const restore = async (
  deps: Sweeping,
  { tenant, automationId, sweep }: { tenant: string; automationId: string; sweep: string },
  seen: Seen,
): Promise<void> => {
  const { queue, clock } = deps;
  const payload = { tenant, automationId, correlation: sweep, causation: sweep };
  const now = { cause: sweep, dueAt: clock.now(), atOnce: true } as const;
  for (const runId of await runsLeft(deps, seen)) await queue.enqueue(advanceJob({ ...payload, runId }, now));
  const next = decideNext(seen.outlook, plannedSlots);
  if (next.do !== "wait") await queue.enqueue(planJob(payload, now));
  else if (next.until !== null) await ensureRow(queue, planJob(payload, dueAtInstant(next.until)));
};

/** ms between tries where a store did not answer. */
const pause = 500;

/** What a store keeps from being done now is done when it answers again: of a report whose row is lost nobody else ever thinks. */
const insist = async (
  work: () => Promise<void>,
  { log, signal }: Pick<Sweeping, "log"> & { signal: AbortSignal },
): Promise<void> => {
  for (;;) {
    try {
      return await work();
    } catch (err) {
      if (!(err instanceof StoreBusy || err instanceof StoreUnwritable) || signal.aborted) throw err;
      log.warn({ err }, "The look at all automated reports waits for a store.");
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }
};

/**
 * Restores the rows of all automated reports, once, at the start of a scheduler: those that an older copy of the work queue lacks, and those of
 * moments that passed while nobody ran. What stands already stays as it is.
 * @throws {StoreDamaged}
 */
export const sweepAtStart = async (deps: Sweeping, signal: AbortSignal): Promise<void> => {
  const { stateStore, clock, log } = deps;
  const sweep = `sweep:${clock.wall().toISOString()}`;
  for (const tenant of await allTenants(stateStore)) {
    const shop = await lookAtShop(deps, tenant);
    for (const { automationId } of shop.workspace.state.automations) {
      if (signal.aborted) return;
      try {
        const look = async () => restore(deps, { tenant, automationId, sweep }, await lookAt(deps, shop, automationId));
        await insist(look, { log, signal });
      } catch (err) {
        if (operatorSentence(err) !== undefined) throw err;
        // What is left the next start looks at.
        if (signal.aborted) return;
        log.error(
          { automationId, tenant, err },
          "An automated report could not be looked at when the scheduler began.",
        );
      }
    }
  }
};
