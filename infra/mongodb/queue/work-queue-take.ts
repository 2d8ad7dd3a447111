import { randomUUID } from "node:crypto";
import type { ClaimedJob, ClaimOptions } from "../../ports/work-queue.ts";
import type { Candidate } from "./work-queue-candidates.ts";
import {
  byDue,
  findFirstJobs,
  type JobSummary,
  jobGroupId,
  refreshJobGroup,
  setTurn,
} from "./work-queue-job-groups.ts";
import { acquirePermits, releasePermits } from "./work-queue-permits.ts";
import { claimedJob, type Permit, type QueueStore } from "./work-queue-store.ts";

/** Extra jobs to read: other workers may take some first. */
const spare = 4;

/** Result of a shop's turn. */
export type TurnResult = {
  jobs: ClaimedJob[];
  /** `passed`: this claim gets nothing more from the shop. `lost`: others took its jobs at the same moment. */
  outcome: "taken" | "passed" | "lost";
  /** Error after the jobs were taken. */
  error?: unknown;
};

/** Takes a job only if it is unchanged since it was read. Nothing else decides who has it. */
const take = async (
  { mongo, jobs }: QueueStore,
  { _id, state, at, fence, enqueuedAt }: JobSummary,
  { claim, until, lasts }: Permit,
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

const choose = (firsts: readonly JobSummary[][], expiredJobs: readonly JobSummary[]): JobSummary[] => {
  const [first] = [...firsts.flat(), ...expiredJobs].sort(byDue);
  if (!first) return [];
  const jobGroup = firsts.find(([job]) => job && jobGroupId(job) === jobGroupId(first)) ?? [];
  return [first, ...jobGroup.filter(({ _id }) => _id !== first._id)];
};

export type TurnOptions = { turn: number; most: number };

/** Takes jobs of one kind and lane. */
export const takeTurn = async (
  store: QueueStore,
  { kinds, worker, leaseMs, maxRunningPerShop }: ClaimOptions,
  { tenant, jobGroups, expiredJobs, shop }: Candidate,
  { turn, most: maxJobs }: TurnOptions,
): Promise<TurnResult> => {
  const times = await store.times();
  const firsts = await Promise.all(jobGroups.map((jobGroup) => findFirstJobs(store, jobGroup, times, maxJobs + spare)));
  const chosen = choose(firsts, expiredJobs);
  const [first] = chosen;
  if (!first) {
    await Promise.all(jobGroups.map((jobGroup) => refreshJobGroup(store, jobGroup, times)));
    return { jobs: [], outcome: "passed" };
  }
  const permits = chosen
    .slice(0, maxJobs)
    .map(() => ({ claim: randomUUID(), kind: first.kind, until: times.wall + leaseMs, lasts: leaseMs }));
  const entering = { tenant, kinds, maxRunning: maxRunningPerShop, permits, wall: times.wall };
  const entered = await acquirePermits(store, entering, shop);
  if (entered.length === 0) return { jobs: [], outcome: "passed" };

  const jobs: ClaimedJob[] = [];
  const tally = { lost: 0 };
  const free = [...entered];
  let failure: unknown;
  try {
    for (const seen of chosen) {
      const [permit] = free;
      if (!permit) break;
      const job = await take(store, seen, permit, worker);
      if (job) {
        jobs.push(job);
        free.shift();
      } else tally.lost += 1;
    }
  } catch (error) {
    failure = error;
  }
  const settle = async (): Promise<void> => {
    const jobGroup = jobGroups.find((one) => jobGroupId(one) === jobGroupId(first));
    const isMoreThere = chosen.length > jobs.length + tally.lost;
    await Promise.all([
      releasePermits(store, tenant, failure === undefined ? free.map(({ claim }) => claim) : []),
      jobs.length > 0 && setTurn(store, tenant, kinds, turn),
      jobGroup && !(jobGroup.ready && isMoreThere) && refreshJobGroup(store, jobGroup, times),
    ]);
  };
  await store.runBestEffort(settle);
  return {
    jobs,
    outcome: jobs.length > 0 ? "taken" : "lost",
    ...(failure !== undefined && { error: failure }),
  };
};
