import type { Json } from "../../ports/json.ts";
import { createVersion, type StateEntry, type StateStore, serializeState } from "../../ports/stores/state-store.ts";
import type { Mongo } from "../client.ts";
import { createStateChanges, liveAt, type StateChange } from "./state-changes.ts";
import { createStateCleanup } from "./state-cleanup.ts";
import type { StateDocument } from "./state-document.ts";

/** "soon" means in the memory of a majority (ADR 119). `close` leaves the connection open. */
export const createMongoStateStore = async (mongo: Mongo): Promise<StateStore> => {
  await mongo.ensureIndexes("state", [
    { key: { "index.field": 1, "index.value": 1, _id: 1 }, name: "found-by" },
    { key: { expiresAt: 1 }, name: "expiring" },
  ]);
  const entries = mongo.db.collection<StateDocument>("state");
  const inMemory = mongo.db.collection<StateDocument>("state", {
    writeConcern: { w: "majority", journal: false, wtimeoutMS: mongo.bounded.maxTimeMS },
  });
  const changes = { "at once": createStateChanges(mongo, entries), soon: createStateChanges(mongo, inMemory) };
  const sweep = createStateCleanup(mongo, entries);

  const entryOf = <T extends Json>({ _id, value, version }: StateDocument): StateEntry<T> => ({
    key: _id,
    value: JSON.parse(value) as T,
    version,
  });

  return {
    get: <T extends Json>(key: string) =>
      mongo.call(async () => {
        const found = await entries.findOne({ _id: key, ...liveAt(await mongo.time.now()) }, mongo.linearizableRead);
        return found ? entryOf<T>(found) : undefined;
      }),
    async put(key, value, { ifVersion, expiresAt, index, durable = "at once" } = {}) {
      const version = createVersion();
      const text = serializeState(key, value);
      const names = index && Object.entries(index).map(([field, name]) => ({ field, value: name }));
      const { putAnyway, putAtVersion } = changes[durable];
      await mongo.call(async () => {
        const until = expiresAt ? await mongo.time.fromLocal(expiresAt) : Number.POSITIVE_INFINITY;
        const what: StateChange = { version, value: text, expiresAt: until, ...(names && { index: names }) };
        await (ifVersion === undefined ? putAnyway(key, what) : putAtVersion(key, what, ifVersion));
      });
      sweep.mayBegin();
      return version;
    },
    async delete(key, { ifVersion } = {}) {
      const version = createVersion();
      const isDeleted = await mongo.call(() => changes["at once"].remove(key, version, ifVersion));
      sweep.mayBegin();
      return isDeleted;
    },
    find: <T extends Json>(field: string, equals: string, limit = 1_000) =>
      mongo.call(async () => {
        const isFound = { index: { $elemMatch: { field, value: equals } }, ...liveAt(await mongo.time.now()) };
        await mongo.confirmPrimary();
        const found = await entries.find(isFound, { ...mongo.bounded, sort: { _id: 1 }, limit }).toArray();
        return found.map((document) => entryOf<T>(document));
      }),
    close: () => sweep.end(),
  };
};
