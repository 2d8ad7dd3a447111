import { setTimeout as sleep } from "node:timers/promises";
import { lookAt, lookAtShop, type Seen } from "#application/automations/look.ts";
import { operatorSentence } from "#application/process/give-up.ts";
import { allTenants } from "#application/session/shop-names.ts";
import { decideNext } from "#domain/ledger/planning/next-decision.ts";
import { plannedSlots } from "#domain/ledger/planning/planned.ts";
import { runDecider } from "#domain/run/decider.ts";
import { StoreBusy, StoreUnwritable } from "#infra/ports/busy.ts";
import type { SchedulerDeps } from "./deps.ts";
import { advanceJob, dueAtInstant, ensureRow, planJob } from "./jobs.ts";

type Sweeping = Pick<SchedulerDeps, "runner" | "stateStore" | "queue" | "clock" | "log">;

/** Runs that may need another step: the open ones, and the last settled one if it has not ended. */
const runsLeft = async ({ runner }: Sweeping, { outlook }: Seen): Promise<string[]> => {
  const { open, byHand, settled } = outlook.state;
  const left = [open, byHand].flatMap((one) => (one ? [one.run] : []));
  const newest = settled.at(-1)?.run;
  if (newest === undefined) return left;
  const { state } = await runner.load(runDecider, newest);
  return state.status === "ended" || state.status === "unknown" ? left : [...left, newest];
};

/** Restores a report's job, or enqueues a check if something is due now. `sweep` names this sweep in job ids. */
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

type Insisting = Pick<Sweeping, "log"> & { signal: AbortSignal };

/** Pause between tries if a store does not answer, ms. */
const pause = 500;

/** Retries until the store answers. Nothing else recovers a report whose job is missing. */
const insist = async <T>(work: () => Promise<T>, { log, signal }: Insisting): Promise<T> => {
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

/** Logs a fault of one report or shop and continues with the others. The next start tries again. */
const lookOrSay = async <T>(
  of: { tenant: string; automationId?: string },
  work: () => Promise<T>,
  insisting: Insisting,
): Promise<T | undefined> => {
  try {
    return await insist(work, insisting);
  } catch (err) {
    if (operatorSentence(err) !== undefined) throw err;
    const what = of.automationId === undefined ? "The automated reports of a shop" : "An automated report";
    if (!insisting.signal.aborted)
      insisting.log.error({ ...of, err }, `${what} could not be looked at when the scheduler began.`);
    return undefined;
  }
};

/**
 * Restores missing jobs of all automated reports, once at a scheduler's start: lost by an older copy of the queue, or
 * due while no scheduler ran.
 * @throws {StoreDamaged}
 */
export const sweepAtStart = async (deps: Sweeping, signal: AbortSignal): Promise<void> => {
  const { stateStore, clock, log } = deps;
  const sweep = `sweep:${clock.wall().toISOString()}`;
  const insisting = { log, signal };
  for (const tenant of await insist(() => allTenants(stateStore), insisting)) {
    const shop = await lookOrSay({ tenant }, () => lookAtShop(deps, tenant), insisting);
    for (const { automationId } of shop?.workspace.state.automations ?? []) {
      if (signal.aborted || !shop) return;
      const look = async () => restore(deps, { tenant, automationId, sweep }, await lookAt(deps, shop, automationId));
      await lookOrSay({ tenant, automationId }, look, insisting);
    }
    if (signal.aborted) return;
  }
};
