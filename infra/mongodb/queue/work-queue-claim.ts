import { LRUCache } from "lru-cache";
import { formatReason } from "../../ports/retries.ts";
import type { ClaimedJob, ClaimOptions } from "../../ports/work-queue.ts";
import { type Candidate, findCandidates } from "./work-queue-candidates.ts";
import { drawTurns } from "./work-queue-job-groups.ts";
import type { QueueStore } from "./work-queue-store.ts";
import { type TurnResult, takeTurn } from "./work-queue-take.ts";

/** Shops whose jobs this process had before. */
export type ShopAffinity = { has(tenant: string): boolean; add(tenant: string): unknown };

const maxAffinityShops = 20_000;

export const createShopAffinity = (): ShopAffinity => {
  const kept = new LRUCache<string, true>({ max: maxAffinityShops });
  return { has: (tenant) => kept.has(tenant), add: (tenant) => kept.set(tenant, true) };
};

/** Searched first for familiar shops: enough for most claims. */
const firstSearchSize = 120;
/** Further groups to read: some are empty, or of shops at their limit. */
const spareGroups = 10;
/** Turns that run in parallel. Each is several queries in a row. */
const concurrentTurns = 16;

/**
 * Familiar shops; none while any shop waits for its first turn or has an expired lease. Excludes those more than
 * `shops.length` turns newer than the oldest, so that nobody is passed over for long.
 */
const preferAffinity = (shops: readonly Candidate[], affinity: ShopAffinity): Candidate[] => {
  const longestAgo = shops[0]?.turn ?? 0;
  if (longestAgo === 0 || shops.some(({ expiredJobs }) => expiredJobs.length > 0)) return [];
  return shops.filter(({ tenant, turn }) => turn <= longestAgo + shops.length && affinity.has(tenant));
};

const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);

type Claim = {
  options: ClaimOptions;
  maxJobs: number;
  jobs: ClaimedJob[];
  passed: Set<string>;
  /** True once other workers took the same jobs: then shops are shuffled. */
  isContested: boolean;
};

/** Next shops to claim from. Empty: nothing to claim. */
const nextShops = async (
  store: QueueStore,
  claim: Claim,
  count: number,
  affinity: ShopAffinity,
): Promise<Candidate[]> => {
  const { options, passed, jobs, isContested } = claim;
  const times = await store.times();
  const among = jobs.length === 0 ? (options.affinityWindow ?? 0) : 0;
  let maxShops = Math.max(count + spareGroups, Math.min(firstSearchSize, among));
  for (;;) {
    const { shops, full, isCut } = await findCandidates(store, { options, passed, maxShops }, times);
    const preferred = among > 0 ? preferAffinity(shops, affinity) : [];
    const mayBeMore = preferred.length > 0 && preferred.length < count && maxShops < among;
    if (!isCut || (shops.length > 0 && !mayBeMore)) {
      const inOrder = [...preferred, ...shops.filter((shop) => !preferred.includes(shop))];
      return (isContested ? shuffled(inOrder) : inOrder).slice(0, count);
    }
    // There may be more behind shops at their limit, and familiar shops behind the first ones.
    for (const tenant of full) passed.add(tenant);
    maxShops = Math.max(maxShops, among);
  }
};

/** @throws the error that ended a turn, if nothing was taken */
const takeTurns = async (store: QueueStore, claim: Claim, shops: readonly Candidate[]): Promise<void> => {
  const { options, maxJobs, jobs, passed } = claim;
  const perTurn = options.maxPerTurn ?? 1;
  const left = maxJobs - jobs.length;
  const firstTurn = await drawTurns(store, shops.length);
  const errors: unknown[] = [];
  for (let begin = 0; begin < shops.length && errors.length === 0; begin += concurrentTurns) {
    const turns = await Promise.all(
      shops.slice(begin, begin + concurrentTurns).map(async (shop, n): Promise<TurnResult> => {
        const nth = begin + n;
        const taking = { turn: firstTurn + nth, most: Math.min(perTurn, left - nth * perTurn) };
        try {
          return await takeTurn(store, options, shop, taking);
        } catch (error) {
          return { jobs: [], outcome: "lost", error };
        }
      }),
    );
    for (const [n, turn] of turns.entries()) {
      jobs.push(...turn.jobs);
      if (turn.outcome === "passed") passed.add(shops[begin + n]?.tenant ?? "");
      if (turn.outcome === "lost") claim.isContested = true;
      if (turn.error !== undefined) errors.push(turn.error);
    }
  }
  const [error] = errors;
  if (error === undefined) return;
  if (jobs.length === 0) throw error;
  // The taken jobs must reach the caller. A lasting error hits the next claim.
  store.mongo.log?.warn(
    { store: store.mongo.server, err: error },
    `A claim took fewer jobs than it asked for (${formatReason(error)}).`,
  );
  claim.maxJobs = jobs.length;
};

/** Claims at most `maxJobs`; with `affinityWindow`, familiar shops' jobs first. */
export const claimJobs = async (
  store: QueueStore,
  options: ClaimOptions,
  maxJobs: number,
  affinity: ShopAffinity,
): Promise<ClaimedJob[]> => {
  const claim: Claim = { options, maxJobs, jobs: [], passed: new Set(), isContested: false };
  while (claim.jobs.length < claim.maxJobs) {
    const count = Math.ceil((claim.maxJobs - claim.jobs.length) / (options.maxPerTurn ?? 1));
    const shops = await nextShops(store, claim, count, affinity);
    if (shops.length === 0) break;
    await takeTurns(store, claim, shops);
  }
  if (options.affinityWindow) for (const { tenant } of claim.jobs) affinity.add(tenant);
  return claim.jobs;
};
