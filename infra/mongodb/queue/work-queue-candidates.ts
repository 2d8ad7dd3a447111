import type { Filter } from "mongodb";
import type { ClaimOptions } from "../../ports/work-queue.ts";
import { type JobSummary, jobSummaryFields, refreshJobGroup, setTurn } from "./work-queue-job-groups.ts";
import { correctPermitEnds, countFreePermits } from "./work-queue-permits.ts";
import type { JobDocument, JobGroupDocument, QueueStore, ShopDocument, Times } from "./work-queue-store.ts";

export type Candidate = {
  tenant: string;
  turn: number;
  firstDue: number;
  jobGroups: JobGroupDocument[];
  expiredJobs: JobSummary[];
  shop: ShopDocument | undefined;
};

/** `shops`: in turn order; `full`: shops at their limit. */
export type CandidateList = {
  shops: Candidate[];
  full: string[];
  isCut: boolean;
};

/** Maximum groups woken per kind and lane. */
const maxWokenGroups = 20;
/** Expired leases, or ended pauses that a kill left outside their job group: few, as workers are few. */
const maxExpiredJobs = 200;

export type CandidateQuery = {
  options: ClaimOptions;
  /** Shops from which this claim gets nothing more. */
  passed: ReadonlySet<string>;
  maxShops: number;
};

const candidateFilter = ({ options: { kinds, lanes }, passed }: CandidateQuery) => ({
  kind: { $in: [...kinds] },
  lane: { $in: [...lanes] },
  ...(passed.size > 0 && { tenant: { $nin: [...passed] } }),
});

const findExpiredJobs = ({ mongo, jobs }: QueueStore, query: CandidateQuery, { wall }: Times): Promise<JobSummary[]> =>
  mongo.call(() =>
    jobs
      .find(
        {
          ...candidateFilter(query),
          state: { $in: ["leased", "returned"] },
          at: { $lte: wall },
        } as Filter<JobDocument>,
        mongo.bounded,
      )
      .sort({ at: 1 })
      .limit(maxExpiredJobs)
      .project<JobSummary>(jobSummaryFields)
      .toArray(),
  );

const findReadyGroups = ({ mongo, jobGroups }: QueueStore, query: CandidateQuery): Promise<JobGroupDocument[]> =>
  mongo.call(() =>
    jobGroups
      .find({ ...candidateFilter(query), ready: true }, mongo.bounded)
      .sort({ turn: 1, firstDue: 1, tenant: 1 })
      .limit(query.maxShops)
      .toArray(),
  );

/** Groups whose jobs are due, the earliest first. */
const findSleepingGroups = async (
  store: QueueStore,
  query: CandidateQuery,
  { now, wall }: Times,
): Promise<JobGroupDocument[]> => {
  const { kinds, lanes } = query.options;
  const find = (by: "nextDue" | "nextRetry", until: number): Promise<JobGroupDocument[]> =>
    store.mongo.call(() =>
      store.jobGroups
        .find({ ...candidateFilter(query), [by]: { $lte: until } }, store.mongo.bounded)
        .sort({ [by]: 1 })
        .limit(maxWokenGroups * kinds.length * lanes.length)
        .toArray(),
    );
  const [due, over] = await Promise.all([find("nextDue", now), find("nextRetry", wall)]);
  return [...new Map([...due, ...over].map((jobGroup) => [jobGroup._id, jobGroup])).values()];
};

/** Finds the groups of shops: the latest turn among a shop's groups is its last turn. */
const findGroupsOf = (
  { mongo, jobGroups }: QueueStore,
  tenants: string[],
  kinds: readonly string[],
): Promise<JobGroupDocument[]> =>
  mongo.call(() => jobGroups.find({ tenant: { $in: tenants }, kind: { $in: [...kinds] } }, mongo.bounded).toArray());

/** True if each shop has only one job group, which had a turn: no other group has a later one. */
const isTurnKnown = (
  { kinds, lanes }: ClaimOptions,
  ready: readonly JobGroupDocument[],
  lapsed: readonly JobSummary[],
): boolean => kinds.length * lanes.length === 1 && lapsed.length === 0 && ready.every(({ turn }) => turn > 0);

const grouped = <Item extends { tenant: string }>(items: readonly Item[]): Map<string, Item[]> => {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(item.tenant, [...(groups.get(item.tenant) ?? []), item]);
  return groups;
};

const byTurn = (a: Candidate, b: Candidate): number =>
  a.turn - b.turn || a.firstDue - b.firstDue || Number(a.tenant > b.tenant) - Number(a.tenant < b.tenant);

/** The cost doesn't depend on the number of due jobs. */
export const findCandidates = async (
  store: QueueStore,
  query: CandidateQuery,
  times: Times,
): Promise<CandidateList> => {
  const { kinds, lanes, maxRunningPerShop } = query.options;
  const [sleeping, lapsed, readyAtFirst] = await Promise.all([
    findSleepingGroups(store, query, times),
    findExpiredJobs(store, query, times),
    findReadyGroups(store, query),
  ]);
  await Promise.all(sleeping.map((jobGroup) => refreshJobGroup(store, jobGroup, times)));
  const ready = sleeping.length > 0 ? await findReadyGroups(store, query) : readyAtFirst;
  const tenants = [...new Set([...ready, ...lapsed].map(({ tenant }) => tenant))];
  if (tenants.length === 0) return { shops: [], full: [], isCut: false };
  const [jobGroups, shops] = await Promise.all([
    isTurnKnown(query.options, ready, lapsed) ? ready : findGroupsOf(store, tenants, kinds),
    store.mongo.call(() => store.shops.find({ _id: { $in: tenants } }, store.mongo.bounded).toArray()),
  ]);
  await correctPermitEnds(store, shops, times.wall);
  const [linesBy, readyBy, lapsedBy] = [grouped(jobGroups), grouped(ready), grouped(lapsed)];
  const turnOf = (tenant: string): number => Math.max(0, ...(linesBy.get(tenant) ?? []).map(({ turn }) => turn));
  // The shop had a turn at another of these kinds, or before it had this job group.
  const stale = tenants.filter((tenant) => readyBy.get(tenant)?.some(({ turn }) => turn < turnOf(tenant)));
  if (stale.length > 0) {
    await Promise.all(stale.map((tenant) => setTurn(store, tenant, kinds, turnOf(tenant))));
    return findCandidates(store, query, times);
  }
  const shopsBy = new Map(shops.map((shop) => [shop._id, shop]));
  const candidates = tenants.map((tenant): Candidate => {
    const ofShop = { ready: readyBy.get(tenant) ?? [], lapsed: lapsedBy.get(tenant) ?? [] };
    return {
      tenant,
      turn: turnOf(tenant),
      firstDue: Math.min(
        ...ofShop.ready.map(({ firstDue }) => firstDue ?? 0),
        ...ofShop.lapsed.map(({ dueAt }) => dueAt),
      ),
      jobGroups: (linesBy.get(tenant) ?? []).filter(({ lane }) => lanes.includes(lane)),
      expiredJobs: ofShop.lapsed,
      shop: shopsBy.get(tenant),
    };
  });
  const isFull = ({ shop }: Candidate): boolean => countFreePermits(shop, kinds, maxRunningPerShop, times.wall) <= 0;
  return {
    shops: candidates.filter((shop) => !isFull(shop)).sort(byTurn),
    full: candidates.filter(isFull).map(({ tenant }) => tenant),
    isCut: ready.length >= query.maxShops || lapsed.length >= maxExpiredJobs,
  };
};
