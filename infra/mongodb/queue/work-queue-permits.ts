import { isDuplicate } from "../errors.ts";
import type { Permit, QueueStore, ShopDocument } from "./work-queue-store.ts";

/**
 * A shop's running jobs are a list of permits in its own document. A claim takes permits before jobs, so a shop never
 * exceeds its limit. A killed claim's permit ends when its lease would have.
 */

/**
 * Permits that haven't ended. If the clock was set back, a permit that ends too late ends after its own length from
 * now.
 */
const livePermitsOf = (running: readonly Permit[], wall: number): Permit[] =>
  running
    .map((permit) => ({ ...permit, until: Math.min(permit.until, wall + permit.lasts) }))
    .filter(({ until }) => until > wall);

const hasStrayedPermits = (running: readonly Permit[], wall: number): boolean =>
  running.some(({ until, lasts }) => until > wall + lasts);

export const countFreePermits = (
  shop: ShopDocument | undefined,
  kinds: readonly string[],
  maxRunning: number | undefined,
  wall: number,
): number =>
  maxRunning === undefined
    ? Number.POSITIVE_INFINITY
    : maxRunning - livePermitsOf(shop?.running ?? [], wall).filter(({ kind }) => kinds.includes(kind)).length;

export type PermitRequest = {
  tenant: string;
  kinds: readonly string[];
  maxRunning: number | undefined;
  permits: readonly Permit[];
  wall: number;
};

/** Replaces a shop's permits. False if the list has changed since it was read. */
const replacePermits = async (
  { mongo, shops }: QueueStore,
  tenant: string,
  known: ShopDocument | undefined,
  running: Permit[],
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

/** `known`: the shop's document, if just read. */
export const acquirePermits = async (
  store: QueueStore,
  { tenant, kinds, maxRunning, permits, wall }: PermitRequest,
  known: ShopDocument | undefined,
): Promise<Permit[]> => {
  const mine = new Set(permits.map(({ claim }) => claim));
  for (let shop = known; ; ) {
    // These permits were taken by an unanswered try.
    const entered = shop?.running.filter(({ claim }) => mine.has(claim)) ?? [];
    if (entered.length > 0) return entered;
    const running = shop?.running ?? [];
    const acquired = permits.slice(0, Math.max(0, countFreePermits(shop, kinds, maxRunning, wall)));
    if (acquired.length === 0) return [];
    if (await replacePermits(store, tenant, shop, [...livePermitsOf(running, wall), ...acquired])) return acquired;
    shop = (await store.mongo.call(() => store.shops.findOne({ _id: tenant }, store.mongo.bounded))) ?? undefined;
  }
};

/** Persists corrected ends: otherwise each look would postpone them. */
export const correctPermitEnds = async (
  store: QueueStore,
  shops: readonly ShopDocument[],
  wall: number,
): Promise<void> => {
  const astray = shops.filter(({ running }) => hasStrayedPermits(running, wall));
  // On a conflict, the other write or the next look corrects it.
  await Promise.all(astray.map((shop) => replacePermits(store, shop._id, shop, livePermitsOf(shop.running, wall))));
};

export const releasePermits = async (
  { mongo, shops }: QueueStore,
  tenant: string,
  claims: readonly string[],
): Promise<void> => {
  if (claims.length === 0) return;
  await mongo.call(() =>
    shops.updateOne({ _id: tenant }, { $pull: { running: { claim: { $in: [...claims] } } }, $inc: { version: 1 } }),
  );
};

/** Renews a permit, also for an expired lease: the job is still its holder's. */
export const renewPermit = async ({ mongo, shops }: QueueStore, tenant: string, permit: Permit): Promise<void> => {
  const { claim, until, lasts } = permit;
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
          { $push: { running: permit }, $inc: { version: 1 } },
          { upsert: true },
        ),
      );
      return;
    } catch (error) {
      // The permit was taken by an unanswered try, or the shop's document is new.
      if (!isDuplicate(error)) throw error;
    }
  }
};

/** Releases an ended permit, unless its holder has renewed it. */
export const releaseEndedPermit = async (
  { mongo, shops }: QueueStore,
  tenant: string,
  { claim, until }: Pick<Permit, "claim" | "until">,
): Promise<void> => {
  await mongo.call(() =>
    shops.updateOne({ _id: tenant }, { $pull: { running: { claim, until } }, $inc: { version: 1 } }),
  );
};
