import { setTimeout as sleep, setImmediate as yieldToEventLoop } from "node:timers/promises";
import { StoreUnwritable } from "#infra/ports/store-errors.ts";
import type { ClaimedJob, ClaimOptions } from "#infra/ports/work-queue.ts";
import { findOperatorSentence } from "../process/exit-with-reason.ts";
import { leaseDuration } from "./hold-lease.ts";
import type { JobObserver } from "./observe-jobs.ts";
import { type RunJobOptions, runJob } from "./run-job.ts";

/** Longest pause, ms. The queue ends it when a job arrives or falls due. */
const maxIdleWait = 10_000;
/** Don't claim for fewer free permits than a fifth of all, unless the last claim is 50 ms ago. */
const minFreeShare = 5;
const pauseWhenFewFree = 50;
/** Longest pause while those permits stay unused, ms. The queue was not asked for them. */
const waitWhenFewFree = 1_000;
const pauseAfterFailure = 500;
/** Longer than lease holders pause: once the store takes writes again, they renew first. */
const pauseWhileUnwritable = 2_000;

/** Kinds that share permits and take turns. */
export type ClaimGroup = {
  kinds: readonly string[];
  /** Maximum running at the same time in this process. */
  atOnce: number;
  /** Maximum running at the same time per shop, over all processes. */
  maxRunningPerShop?: number;
  /** Jobs claimed per turn of a shop, for kinds where several cost less together; default 1. */
  maxPerTurn?: number;
  /** Among this many shops next in turn, prefer those this process worked for before; see {@link ClaimOptions}. */
  affinityWindow?: number;
};

type Wanted = Pick<ClaimOptions, "kinds" | "lanes">;

export type RunJobsOptions = RunJobOptions & {
  /** Name of this worker in leases. */
  worker: string;
  lanes: readonly string[];
  /** Each has its own permits: a full one never blocks the others. */
  claims: readonly ClaimGroup[];
  observer?: JobObserver | undefined;
};

/**
 * Claims and runs jobs, several at the same time, until the signal aborts; then gives back the running ones.
 * @throws {StoreDamaged} after giving back the others
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
  /** Steady times when jobs rescheduled by this process become claimable. */
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
        // The reason avoids creating an error for each abort.
        changeController.abort("changed");
      });
    running.add(execution);
  };

  /** Returns the longest wait for more jobs, ms, and the claims that were made. */
  const claimAll = async (): Promise<{ longest: number; asked: readonly Wanted[] }> => {
    let maxWaitMs = maxIdleWait;
    const requests = new Set<Wanted>();
    for (const group of groups)
      for (const { claim, wanted, running } = group; ; ) {
        const free = claim.atOnce - running.size;
        const isFew = free < claim.atOnce / minFreeShare && clock.steady() - group.claimedAt < pauseWhenFewFree;
        if (free <= 0 || signal.aborted) break;
        if (isFew) {
          maxWaitMs = waitWhenFewFree;
          break;
        }
        // Jobs settled by one commit then release their permits together.
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
