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

/** The shops of which most was claimed last. */
export const createFamiliar = (): Familiar => {
  const kept = new LRUCache<string, true>({ max: mostFamiliar });
  return { has: (tenant) => kept.has(tenant), add: (tenant) => kept.set(tenant, true) };
};

/** Shops in sight where familiar ones are looked for, at first: as many are among them as most claims take. */
const nearest = 120;
/** Lines in sight besides those that are needed: some have nothing, or are of shops that have as many running as they may. */
const besides = 10;
/** Turns that are taken at one time: each is some questions after one another. */
const atOnce = 16;

/**
 * The familiar ones of the shops in sight. None where a shop waits that never had a turn, and none that had one since about every shop in sight
 * might have had its own, so that nobody is passed over for long; none either where a lease has run out.
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

/** One claim of several jobs. */
type Claim = {
  options: ClaimOptions;
  most: number;
  jobs: ClaimedJob[];
  passed: Set<string>;
  /** Others took at the same moment what this one was about to: it goes elsewhere. */
  isContested: boolean;
};

/** The shops whose turn is next, `count` of them if there are as many. None: there is nothing to claim. */
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
    // Others stand behind those that are full, and familiar ones may stand behind the nearest.
    for (const tenant of full) passed.add(tenant);
    most = Math.max(most, among);
  }
};

/** Gives these shops their turns. @throws what broke one off, if nothing was taken */
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
  // What was taken must reach whoever asked for it. The next claim meets the same trouble, if it lasts.
  store.mongo.log?.warn(
    { store: store.mongo.server, err: trouble },
    `A claim ended before it had all that it asked for (${reasonOf(trouble)}).`,
  );
  claim.most = jobs.length;
};

/** Takes jobs, turn by turn, `most` at most; where `familiarAmong` asks for it, first those of shops that are familiar. */
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
