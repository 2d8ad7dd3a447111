import { randomUUID } from "node:crypto";
import type { ClaimedJob, ClaimOptions } from "../../ports/work-queue.ts";
import { byDue, firstsOf, lineId, noteLine, type Seen, setTurn } from "./work-queue-lines.ts";
import { enter, leave } from "./work-queue-places.ts";
import type { Candidate } from "./work-queue-sight.ts";
import { claimedJob, type Place, type QueueStore } from "./work-queue-store.ts";

/** Others may take some first. */
const spare = 4;

/**
 * `passed`: this claim gets nothing more from the shop. `lost`: others took its jobs at the same moment. `trouble`: the
 * error that ended the turn; the jobs were taken all the same.
 */
export type Turn = { jobs: ClaimedJob[]; outcome: "taken" | "passed" | "lost"; trouble?: unknown };

/** Only if it is unchanged since it was seen. This update alone decides who has it. */
const take = async (
  { mongo, jobs }: QueueStore,
  { _id, state, at, fence, enqueuedAt }: Seen,
  { claim, until, lasts }: Place,
  worker: string,
): Promise<ClaimedJob | undefined> => {
  const lease = { state: "leased" as const, at: until, since: until - lasts, lasts, worker, claim, change: claim };
  const job = await mongo.call(
    async ({ isRepeat }) =>
      (await jobs.findOneAndUpdate(
        { _id, state, at, fence, enqueuedAt },
        { $set: lease, $inc: { fence: 1 } },
        { returnDocument: "after" },
      )) ?? (isRepeat ? await jobs.findOne({ _id, change: claim }, mongo.bounded) : null),
  );
  return job ? claimedJob(job) : undefined;
};

/** The one due first, and then those of its line. */
const choose = (firsts: readonly Seen[][], lapsed: readonly Seen[]): Seen[] => {
  const [first] = [...firsts.flat(), ...lapsed].sort(byDue);
  if (!first) return [];
  const line = firsts.find(([job]) => job && lineId(job) === lineId(first)) ?? [];
  return [first, ...line.filter(({ _id }) => _id !== first._id)];
};

export type TakingTurn = { turn: number; most: number };

/** At most `most` jobs, of one kind and lane. */
export const takeTurn = async (
  store: QueueStore,
  { kinds, worker, leaseFor, maxRunningPerShop }: ClaimOptions,
  { tenant, lines, lapsed, shop }: Candidate,
  { turn, most }: TakingTurn,
): Promise<Turn> => {
  const times = await store.times();
  const firsts = await Promise.all(lines.map((line) => firstsOf(store, line, times, most + spare)));
  const chosen = choose(firsts, lapsed);
  const [first] = chosen;
  if (!first) {
    await Promise.all(lines.map((line) => noteLine(store, line, times)));
    return { jobs: [], outcome: "passed" };
  }
  const places = chosen
    .slice(0, most)
    .map(() => ({ claim: randomUUID(), kind: first.kind, until: times.wall + leaseFor, lasts: leaseFor }));
  const entering = { tenant, kinds, mostRunning: maxRunningPerShop, places, wall: times.wall };
  const entered = await enter(store, entering, shop);
  if (entered.length === 0) return { jobs: [], outcome: "passed" };

  const jobs: ClaimedJob[] = [];
  const tried = { lost: 0 };
  const free = [...entered];
  let trouble: unknown;
  try {
    for (const seen of chosen) {
      const [place] = free;
      if (!place) break;
      const job = await take(store, seen, place, worker);
      if (job) {
        jobs.push(job);
        free.shift();
      } else tried.lost += 1;
    }
  } catch (error) {
    trouble = error;
  }
  const settle = async (): Promise<void> => {
    const line = lines.find((one) => lineId(one) === lineId(first));
    const isMoreThere = chosen.length > jobs.length + tried.lost;
    await Promise.all([
      leave(store, tenant, trouble === undefined ? free.map(({ claim }) => claim) : []),
      jobs.length > 0 && setTurn(store, tenant, kinds, turn),
      line && !(line.ready && isMoreThere) && noteLine(store, line, times),
    ]);
  };
  await store.afterwards(settle);
  return {
    jobs,
    outcome: jobs.length > 0 ? "taken" : "lost",
    ...(trouble !== undefined && { trouble }),
  };
};
