import { type Clock, createJumpMeter } from "../ports/clock.ts";
import { createNotifier } from "../ports/notifier.ts";
import { createClaimMarks } from "../ports/stores/claim-marks.ts";
import type { ClaimedJob, ClaimOptions, WorkQueue } from "../ports/work-queue.ts";
import { cloneAsJson, createSeededRandom, delayRandomly } from "./irregularity.ts";
import { queryOpenJobs, type StoredJob } from "./open-jobs.ts";

const retentionMs = 30 * 24 * 3_600_000;

export const createMemoryWorkQueue = (clock: Clock): WorkQueue => {
  const dice = createSeededRandom();
  const bell = createNotifier();
  const jobs = new Map<string, StoredJob>();
  const turns = new Map<string, number>();
  let turn = 0;
  /** Marks hold the number of the bell's last notification. */
  const marks = createClaimMarks<number>();
  const wall = (): number => clock.wall().getTime();
  const jumpSinceLook = createJumpMeter(clock);

  /**
   * Repairs leases and pauses after a clock jump: none ends later than its own length from now, and a jump forward ends
   * none.
   */
  const mend = (): void => {
    const jump = jumpSinceLook();
    for (const job of jobs.values()) {
      if (job.retryAt > wall() + job.retryDelayMs) job.retryAt = wall() + job.retryDelayMs;
      if (job.leaseUntil === undefined) continue;
      const ended = job.leaseUntil <= wall() && job.leaseUntil > wall() - jump;
      if (ended || job.leaseUntil > wall() + job.leaseMs) job.leaseUntil = wall() + job.leaseMs;
    }
  };
  const isRunning = (job: StoredJob): boolean => job.leaseUntil !== undefined && job.leaseUntil > wall();
  const isClaimable = (job: StoredJob): boolean =>
    job.completedAt === undefined &&
    (job.atOnce || job.fence > 0 || job.dueAt.getTime() <= clock.now().getTime()) &&
    job.retryAt <= wall() &&
    !isRunning(job);
  const open = (kinds: readonly string[]): StoredJob[] =>
    [...jobs.values()].filter((job) => job.completedAt === undefined && kinds.includes(job.kind));
  const died = (): StoredJob[] => [...jobs.values()].filter(({ deathReason }) => deathReason !== undefined);
  const turnOf = (seen: ReadonlyMap<string, number>, tenant: string, kinds: readonly string[]): number =>
    Math.max(0, ...kinds.map((kind) => seen.get(JSON.stringify([tenant, kind])) ?? 0));
  const heldBy = (job: ClaimedJob): StoredJob | undefined => {
    const stored = jobs.get(job.id);
    return stored?.fence === job.fence &&
      stored.enqueuedAt === job.enqueuedAt.getTime() &&
      stored.leaseUntil !== undefined
      ? stored
      : undefined;
  };
  const change = async (job: ClaimedJob, update: (held: StoredJob) => void): Promise<boolean> => {
    await delayRandomly(dice);
    const stored = heldBy(job);
    if (stored) update(stored);
    bell.notify();
    return stored !== undefined;
  };
  const claimed = ({
    id,
    kind,
    lane,
    tenant,
    dueAt,
    payload,
    fence,
    enqueuedAt,
    rescheduleCount,
  }: StoredJob): ClaimedJob => ({
    id,
    kind,
    lane,
    tenant,
    dueAt: new Date(dueAt),
    payload: cloneAsJson(payload),
    fence,
    enqueuedAt: new Date(enqueuedAt),
    attempts: fence - rescheduleCount,
  });

  const claimTurn = async (options: ClaimOptions, maxJobs: number): Promise<ClaimedJob[]> => {
    const { kinds, lanes, worker, leaseMs, maxRunningPerShop = Number.POSITIVE_INFINITY } = options;
    marks.note(options, bell.notifications());
    // Copied before the job is taken: concurrent claims may see the same turns.
    const turnsSeen = new Map(turns);
    await delayRandomly(dice);
    mend();
    const runningIn = (tenant: string): number =>
      open(kinds).filter((job) => job.tenant === tenant && isRunning(job)).length;
    const candidates = open(kinds).filter(
      (job) => lanes.includes(job.lane) && isClaimable(job) && runningIn(job.tenant) < maxRunningPerShop,
    );
    const [first, ...others] = candidates.sort(
      (a, b) =>
        turnOf(turnsSeen, a.tenant, kinds) - turnOf(turnsSeen, b.tenant, kinds) ||
        a.dueAt.getTime() - b.dueAt.getTime() ||
        compare(a.tenant, b.tenant) ||
        compare(a.id, b.id),
    );
    if (!first) return [];
    const besides = others.filter(
      ({ tenant, kind, lane, leaseUntil }) =>
        tenant === first.tenant && kind === first.kind && lane === first.lane && leaseUntil === undefined,
    );
    const taken = [first, ...besides.slice(0, Math.min(maxJobs, maxRunningPerShop - runningIn(first.tenant)) - 1)];
    for (const job of taken) {
      job.fence += 1;
      job.worker = worker;
      job.leaseMs = leaseMs;
      job.leaseUntil = wall() + leaseMs;
    }
    turn += 1;
    turns.set(JSON.stringify([first.tenant, first.kind]), turn);
    return taken.map(claimed);
  };

  return {
    async enqueue(job) {
      await delayRandomly(dice);
      for (const { id, completedAt } of jobs.values()) {
        if (completedAt !== undefined && completedAt < wall() - retentionMs) jobs.delete(id);
      }
      if (jobs.has(job.id)) return false;
      const payload = cloneAsJson(job.payload);
      const atOnce = job.atOnce || job.dueAt.getTime() <= clock.now().getTime();
      const fresh = {
        fence: 0,
        enqueuedAt: wall(),
        worker: undefined,
        leaseUntil: undefined,
        leaseMs: 0,
        retryAt: 0,
        retryDelayMs: 0,
        completedAt: undefined,
        rescheduleCount: 0,
        deathReason: undefined,
      };
      jobs.set(job.id, { ...job, atOnce, dueAt: new Date(job.dueAt), payload, ...fresh });
      bell.notify();
      return true;
    },
    claim: async (options) => (await claimTurn(options, 1))[0],
    async claimBatch(options, maxJobs) {
      const jobs: ClaimedJob[] = [];
      while (jobs.length < maxJobs) {
        const turn = await claimTurn(options, Math.min(options.maxPerTurn ?? 1, maxJobs - jobs.length));
        if (turn.length === 0) break;
        jobs.push(...turn);
      }
      return jobs;
    },
    extendLease: (job, leaseMs) =>
      change(job, (stored) => {
        stored.leaseMs = leaseMs;
        stored.leaseUntil = wall() + leaseMs;
      }),
    complete: (job) =>
      change(job, (stored) => {
        stored.completedAt = wall();
        stored.leaseUntil = undefined;
      }),
    scheduleRetry: (job, delay) =>
      change(job, (stored) => {
        stored.retryDelayMs = delay;
        stored.retryAt = wall() + delay;
        stored.leaseUntil = undefined;
      }),
    reschedule: (job, delay, payload = job.payload) =>
      change(job, (stored) => {
        stored.retryDelayMs = delay;
        stored.retryAt = wall() + delay;
        stored.leaseUntil = undefined;
        stored.rescheduleCount += 1;
        stored.payload = cloneAsJson(payload);
      }),
    async releaseLeases(worker) {
      await delayRandomly(dice);
      const left = [...jobs.values()].filter((job) => job.worker === worker && isRunning(job));
      for (const job of left) Object.assign(job, { leaseMs: 0, leaseUntil: wall() });
      bell.notify();
      return left.length;
    },
    deadLetter: (job, reason) =>
      change(job, (stored) => {
        stored.completedAt = wall();
        stored.deathReason = reason;
        stored.leaseUntil = undefined;
      }),
    async listDead(limit) {
      await delayRandomly(dice);
      return died()
        .map(({ id, kind, tenant, fence, rescheduleCount, completedAt = 0, deathReason = "" }) => ({
          id,
          kind,
          tenant,
          attempts: fence - rescheduleCount,
          diedAt: new Date(completedAt),
          reason: deathReason,
        }))
        .sort((a, b) => b.diedAt.getTime() - a.diedAt.getTime() || compare(a.id, b.id))
        .slice(0, limit);
    },
    async countDead() {
      await delayRandomly(dice);
      const kinds = [...new Set(died().map(({ kind }) => kind))].sort();
      return Object.fromEntries(kinds.map((kind) => [kind, died().filter((job) => job.kind === kind).length]));
    },
    async revive(id) {
      await delayRandomly(dice);
      const stored = jobs.get(id);
      if (stored?.deathReason === undefined) return false;
      const afresh = { rescheduleCount: stored.fence, retryAt: wall(), retryDelayMs: 0 };
      Object.assign(stored, { completedAt: undefined, deathReason: undefined, ...afresh });
      bell.notify();
      return true;
    },
    async drop(id) {
      await delayRandomly(dice);
      const stored = jobs.get(id);
      if (stored?.deathReason === undefined) return false;
      stored.deathReason = undefined;
      return true;
    },
    async getStatus(id) {
      await delayRandomly(dice);
      const stored = jobs.get(id);
      if (!stored) return undefined;
      if (stored.completedAt === undefined) return "open";
      return stored.deathReason === undefined ? "completed" : "dead";
    },
    async forget(id) {
      await delayRandomly(dice);
      const stored = jobs.get(id);
      return stored?.completedAt !== undefined && stored.deathReason === undefined && jobs.delete(id);
    },
    async countOpen({ tenant, kinds }) {
      await delayRandomly(dice);
      const ours = open(kinds).filter((job) => job.tenant === tenant);
      const running = ours.filter(isRunning).length;
      return { waiting: ours.length - running, running };
    },
    async listOpenJobs(query) {
      await delayRandomly(dice);
      mend();
      const stored = [...jobs.values()].filter(({ completedAt }) => completedAt === undefined);
      return queryOpenJobs(stored, query, { now: clock.now().getTime(), wall: wall() });
    },
    async listLiveLeases(kind) {
      await delayRandomly(dice);
      mend();
      return open([kind])
        .filter(isRunning)
        .map(claimed)
        .sort((a, b) => compare(a.id, b.id));
    },
    waitForJobs(timeout, signal, claims = []) {
      const since = Math.min(bell.notifications(), ...marks.of(claims));
      return bell.wait({ since, timeoutMs: Math.min(timeout, 1_000), signal });
    },
    async close() {},
  };
};

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
