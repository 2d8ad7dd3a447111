import { setTimeout as sleep, setImmediate as yieldToEventLoop } from "node:timers/promises";
import { StoreUnwritable } from "#infra/ports/store-errors.ts";
import type { ClaimedJob, ClaimOptions } from "#infra/ports/work-queue.ts";
import { findOperatorSentence } from "../process/exit-with-reason.ts";
import { leaseDuration } from "./hold-lease.ts";
import type { JobObserver } from "./observe-jobs.ts";
import { type RunJobOptions, runJob } from "./run-job.ts";

/** Longest pause, ms. The queue ends it when a job arrives or is due. */
const maxIdleWait = 10_000;
/**
 * Doesn't claim while fewer than a fifth of a group's permits are free, unless its last claim was at least
 * `pauseWhenFewFree` ms ago.
 */
const minFreeDivisor = 5;
const pauseWhenFewFree = 50;
/**
 * Longest pause while a group has too few free permits to claim, ms. The queue isn't asked to wake us for that group.
 */
const waitWhenFewFree = 1_000;
const pauseAfterFailure = 500;
/** Pause, ms, longer than that of lease holders, so that they renew first. */
const pauseWhileUnwritable = 2_000;

/** Kinds that share permits and take turns. */
export type ClaimGroup = {
  kinds: readonly string[];
  /** Maximum number of its jobs that run in parallel in this process. */
  atOnce: number;
  /** Jobs of one shop that may run in parallel, over all processes. */
  maxRunningPerShop?: number;
  /** Jobs per turn of a shop, if several cost less together; default 1. */
  maxPerTurn?: number;
};

type Wanted = Pick<ClaimOptions, "kinds" | "lanes">;

export type RunJobsOptions = RunJobOptions & {
  worker: string;
  lanes: readonly string[];
  /** Separate permits: a full group never blocks the others. */
  claims: readonly ClaimGroup[];
  observer?: JobObserver | undefined;
};

/**
 * Claims and runs jobs, several at once, until the signal aborts; then hands back the running ones.
 * @throws an error that only an operator can fix, such as StoreDamaged, after releasing the running jobs
 */
export const runJobs = async (options: RunJobsOptions): Promise<void> => {
  const { log, clock } = options;
  const broken = new AbortController();
  const signal = AbortSignal.any([options.signal, broken.signal]);
  const groups = options.claims.map((claim) => ({
    claim,
    wanted: { kinds: claim.kinds, lanes: options.lanes },
    running: new Set<Promise<void>>(),
    claimedAt: -pauseWhenFewFree,
  }));
  /** Steady times when this process's rescheduled jobs are due. */
  let soon: number[] = [];
  let changeController = new AbortController();

  const start = (job: ClaimedJob, running: Set<Promise<void>>): void => {
    let became = "lost";
    options.observer?.begun(job.kind);
    const execution = runJob({ ...options, signal }, job)
      .then((outcome) => {
        became = outcome.kind;
        if ("delayMs" in outcome && outcome.delayMs < maxIdleWait) soon.push(clock.steady() + outcome.delayMs);
      })
      .catch((err: unknown) => {
        if (findOperatorSentence(err) !== undefined) broken.abort(err);
        else if (!options.signal.aborted) log.warn({ job: job.id, err }, "A job could not be settled.");
      })
      .finally(() => {
        options.observer?.ended(job.kind, became);
        running.delete(execution);
        // A string as the reason: without one, each abort would create a DOMException.
        changeController.abort("changed");
      });
    running.add(execution);
  };

  /** Claims for all groups. `longest`: how long to wait for more jobs at most, ms. `asked`: what was claimed for. */
  const claimAll = async (): Promise<{ longest: number; asked: readonly Wanted[] }> => {
    let maxWaitMs = maxIdleWait;
    const requests = new Set<Wanted>();
    for (const group of groups)
      for (const { claim, wanted, running } = group; ; ) {
        const free = claim.atOnce - running.size;
        const isFew = free < claim.atOnce / minFreeDivisor && clock.steady() - group.claimedAt < pauseWhenFewFree;
        if (free <= 0 || signal.aborted) break;
        if (isFew) {
          maxWaitMs = waitWhenFewFree;
          break;
        }
        // Lets jobs that were settled by the same commit release their permits first.
        await yieldToEventLoop();
        group.claimedAt = clock.steady();
        requests.add(wanted);
        const jobs = await claimBatch(options, claim, claim.atOnce - running.size);
        for (const job of jobs) start(job, running);
        if (jobs.length === 0) break;
      }
    return { longest: maxWaitMs, asked: [...requests] };
  };

  const waitForJobs = async ({
    longest: maxWaitMs,
    asked: claimedGroups,
  }: {
    longest: number;
    asked: readonly Wanted[];
  }): Promise<void> => {
    const now = clock.steady();
    soon = soon.filter((at) => at > now);
    await options.queue.waitForJobs(
      Math.min(maxWaitMs, ...soon.map((at) => at - now + 1)),
      AbortSignal.any([signal, changeController.signal]),
      claimedGroups,
    );
  };

  while (!signal.aborted) {
    changeController = new AbortController();
    try {
      await waitForJobs(await claimAll());
    } catch (err) {
      if (options.signal.aborted) break;
      if (findOperatorSentence(err) !== undefined) broken.abort(err);
      else {
        log.warn({ err }, "The work queue was not available for a moment.");
        const pause = err instanceof StoreUnwritable ? pauseWhileUnwritable : pauseAfterFailure;
        await sleep(pause, undefined, { signal }).catch(() => undefined);
      }
    }
  }
  await Promise.all(groups.flatMap(({ running }) => [...running]));
  if (broken.signal.aborted) throw broken.signal.reason;
};

const claimBatch = (
  { queue, worker, lanes }: RunJobsOptions,
  { atOnce: _, ...claim }: ClaimGroup,
  maxJobs: number,
): Promise<ClaimedJob[]> => queue.claimBatch({ ...claim, lanes, worker, leaseMs: leaseDuration }, maxJobs);
