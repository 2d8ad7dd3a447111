import { openMongo } from "#infra/mongodb/client.ts";
import { createMongoFileStore } from "#infra/mongodb/files/file-store.ts";
import { createMovableDocuments } from "#infra/mongodb/read-models/movable-documents.ts";
import { createMongoReadStore } from "#infra/mongodb/read-models/read-store.ts";
import { createMongoStateStore } from "#infra/mongodb/state/state-store.ts";
import { createMongoVault } from "#infra/mongodb/state/vault.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Documents } from "./folder-side.ts";

/**
 * Opens a MongoDB database's documents. `database` replaces the URL's, for tests.
 * @throws {Error} the URL is invalid, or the data was written with another master key; with a message for the operator
 * @throws {StoreBusy} {AccessRefused} the server does not answer, or refuses the credentials
 */
export const documentsInMongo = async ({
  url,
  masterKey,
  clock,
  database,
}: {
  url: string;
  masterKey: Uint8Array;
  clock: Clock;
  database?: string;
}): Promise<Documents & { at: string }> => {
  const mongo = await openMongo({ url, clock, ...(database === undefined ? {} : { database }) });
  try {
    // Verifies the key, or records it if none is recorded yet.
    await createMongoVault(mongo, masterKey);
    const stateStore = await createMongoStateStore(mongo);
    return {
      documents: await createMovableDocuments(mongo, clock),
      stateStore,
      fileStore: await createMongoFileStore(mongo),
      readStore: await createMongoReadStore(mongo),
      at: mongo.server,
      close: async () => {
        await stateStore.close();
        await mongo.close();
      },
    };
  } catch (error) {
    await mongo.close();
    throw error;
  }
};
