import type { Collection } from "mongodb";
import { formatReason } from "../../ports/retries.ts";
import type { Mongo } from "../client.ts";
import { longAgoMs, type StateDocument } from "./state-document.ts";

const cleanupEveryMs = 60_000;
const cleanupBatch = 200;
/** Retention of deleted entries, ms: each remembers its deletion while the deleter may ask again. */
const retentionMs = longAgoMs + 60_000;

/**
 * Clears expired entries in the background, each minute or continuously while there are more. These entries were
 * invisible before.
 */
export const createStateCleanup = (mongo: Mongo, entries: Collection<StateDocument>) => {
  let sweptAt = mongo.clock.steady();
  let sweeping: Promise<void> | undefined;

  const sweep = async (): Promise<void> => {
    const old = { expiresAt: { $lte: (await mongo.time.now()) - retentionMs } };
    const found = await mongo.call(() =>
      entries.find(old, { ...mongo.bounded, projection: { _id: 1 }, limit: cleanupBatch }).toArray(),
    );
    if (found.length > 0)
      await mongo.call(() => entries.deleteMany({ _id: { $in: found.map(({ _id }) => _id) }, ...old }));
    if (found.length < cleanupBatch) sweptAt = mongo.clock.steady();
  };

  return {
    mayBegin(): void {
      if (sweeping || mongo.clock.steady() - sweptAt < cleanupEveryMs) return;
      sweeping = sweep()
        .catch((error: unknown) => {
          sweptAt = mongo.clock.steady();
          mongo.log?.warn(
            { store: mongo.server, err: error },
            `Expired entries could not be removed (${formatReason(error)}). Sheaf tries again in a minute.`,
          );
        })
        .finally(() => {
          sweeping = undefined;
        });
    },
    /** Resolves when no sweep is running. */
    async end(): Promise<void> {
      await sweeping;
    },
  };
};
