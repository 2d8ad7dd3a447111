import type { Collection, Filter } from "mongodb";
import { StoreBusy } from "../../ports/store-errors.ts";
import { StateConflict } from "../../ports/stores/state-store.ts";
import type { Mongo } from "../client.ts";
import { isDuplicate } from "../errors.ts";
import { isApplied, markApplied, unlessApplied } from "../idempotent-changes.ts";
import { longAgoMs, type StateDocument } from "./state-document.ts";

/** Without `index`, a live entry keeps its names. */
export type StateChange = Pick<StateDocument, "version" | "value" | "expiresAt"> &
  Partial<Pick<StateDocument, "index">>;

/** Among concurrent writers of one key, one wins each time. */
const maxAttempts = 50;

export const liveAt = (now: number) => ({ expiresAt: { $gt: now } });
const expiredAt = (now: number) => ({ expiresAt: { $lte: now } });

/**
 * Changes entries, each by one filtered update of one document. If the filter finds nothing, or a duplicate, an
 * unanswered try may have made the change: the entry remembers it.
 */
export const createStateChanges = (mongo: Mongo, entries: Collection<StateDocument>) => {
  const findEntry = (key: string) =>
    entries.findOne({ _id: key }, { ...mongo.linearizableRead, projection: { value: 0, index: 0 } });
  const versionOf = (found: Pick<StateDocument, "version" | "expiresAt"> | null, now: number): number =>
    found && found.expiresAt > now ? found.version : 0;
  const conflict = (key: string, actual: number, wanted: number): StateConflict =>
    new StateConflict(`${key} is at version ${actual} (0: absent), not at ${wanted}. Read it again.`);
  const tooMany = (key: string): StoreBusy =>
    new StoreBusy(`Too many writes to ${key} in ${mongo.server} at once. Try again in a moment.`);

  /** False if nothing matches or, with `upsert`, another entry has the key. */
  const change = async (filter: Filter<StateDocument>, stateChange: StateChange, { upsert = false } = {}) => {
    try {
      const update = { $set: stateChange, ...markApplied(stateChange.version) };
      const done = await entries.updateOne({ ...filter, ...unlessApplied(stateChange.version) }, update, { upsert });
      return done.matchedCount + done.upsertedCount > 0;
    } catch (error) {
      if (upsert && isDuplicate(error)) return false;
      throw error;
    }
  };

  return {
    async putAtVersion(key: string, stateChange: StateChange, ifVersion: number): Promise<void> {
      const now = await mongo.time.now();
      const isDone =
        ifVersion === 0
          ? await change({ _id: key, ...expiredAt(now) }, { index: [], ...stateChange }, { upsert: true })
          : await change({ _id: key, version: ifVersion, ...liveAt(now) }, stateChange);
      if (isDone) return;
      const found = await findEntry(key);
      if (!isApplied(found, stateChange.version)) throw conflict(key, versionOf(found, now), ifVersion);
    },
    /** Without `index`, a live entry keeps its names and an expired one loses them. */
    async putAnyway(key: string, stateChange: StateChange): Promise<void> {
      for (let turn = 0; turn < maxAttempts; turn += 1) {
        const now = await mongo.time.now();
        if (stateChange.index) {
          if (await change({ _id: key }, stateChange, { upsert: true })) return;
        } else {
          if (await change({ _id: key, ...liveAt(now) }, stateChange)) return;
          if (await change({ _id: key, ...expiredAt(now) }, { ...stateChange, index: [] }, { upsert: true })) return;
        }
        if (isApplied(await findEntry(key), stateChange.version)) return;
      }
      throw tooMany(key);
    },
    /** The entry stays, expired and empty, and remembers its deletion. False if there was none. */
    async remove(key: string, version: number, ifVersion: number | undefined): Promise<boolean> {
      for (let turn = 0; turn < maxAttempts; turn += 1) {
        const now = await mongo.time.now();
        const filter = { _id: key, ...liveAt(now), ...(ifVersion === undefined ? {} : { version: ifVersion }) };
        if (await change(filter, { version, value: "null", expiresAt: now - longAgoMs, index: [] })) return true;
        const found = await findEntry(key);
        if (isApplied(found, version)) return true;
        const actual = versionOf(found, now);
        if (ifVersion !== undefined && ifVersion !== actual) throw conflict(key, actual, ifVersion);
        if (actual === 0) return false;
      }
      throw tooMany(key);
    },
  };
};
