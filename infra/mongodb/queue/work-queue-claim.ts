import { formatReason } from "../../ports/retries.ts";
import type { ClaimedJob, ClaimOptions } from "../../ports/work-queue.ts";
import { type Candidate, findCandidates } from "./work-queue-candidates.ts";
import { drawTurns } from "./work-queue-job-groups.ts";
import type { QueueStore } from "./work-queue-store.ts";
import { type TurnResult, takeTurn } from "./work-queue-take.ts";

/** Further groups to read: some are empty, or of shops at their limit. */
const spareGroups = 10;
/** Turns that run in parallel. Each is several queries in a row. */
const concurrentTurns = 16;

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
const nextShops = async (store: QueueStore, claim: Claim, count: number): Promise<Candidate[]> => {
  const { options, passed, isContested } = claim;
  const times = await store.times();
  for (;;) {
    const { shops, full, isCut } = await findCandidates(
      store,
      { options, passed, maxShops: count + spareGroups },
      times,
    );
    if (!isCut || shops.length > 0) return (isContested ? shuffled(shops) : shops).slice(0, count);
    // There may be more behind shops at their limit.
    for (const tenant of full) passed.add(tenant);
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

/** Claims at most `maxJobs`. */
export const claimJobs = async (store: QueueStore, options: ClaimOptions, maxJobs: number): Promise<ClaimedJob[]> => {
  const claim: Claim = { options, maxJobs, jobs: [], passed: new Set(), isContested: false };
  while (claim.jobs.length < claim.maxJobs) {
    const count = Math.ceil((claim.maxJobs - claim.jobs.length) / (options.maxPerTurn ?? 1));
    const shops = await nextShops(store, claim, count);
    if (shops.length === 0) break;
    await takeTurns(store, claim, shops);
  }
  return claim.jobs;
};
