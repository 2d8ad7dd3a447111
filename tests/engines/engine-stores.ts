import { inject } from "vitest";
import { getPartitionCount } from "#application/read-models/partitions.ts";
import { createEventStoreDbEventStore } from "#infra/eventstoredb/event-store.ts";
import { openMongo } from "#infra/mongodb/client.ts";
import { createMongoFileStore } from "#infra/mongodb/files/file-store.ts";
import { createMongoWorkQueue } from "#infra/mongodb/queue/work-queue.ts";
import { createMongoReadStore } from "#infra/mongodb/read-models/read-store.ts";
import { createMongoStateStore } from "#infra/mongodb/state/state-store.ts";
import { createMongoVault } from "#infra/mongodb/state/vault.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { memoryStores, type OpenStores } from "#tests/support/stores-for-tests.ts";
import { createKeeping } from "./keeping.ts";
import { mongoUrl, ownDatabase } from "./mongodb/support.ts";
import { onClock } from "./mongodb/work-queue-support.ts";
import { withOwnPrefix } from "./urls.ts";

/**
 * Stores in the run's MongoDB, in a database of the test's own. They are in memory if the run has none, which its start
 * has logged.
 */
const documents = async (
  clock: Parameters<OpenStores>[0],
  { keep }: Pick<ReturnType<typeof createKeeping>, "keep">,
) => {
  const url = mongoUrl();
  if (url === undefined) return memoryStores(clock);
  const mongo = keep(await openMongo({ url, database: ownDatabase(), ...onClock(clock) }));
  keep({ close: () => mongo.db.dropDatabase() });
  return {
    readStore: keep(createMongoReadStore(mongo)),
    stateStore: keep(await createMongoStateStore(mongo)),
    vault: await createMongoVault(mongo, Buffer.alloc(32, 7)),
    workQueue: await createMongoWorkQueue(mongo, clock),
    fileStore: await createMongoFileStore(mongo),
    parts: getPartitionCount({ MONGODB_URL: url }),
  };
};

/**
 * {@link OpenStores} over the engines of the run: streams with their own prefix at its EventStoreDB, documents in its
 * MongoDB.
 */
export const engineStores: OpenStores = async (clock) => {
  const { keep, closeAll } = createKeeping();
  try {
    const options = { url: withOwnPrefix(inject("eventStore").url), clock: createSystemClock() };
    const eventStore = keep(await createEventStoreDbEventStore(options));
    return { ...(await documents(clock, { keep })), eventStore, close: closeAll };
  } catch (error) {
    await closeAll();
    throw error;
  }
};
