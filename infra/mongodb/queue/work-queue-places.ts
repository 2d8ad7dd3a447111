import { isDuplicate } from "../troubles.ts";
import type { Place, QueueStore, ShopDocument } from "./work-queue-store.ts";

/**
 * A shop's running jobs are a list of slots in its own document. A claim takes slots first, and only then jobs, so a
 * shop never exceeds its limit. A claimer that dies in between leaves a slot that ends when its lease would have.
 */

/**
 * The live slots. One that ends later than possible (the clock was set back since) ends after its own length from now.
 */
const liveOf = (running: readonly Place[], wall: number): Place[] =>
  running
    .map((place) => ({ ...place, until: Math.min(place.until, wall + place.lasts) }))
    .filter(({ until }) => until > wall);

const strayed = (running: readonly Place[], wall: number): boolean =>
  running.some(({ until, lasts }) => until > wall + lasts);

export const roomIn = (
  shop: ShopDocument | undefined,
  kinds: readonly string[],
  mostRunning: number | undefined,
  wall: number,
): number =>
  mostRunning === undefined
    ? Number.POSITIVE_INFINITY
    : mostRunning - liveOf(shop?.running ?? [], wall).filter(({ kind }) => kinds.includes(kind)).length;

export type Entering = {
  tenant: string;
  kinds: readonly string[];
  mostRunning: number | undefined;
  places: readonly Place[];
  wall: number;
};

/** False if somebody has changed the list since it was read. */
const replace = async (
  { mongo, shops }: QueueStore,
  tenant: string,
  known: ShopDocument | undefined,
  running: Place[],
): Promise<boolean> => {
  if (known) {
    const { version } = known;
    const { matchedCount } = await mongo.call(() =>
      shops.updateOne({ _id: tenant, version }, { $set: { running }, $inc: { version: 1 } }),
    );
    return matchedCount > 0;
  }
  try {
    await mongo.call(() => shops.insertOne({ _id: tenant, version: 1, running }));
    return true;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return false;
  }
};

/** Takes as many slots as the shop has room for. `known`: the shop's document, if it was just read. */
export const enter = async (
  store: QueueStore,
  { tenant, kinds, mostRunning, places, wall }: Entering,
  known: ShopDocument | undefined,
): Promise<Place[]> => {
  const mine = new Set(places.map(({ claim }) => claim));
  for (let shop = known; ; ) {
    // Taken by an unanswered try.
    const entered = shop?.running.filter(({ claim }) => mine.has(claim)) ?? [];
    if (entered.length > 0) return entered;
    const running = shop?.running ?? [];
    const taken = places.slice(0, Math.max(0, roomIn(shop, kinds, mostRunning, wall)));
    if (taken.length === 0) return [];
    if (await replace(store, tenant, shop, [...liveOf(running, wall), ...taken])) return taken;
    shop = (await store.mongo.call(() => store.shops.findOne({ _id: tenant }, store.mongo.bounded))) ?? undefined;
  }
};

/** Persists corrected ends: otherwise each look would postpone them again. */
export const straighten = async (store: QueueStore, shops: readonly ShopDocument[], wall: number): Promise<void> => {
  const astray = shops.filter(({ running }) => strayed(running, wall));
  // A conflicting write either did the same, or the next look corrects it.
  await Promise.all(astray.map((shop) => replace(store, shop._id, shop, liveOf(shop.running, wall))));
};

export const leave = async ({ mongo, shops }: QueueStore, tenant: string, claims: readonly string[]): Promise<void> => {
  if (claims.length === 0) return;
  await mongo.call(() =>
    shops.updateOne({ _id: tenant }, { $pull: { running: { claim: { $in: [...claims] } } }, $inc: { version: 1 } }),
  );
};

/** Renews a slot for its lease, expired or not: the job's holder has the slot. */
export const hold = async ({ mongo, shops }: QueueStore, tenant: string, place: Place): Promise<void> => {
  const { claim, until, lasts } = place;
  for (;;) {
    const { matchedCount } = await mongo.call(() =>
      shops.updateOne(
        { _id: tenant, "running.claim": claim },
        { $set: { "running.$.until": until, "running.$.lasts": lasts }, $inc: { version: 1 } },
      ),
    );
    if (matchedCount > 0) return;
    try {
      await mongo.call(() =>
        shops.updateOne(
          { _id: tenant, "running.claim": { $ne: claim } },
          { $push: { running: place }, $inc: { version: 1 } },
          { upsert: true },
        ),
      );
      return;
    } catch (error) {
      // An unanswered try has taken it already, or the shop's document was just created.
      if (!isDuplicate(error)) throw error;
    }
  }
};

/** Releases the slot of a lease that was ended early, unless its holder has renewed it. */
export const leaveEnded = async (
  { mongo, shops }: QueueStore,
  tenant: string,
  { claim, until }: Pick<Place, "claim" | "until">,
): Promise<void> => {
  await mongo.call(() =>
    shops.updateOne({ _id: tenant }, { $pull: { running: { claim, until } }, $inc: { version: 1 } }),
  );
};
