import { setImmediate as breathe, setTimeout as sleep } from "node:timers/promises";
import { StoreUnwritable } from "#infra/ports/busy.ts";
import type { ClaimedJob, ClaimOptions } from "#infra/ports/work-queue.ts";
import { operatorSentence } from "../process/give-up.ts";
import { type DoingOptions, doJob } from "./do-job.ts";
import { leaseFor } from "./hold-lease.ts";
import type { JobObserver } from "./observe-jobs.ts";

/** The longest pause, ms. The queue ends it when a job comes or falls due. */
const idleWait = 10_000;
/** Less than one in so many places is not worth a claim of its own, unless the last one is so long ago, ms. */
const fewOf = 5;
const pauseOfFew = 50;
/** The longest pause while such places stay empty, ms. The queue was not asked for them. */
const fewWait = 1_000;
const pauseAfterFault = 500;
/** Longer than holders of leases pause: when the store takes writes again, they keep what they have. */
const pauseWhileUnwritable = 2_000;

/** Kinds that share places and take turns. */
export type Claim = {
  kinds: readonly string[];
  /** So many jobs of them run at once in this process. */
  atOnce: number;
  /** Of one shop at most so many run at once, in all processes. */
  maxRunningPerShop?: number;
  /** So many of one shop are claimed in its turn, where several cost less together; default 1. */
  perTurn?: number;
  /** Among so many shops whose turn is next, those that this process had before come first; see {@link ClaimOptions}. */
  familiarAmong?: number;
};

type Wanted = Pick<ClaimOptions, "kinds" | "lanes">;

export type RunJobsOptions = DoingOptions & {
  /** Name of this worker in leases. */
  worker: string;
  lanes: readonly string[];
  /** Each with places of its own: what fills one keeps none of the others waiting. */
  claims: readonly Claim[];
  observer?: JobObserver | undefined;
};

/**
 * Claims and does jobs, several at once, until the signal aborts; then resolves, the running ones given back.
 * @throws {StoreDamaged} having given back the others
 */
export const runJobs = async (options: RunJobsOptions): Promise<void> => {
  const { log, clock } = options;
  const broken = new AbortController();
  const signal = AbortSignal.any([options.signal, broken.signal]);
  const places = options.claims.map((claim) => ({
    claim,
    wanted: { kinds: claim.kinds, lanes: options.lanes },
    running: new Set<Promise<void>>(),
    claimedAt: -pauseOfFew,
  }));
  /** When jobs that this process has given back may be claimed again; steady time. */
  let soon: number[] = [];
  let changed = new AbortController();

  const start = (job: ClaimedJob, running: Set<Promise<void>>): void => {
    let became = "lost";
    options.observer?.begun(job.kind);
    const ended = doJob({ ...options, signal }, job)
      .then((outcome) => {
        became = outcome.kind;
        if ("delay" in outcome && outcome.delay < idleWait) soon.push(clock.steady() + outcome.delay);
      })
      .catch((err: unknown) => {
        if (operatorSentence(err) !== undefined) broken.abort(err);
        else if (!options.signal.aborted) log.warn({ job: job.id, err }, "A job could not be settled.");
      })
      .finally(() => {
        options.observer?.ended(job.kind, became);
        running.delete(ended);
        // With a reason, as an error would be made without one.
        changed.abort("changed");
      });
    running.add(ended);
  };

  /** Returns the longest wait for more, ms, and the claims that were made. */
  const claimAll = async (): Promise<{ longest: number; asked: readonly Wanted[] }> => {
    let longest = idleWait;
    const asked = new Set<Wanted>();
    for (const place of places)
      for (const { claim, wanted, running } = place; ; ) {
        const free = claim.atOnce - running.size;
        const isFew = free < claim.atOnce / fewOf && clock.steady() - place.claimedAt < pauseOfFew;
        if (free <= 0 || signal.aborted) break;
        if (isFew) {
          longest = fewWait;
          break;
        }
        // Those that were settled by one commit leave their places together.
        await breathe();
        place.claimedAt = clock.steady();
        asked.add(wanted);
        const jobs = await claimSome(options, claim, claim.atOnce - running.size);
        for (const job of jobs) start(job, running);
        if (jobs.length === 0) break;
      }
    return { longest, asked: [...asked] };
  };

  const rest = async ({ longest, asked }: { longest: number; asked: readonly Wanted[] }): Promise<void> => {
    const now = clock.steady();
    soon = soon.filter((at) => at > now);
    await options.queue.wait(
      Math.min(longest, ...soon.map((at) => at - now + 1)),
      AbortSignal.any([signal, changed.signal]),
      asked,
    );
  };

  while (!signal.aborted) {
    changed = new AbortController();
    try {
      await rest(await claimAll());
    } catch (err) {
      if (options.signal.aborted) break;
      if (operatorSentence(err) !== undefined) broken.abort(err);
      else {
        log.warn({ err }, "The work queue was not available for a moment.");
        const pause = err instanceof StoreUnwritable ? pauseWhileUnwritable : pauseAfterFault;
        await sleep(pause, undefined, { signal }).catch(() => undefined);
      }
    }
  }
  await Promise.all(places.flatMap(({ running }) => [...running]));
  if (broken.signal.aborted) throw broken.signal.reason;
};

const claimSome = (
  { queue, worker, lanes }: RunJobsOptions,
  { atOnce: _, ...claim }: Claim,
  most: number,
): Promise<ClaimedJob[]> => queue.claimSome({ ...claim, lanes, worker, leaseFor }, most);
