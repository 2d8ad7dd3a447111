import { LRUCache } from "lru-cache";
import { reasonOf } from "../../ports/tries.ts";
import type { ClaimedJob, ClaimOptions } from "../../ports/work-queue.ts";
import { drawTurns } from "./work-queue-lines.ts";
import { type Candidate, look } from "./work-queue-sight.ts";
import type { QueueStore } from "./work-queue-store.ts";
import { type Turn, takeTurn } from "./work-queue-take.ts";

/** Shops of which this process had jobs. */
export type Familiar = { has(tenant: string): boolean; add(tenant: string): unknown };

const mostFamiliar = 20_000;

export const createFamiliar = (): Familiar => {
  const kept = new LRUCache<string, true>({ max: mostFamiliar });
  return { has: (tenant) => kept.has(tenant), add: (tenant) => kept.set(tenant, true) };
};

/** Shops looked at first for familiar ones: they include as many as most claims take. */
const nearest = 120;
/** Spare lines to look at: some have no jobs, or are of shops at their limit. */
const besides = 10;
/** Concurrent turns: each is several queries in a row. */
const atOnce = 16;

/**
 * None while a shop waits that never had a turn, or an expired lease does. Excludes shops more than `shops.length`
 * turns newer than the oldest, so nobody is passed over for long.
 */
const familiarOf = (shops: readonly Candidate[], familiar: Familiar): Candidate[] => {
  const longestAgo = shops[0]?.turn ?? 0;
  if (longestAgo === 0 || shops.some(({ lapsed }) => lapsed.length > 0)) return [];
  return shops.filter(({ tenant, turn }) => turn <= longestAgo + shops.length && familiar.has(tenant));
};

const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);

type Claim = {
  options: ClaimOptions;
  most: number;
  jobs: ClaimedJob[];
  passed: Set<string>;
  /** Others took the same jobs at the same moment: shuffle the shops from now on. */
  isContested: boolean;
};

/** Up to `count`. Empty: there is nothing to claim. */
const nextShops = async (store: QueueStore, claim: Claim, count: number, familiar: Familiar): Promise<Candidate[]> => {
  const { options, passed, jobs, isContested } = claim;
  const times = await store.times();
  const among = jobs.length === 0 ? (options.familiarAmong ?? 0) : 0;
  let most = Math.max(count + besides, Math.min(nearest, among));
  for (;;) {
    const { shops, full, isCut } = await look(store, { options, passed, most }, times);
    const preferred = among > 0 ? familiarOf(shops, familiar) : [];
    const mayBeMore = preferred.length > 0 && preferred.length < count && most < among;
    if (!isCut || (shops.length > 0 && !mayBeMore)) {
      const inOrder = [...preferred, ...shops.filter((shop) => !preferred.includes(shop))];
      return (isContested ? shuffled(inOrder) : inOrder).slice(0, count);
    }
    // More shops stand behind those at their limit, and familiar ones may stand behind the nearest.
    for (const tenant of full) passed.add(tenant);
    most = Math.max(most, among);
  }
};

/** @throws the error that ended a turn, if nothing was taken */
const takeTurns = async (store: QueueStore, claim: Claim, shops: readonly Candidate[]): Promise<void> => {
  const { options, most, jobs, passed } = claim;
  const perTurn = options.perTurn ?? 1;
  const left = most - jobs.length;
  const firstTurn = await drawTurns(store, shops.length);
  const troubles: unknown[] = [];
  for (let begin = 0; begin < shops.length && troubles.length === 0; begin += atOnce) {
    const turns = await Promise.all(
      shops.slice(begin, begin + atOnce).map(async (shop, n): Promise<Turn> => {
        const nth = begin + n;
        const taking = { turn: firstTurn + nth, most: Math.min(perTurn, left - nth * perTurn) };
        try {
          return await takeTurn(store, options, shop, taking);
        } catch (trouble) {
          return { jobs: [], outcome: "lost", trouble };
        }
      }),
    );
    for (const [n, turn] of turns.entries()) {
      jobs.push(...turn.jobs);
      if (turn.outcome === "passed") passed.add(shops[begin + n]?.tenant ?? "");
      if (turn.outcome === "lost") claim.isContested = true;
      if (turn.trouble !== undefined) troubles.push(turn.trouble);
    }
  }
  const [trouble] = troubles;
  if (trouble === undefined) return;
  if (jobs.length === 0) throw trouble;
  // The taken jobs must reach the caller. The next claim meets the same error, if it lasts.
  store.mongo.log?.warn(
    { store: store.mongo.server, err: trouble },
    `A claim ended before it had all that it asked for (${reasonOf(trouble)}).`,
  );
  claim.most = jobs.length;
};

/** At most `most`; with `familiarAmong`, jobs of familiar shops first. */
export const claimJobs = async (
  store: QueueStore,
  options: ClaimOptions,
  most: number,
  familiar: Familiar,
): Promise<ClaimedJob[]> => {
  const claim: Claim = { options, most, jobs: [], passed: new Set(), isContested: false };
  while (claim.jobs.length < claim.most) {
    const count = Math.ceil((claim.most - claim.jobs.length) / (options.perTurn ?? 1));
    const shops = await nextShops(store, claim, count, familiar);
    if (shops.length === 0) break;
    await takeTurns(store, claim, shops);
  }
  if (options.familiarAmong) for (const { tenant } of claim.jobs) familiar.add(tenant);
  return claim.jobs;
};
