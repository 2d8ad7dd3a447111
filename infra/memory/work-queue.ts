import type { Clock } from "../ports/clock.ts";
import type { ClaimedJob, Job, WorkQueue } from "../ports/work-queue.ts";
import { copyOf, createDice, dawdle } from "./awkward.ts";
import { createBell } from "./bell.ts";

type Held = Job & { fence: number; leaseUntil: number | undefined; retryAt: number; completedAt: number | undefined };

const keptMs = 30 * 24 * 3_600_000;

/** Jobs that live as long as the object. */
export const createMemoryWorkQueue = (clock: Clock): WorkQueue => {
  const dice = createDice();
  const bell = createBell();
  const jobs = new Map<string, Held>();
  const turns = new Map<string, number>();
  let turn = 0;
  const wall = (): number => clock.wall().getTime();

  const isRunning = (job: Held): boolean => job.leaseUntil !== undefined && job.leaseUntil > wall();
  const isClaimable = (job: Held): boolean =>
    job.completedAt === undefined &&
    job.dueAt.getTime() <= clock.now().getTime() &&
    job.retryAt <= wall() &&
    !isRunning(job);
  const open = (kinds: readonly string[]): Held[] =>
    [...jobs.values()].filter((job) => job.completedAt === undefined && kinds.includes(job.kind));
  const turnOf = (shop: string, kinds: readonly string[]): number =>
    Math.max(0, ...kinds.map((kind) => turns.get(JSON.stringify([shop, kind])) ?? 0));
  const heldBy = (job: ClaimedJob): Held | undefined => {
    const held = jobs.get(job.id);
    return held?.fence === job.fence && held.leaseUntil !== undefined ? held : undefined;
  };
  const change = async (job: ClaimedJob, update: (held: Held) => void): Promise<boolean> => {
    await dawdle(dice);
    const held = heldBy(job);
    if (held) update(held);
    bell.ring();
    return held !== undefined;
  };
  const claimed = ({ id, kind, lane, shop, dueAt, payload, fence }: Held): ClaimedJob => ({
    id,
    kind,
    lane,
    shop,
    dueAt: new Date(dueAt),
    payload: copyOf(payload),
    fence,
    attempts: fence,
  });

  return {
    async enqueue(job) {
      await dawdle(dice);
      for (const { id, completedAt } of jobs.values()) {
        if (completedAt !== undefined && completedAt < wall() - keptMs) jobs.delete(id);
      }
      if (jobs.has(job.id)) return false;
      const payload = copyOf(job.payload);
      const fresh = { fence: 0, leaseUntil: undefined, retryAt: 0, completedAt: undefined };
      jobs.set(job.id, { ...job, dueAt: new Date(job.dueAt), payload, ...fresh });
      bell.ring();
      return true;
    },
    async claim({ kinds, lanes, leaseFor, maxRunningPerShop = Number.POSITIVE_INFINITY }) {
      await dawdle(dice);
      const runningIn = (shop: string): number =>
        open(kinds).filter((job) => job.shop === shop && isRunning(job)).length;
      const candidates = open(kinds).filter(
        (job) => lanes.includes(job.lane) && isClaimable(job) && runningIn(job.shop) < maxRunningPerShop,
      );
      const [first] = candidates.sort(
        (a, b) =>
          turnOf(a.shop, kinds) - turnOf(b.shop, kinds) ||
          a.dueAt.getTime() - b.dueAt.getTime() ||
          compare(a.shop, b.shop) ||
          compare(a.id, b.id),
      );
      if (!first) return undefined;
      first.fence += 1;
      first.leaseUntil = wall() + leaseFor;
      turn += 1;
      turns.set(JSON.stringify([first.shop, first.kind]), turn);
      return claimed(first);
    },
    extend: (job, leaseFor) =>
      change(job, (held) => {
        held.leaseUntil = wall() + leaseFor;
      }),
    complete: (job) =>
      change(job, (held) => {
        held.completedAt = wall();
        held.leaseUntil = undefined;
      }),
    retryAfter: (job, delay) =>
      change(job, (held) => {
        held.retryAt = wall() + delay;
        held.leaseUntil = undefined;
      }),
    async countOpen({ shop, kinds }) {
      await dawdle(dice);
      const ours = open(kinds).filter((job) => job.shop === shop);
      const running = ours.filter(isRunning).length;
      return { waiting: ours.length - running, running };
    },
    async liveLeases(kind) {
      await dawdle(dice);
      return open([kind])
        .filter(isRunning)
        .map(claimed)
        .sort((a, b) => compare(a.id, b.id));
    },
    wait: (timeout, signal) => bell.wait({ since: bell.rings(), timeoutMs: Math.min(timeout, 1_000), signal }),
    async close() {},
  };
};

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
