import { setTimeout as sleep } from "node:timers/promises";
import {
  loadSchedulingState,
  loadShopSchedulingState,
  type SchedulingState,
} from "#application/automations/scheduling-state.ts";
import { findOperatorSentence } from "#application/process/exit-with-reason.ts";
import { readTenants } from "#application/session/shop-names.ts";
import { decideNext } from "#domain/ledger/planning/next-decision.ts";
import { scheduleFunctions } from "#domain/ledger/planning/schedule-functions.ts";
import { runDecider } from "#domain/run/decider.ts";
import { StoreBusy, StoreUnwritable } from "#infra/ports/store-errors.ts";
import type { SchedulerDeps } from "./deps.ts";
import { dueAtInstant, ensureJob, planJob, toAdvanceJob } from "./jobs.ts";

type RestoreDeps = Pick<SchedulerDeps, "runner" | "stateStore" | "queue" | "clock" | "log">;

/** The open runs, and the last settled one without an end. */
const unfinishedRuns = async ({ runner }: RestoreDeps, { outlook }: SchedulingState): Promise<string[]> => {
  const { open, byHand, settled } = outlook.state;
  const runIds = [open, byHand].flatMap((one) => (one ? [one.run] : []));
  const newest = settled.at(-1)?.run;
  if (newest === undefined) return runIds;
  const { state } = await runner.load(runDecider, newest);
  return state.status === "ended" || state.status === "unknown" ? runIds : [...runIds, newest];
};

/** Restores a report's jobs. `restoreId` is part of their ids. */
const restoreJobs = async (
  deps: RestoreDeps,
  { tenant, automationId, restoreId }: { tenant: string; automationId: string; restoreId: string },
  scheduling: SchedulingState,
): Promise<void> => {
  const { queue, clock } = deps;
  const payload = { tenant, automationId, correlation: restoreId, causation: restoreId };
  const now = { cause: restoreId, dueAt: clock.now(), atOnce: true } as const;
  for (const runId of await unfinishedRuns(deps, scheduling))
    await queue.enqueue(toAdvanceJob({ ...payload, runId }, now));
  const next = decideNext(scheduling.outlook, scheduleFunctions);
  if (next.do !== "wait") await queue.enqueue(planJob(payload, now));
  else if (next.until !== null) await ensureJob(queue, planJob(payload, dueAtInstant(next.until)));
};

type RetryOptions = Pick<RestoreDeps, "log"> & { signal: AbortSignal };

const pause = 500;

/** Waits for the store: nothing else recovers a report without a job. */
const retryUntilAnswered = async <T>(work: () => Promise<T>, { log, signal }: RetryOptions): Promise<T> => {
  for (;;) {
    try {
      return await work();
    } catch (err) {
      if (!(err instanceof StoreBusy || err instanceof StoreUnwritable) || signal.aborted) throw err;
      log.warn({ err }, "The check of all automated reports waits for a store.");
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }
};

/** Logs a failure; the next start tries again. */
const logAndContinue = async <T>(
  of: { tenant: string; automationId?: string },
  work: () => Promise<T>,
  options: RetryOptions,
): Promise<T | undefined> => {
  try {
    return await retryUntilAnswered(work, options);
  } catch (err) {
    if (findOperatorSentence(err) !== undefined) throw err;
    const what = of.automationId === undefined ? "The automated reports of a shop" : "An automated report";
    if (!options.signal.aborted)
      options.log.error({ ...of, err }, `${what} could not be checked when the scheduler started.`);
    return undefined;
  }
};

/**
 * Restores jobs at a start: lost by an older copy of the queue, or due while no scheduler ran.
 * @throws {StoreDamaged}
 */
export const restoreJobsAtStart = async (deps: RestoreDeps, signal: AbortSignal): Promise<void> => {
  const { stateStore, clock, log } = deps;
  const restoreId = `sweep:${clock.wall().toISOString()}`;
  const options = { log, signal };
  for (const tenant of await retryUntilAnswered(() => readTenants(stateStore), options)) {
    const shop = await logAndContinue({ tenant }, () => loadShopSchedulingState(deps, tenant), options);
    for (const { automationId } of shop?.workspace.state.automations ?? []) {
      if (signal.aborted || !shop) return;
      const restoreAutomation = async () =>
        restoreJobs(deps, { tenant, automationId, restoreId }, await loadSchedulingState(deps, shop, automationId));
      await logAndContinue({ tenant, automationId }, restoreAutomation, options);
    }
    if (signal.aborted) return;
  }
};
