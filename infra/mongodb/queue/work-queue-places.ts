import { isDuplicate } from "../troubles.ts";
import type { Place, QueueStore, ShopDocument } from "./work-queue-store.ts";

/**
 * A shop's running jobs are a list in its own document. Whoever claims enters there first, and only then takes a job: so there are never more
 * than the shop may have. Who dies in between leaves a place that ends when the lease would have.
 */

/** The places that count. One that ends later than it can have been given (the clock was set back since) ends after its own length from now. */
const liveOf = (running: readonly Place[], wall: number): Place[] =>
  running
    .map((place) => ({ ...place, until: Math.min(place.until, wall + place.lasts) }))
    .filter(({ until }) => until > wall);

const strayed = (running: readonly Place[], wall: number): boolean =>
  running.some(({ until, lasts }) => until > wall + lasts);

/** How many more jobs of these kinds a shop may have running. */
export const roomIn = (
  shop: ShopDocument | undefined,
  kinds: readonly string[],
  mostRunning: number | undefined,
  wall: number,
): number =>
  mostRunning === undefined
    ? Number.POSITIVE_INFINITY
    : mostRunning - liveOf(shop?.running ?? [], wall).filter(({ kind }) => kinds.includes(kind)).length;

/** What a claim asks of a shop: as many of these places as there is room for. */
export type Entering = {
  tenant: string;
  kinds: readonly string[];
  mostRunning: number | undefined;
  places: readonly Place[];
  wall: number;
};

/** Writes a shop's list anew if nobody has changed it since it was read. */
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

/** Takes places among a shop's running jobs, as many as it has room for. `known`: the shop's document, where it was read just before. */
export const enter = async (
  store: QueueStore,
  { tenant, kinds, mostRunning, places, wall }: Entering,
  known: ShopDocument | undefined,
): Promise<Place[]> => {
  const mine = new Set(places.map(({ claim }) => claim));
  for (let shop = known; ; ) {
    // Entered by a try that was not answered.
    const entered = shop?.running.filter(({ claim }) => mine.has(claim)) ?? [];
    if (entered.length > 0) return entered;
    const running = shop?.running ?? [];
    const taken = places.slice(0, Math.max(0, roomIn(shop, kinds, mostRunning, wall)));
    if (taken.length === 0) return [];
    if (await replace(store, tenant, shop, [...liveOf(running, wall), ...taken])) return taken;
    shop = (await store.mongo.call(() => store.shops.findOne({ _id: tenant }, store.mongo.bounded))) ?? undefined;
  }
};

/** Writes down when places end now that seem to end later than they can have been given: seen by itself, each would end so much later again. */
export const straighten = async (store: QueueStore, shops: readonly ShopDocument[], wall: number): Promise<void> => {
  const astray = shops.filter(({ running }) => strayed(running, wall));
  // Who was first wrote the same, or changed it anyhow and is straightened by the next look.
  await Promise.all(astray.map((shop) => replace(store, shop._id, shop, liveOf(shop.running, wall))));
};

/** Gives places back. */
export const leave = async ({ mongo, shops }: QueueStore, tenant: string, claims: readonly string[]): Promise<void> => {
  if (claims.length === 0) return;
  await mongo.call(() =>
    shops.updateOne({ _id: tenant }, { $pull: { running: { claim: { $in: [...claims] } } }, $inc: { version: 1 } }),
  );
};

/** A place for as long as its lease is to last now, whether it is over or not: who has the job has the place. */
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
      // It stands there by now, entered by a try that was not answered, or the shop's document was made meanwhile.
      if (!isDuplicate(error)) throw error;
    }
  }
};

/** Gives back the place of a lease that was ended before its time, unless its holder has it anew. */
export const leaveEnded = async (
  { mongo, shops }: QueueStore,
  tenant: string,
  { claim, until }: Pick<Place, "claim" | "until">,
): Promise<void> => {
  await mongo.call(() =>
    shops.updateOne({ _id: tenant }, { $pull: { running: { claim, until } }, $inc: { version: 1 } }),
  );
};
