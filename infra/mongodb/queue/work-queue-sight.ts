import type { Filter } from "mongodb";
import type { ClaimOptions } from "../../ports/work-queue.ts";
import { noteLine, type Seen, seenOf, setTurn } from "./work-queue-lines.ts";
import { roomIn, straighten } from "./work-queue-places.ts";
import type { JobDocument, LineDocument, QueueStore, ShopDocument, Times } from "./work-queue-store.ts";

export type Candidate = {
  tenant: string;
  turn: number;
  firstDue: number;
  /** Lines of the requested kinds and lanes. */
  lines: LineDocument[];
  /** Its jobs with an expired lease. */
  lapsed: Seen[];
  shop: ShopDocument | undefined;
};

/** Shops in turn order, and shops at their limit. `isCut`: there may be more. */
export type Sight = { shops: Candidate[]; full: string[]; isCut: boolean };

/** Per kind and lane. */
const wokenAtOnce = 20;
/** Most expired leases, or ended pauses of jobs that a kill left outside their line: few, as there are few workers. */
const lapsedAtOnce = 200;

export type Looking = {
  options: ClaimOptions;
  /** Shops that have nothing more for this claim. */
  passed: ReadonlySet<string>;
  /** Lines to look at. */
  most: number;
};

const ofThese = ({ options: { kinds, lanes }, passed }: Looking) => ({
  kind: { $in: [...kinds] },
  lane: { $in: [...lanes] },
  ...(passed.size > 0 && { tenant: { $nin: [...passed] } }),
});

const lapsedJobs = ({ mongo, jobs }: QueueStore, looking: Looking, { wall }: Times): Promise<Seen[]> =>
  mongo.call(() =>
    jobs
      .find(
        { ...ofThese(looking), state: { $in: ["leased", "returned"] }, at: { $lte: wall } } as Filter<JobDocument>,
        mongo.bounded,
      )
      .sort({ at: 1 })
      .limit(lapsedAtOnce)
      .project<Seen>(seenOf)
      .toArray(),
  );

const readyLines = ({ mongo, lines }: QueueStore, looking: Looking): Promise<LineDocument[]> =>
  mongo.call(() =>
    lines
      .find({ ...ofThese(looking), ready: true }, mongo.bounded)
      .sort({ turn: 1, firstDue: 1, tenant: 1 })
      .limit(looking.most)
      .toArray(),
  );

/** First due first. */
const sleepingLines = async (store: QueueStore, looking: Looking, { now, wall }: Times): Promise<LineDocument[]> => {
  const { kinds, lanes } = looking.options;
  const find = (by: "nextDue" | "nextRetry", until: number): Promise<LineDocument[]> =>
    store.mongo.call(() =>
      store.lines
        .find({ ...ofThese(looking), [by]: { $lte: until } }, store.mongo.bounded)
        .sort({ [by]: 1 })
        .limit(wokenAtOnce * kinds.length * lanes.length)
        .toArray(),
    );
  const [due, over] = await Promise.all([find("nextDue", now), find("nextRetry", wall)]);
  return [...new Map([...due, ...over].map((line) => [line._id, line])).values()];
};

/** A shop's last turn is the latest of these lines. */
const linesOf = ({ mongo, lines }: QueueStore, tenants: string[], kinds: readonly string[]): Promise<LineDocument[]> =>
  mongo.call(() => lines.find({ tenant: { $in: tenants }, kind: { $in: [...kinds] } }, mongo.bounded).toArray());

/** True if each shop has one line only, and that had a turn: no other line has a later one. */
const tellsItsTurn = (
  { kinds, lanes }: ClaimOptions,
  ready: readonly LineDocument[],
  lapsed: readonly Seen[],
): boolean => kinds.length * lanes.length === 1 && lapsed.length === 0 && ready.every(({ turn }) => turn > 0);

const grouped = <Item extends { tenant: string }>(items: readonly Item[]): Map<string, Item[]> => {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(item.tenant, [...(groups.get(item.tenant) ?? []), item]);
  return groups;
};

/** By turn; ties (such as shops that never had one) by the first due job. */
const inTurn = (a: Candidate, b: Candidate): number =>
  a.turn - b.turn || a.firstDue - b.firstDue || Number(a.tenant > b.tenant) - Number(a.tenant < b.tenant);

/** Looks at lines, not at jobs, so the cost doesn't depend on the number of due jobs. */
export const look = async (store: QueueStore, looking: Looking, times: Times): Promise<Sight> => {
  const { kinds, lanes, maxRunningPerShop } = looking.options;
  const [sleeping, lapsed, readyAtFirst] = await Promise.all([
    sleepingLines(store, looking, times),
    lapsedJobs(store, looking, times),
    readyLines(store, looking),
  ]);
  await Promise.all(sleeping.map((line) => noteLine(store, line, times)));
  const ready = sleeping.length > 0 ? await readyLines(store, looking) : readyAtFirst;
  const tenants = [...new Set([...ready, ...lapsed].map(({ tenant }) => tenant))];
  if (tenants.length === 0) return { shops: [], full: [], isCut: false };
  const [lines, shops] = await Promise.all([
    tellsItsTurn(looking.options, ready, lapsed) ? ready : linesOf(store, tenants, kinds),
    store.mongo.call(() => store.shops.find({ _id: { $in: tenants } }, store.mongo.bounded).toArray()),
  ]);
  await straighten(store, shops, times.wall);
  const [linesBy, readyBy, lapsedBy] = [grouped(lines), grouped(ready), grouped(lapsed)];
  const turnOf = (tenant: string): number => Math.max(0, ...(linesBy.get(tenant) ?? []).map(({ turn }) => turn));
  // The shop had a turn at another of these kinds, or before it had this line.
  const stale = tenants.filter((tenant) => readyBy.get(tenant)?.some(({ turn }) => turn < turnOf(tenant)));
  if (stale.length > 0) {
    await Promise.all(stale.map((tenant) => setTurn(store, tenant, kinds, turnOf(tenant))));
    return look(store, looking, times);
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
      lines: (linesBy.get(tenant) ?? []).filter(({ lane }) => lanes.includes(lane)),
      lapsed: ofShop.lapsed,
      shop: shopsBy.get(tenant),
    };
  });
  const isFull = ({ shop }: Candidate): boolean => roomIn(shop, kinds, maxRunningPerShop, times.wall) <= 0;
  return {
    shops: candidates.filter((shop) => !isFull(shop)).sort(inTurn),
    full: candidates.filter(isFull).map(({ tenant }) => tenant),
    isCut: ready.length >= looking.most || lapsed.length >= lapsedAtOnce,
  };
};
