import { ReadConcern } from "mongodb";
import type { ReadStore } from "../../ports/stores/read-store.ts";
import { createCausalSessions } from "../causal-sessions.ts";
import type { Mongo } from "../client.ts";
import { createCheckpointsAndRegisters } from "./checkpoints-and-registers.ts";
import { createChangeWriter } from "./read-changes.ts";
import { type ReadDocument, storedDocument, toCollectionName, toIndexes } from "./read-documents.ts";
import { toMongoFilter, toMongoSort } from "./read-query.ts";

const clearedAtOnce = 500;

/**
 * Creates the read store; collections are `read-model.{name}`. Readers follow the URL's `readPreference`; writers ask
 * the primary. `drop` leaves an empty collection, as another writer may recreate it. `close` leaves the connection
 * open.
 */
export const createMongoReadStore = (mongo: Mongo): ReadStore => {
  const time = createCausalSessions(mongo);
  const readsFrom = mongo.client.db(mongo.db.databaseName, { readConcern: new ReadConcern("majority") });
  const documentsOf = (collection: string) => readsFrom.collection<ReadDocument>(toCollectionName(collection));
  const { assertNotBehind, ...notes } = createCheckpointsAndRegisters(mongo, time, readsFrom);
  const write = createChangeWriter(mongo, time);

  const clear: ReadStore["clear"] = async (collection, { fence = 0 } = {}) => {
    const documents = mongo.db.collection<ReadDocument>(toCollectionName(collection));
    for (let clearedCount = clearedAtOnce; clearedCount === clearedAtOnce; ) {
      const some = await time.forward((seeing) =>
        documents
          .find(
            { fence: { $lte: fence } },
            { ...mongo.bounded, ...seeing, projection: { _id: 1 }, limit: clearedAtOnce },
          )
          .toArray(),
      );
      const ids = some.map(({ _id }) => _id);
      if (ids.length > 0)
        await time.forward((seeing) => documents.deleteMany({ _id: { $in: ids }, fence: { $lte: fence } }, seeing));
      clearedCount = ids.length;
    }
  };

  return {
    async ensureCollections(definitions) {
      for (const definition of definitions) {
        const indexes = toIndexes(definition);
        if (indexes.length > 0) await mongo.ensureIndexes(toCollectionName(definition.name), indexes);
      }
    },
    async get(collection, id) {
      const documents = documentsOf(collection);
      const found = await time.forward((seeing) =>
        documents.findOne({ _id: id, document: { $ne: null } }, { ...mongo.bounded, ...seeing }),
      );
      return found ? storedDocument(found) : undefined;
    },
    async find(collection, query) {
      const documents = documentsOf(collection);
      const { offset = 0, limit = 1_000 } = query;
      if (limit === 0) return [];
      const found = await time.forward((seeing) =>
        documents
          .find(toMongoFilter(query.where), {
            ...mongo.bounded,
            ...seeing,
            sort: toMongoSort(query),
            skip: offset,
            limit,
          })
          .toArray(),
      );
      return found.map(storedDocument);
    },
    count: (collection, where, { atMost } = {}) => {
      const documents = documentsOf(collection);
      return time.forward((seeing) =>
        documents.countDocuments(toMongoFilter(where), {
          ...mongo.bounded,
          ...seeing,
          ...(atMost === undefined ? {} : { limit: atMost }),
        }),
      );
    },
    async apply(changes, { fence = 0, following } = {}) {
      await assertNotBehind(following, fence);
      await write(changes, fence);
    },
    clear,
    drop: clear,
    ...notes,
    async close() {
      // The process owns the connection.
    },
  };
};
