import { BadConfiguration } from "../config/config.ts";
import { loadMasterKey } from "../sqlite/state/master-key.ts";
import { connectOrThrow, type DocumentStores, type RegisterClose, type StoresOptions } from "./stores-options.ts";

/** Opens MongoDB; its client is loaded on demand. */
export const openMongoDocuments = async (
  url: string,
  { config, clock, log }: StoresOptions,
  keep: RegisterClose,
): Promise<DocumentStores> => {
  if (config.MASTER_KEY === undefined)
    throw new BadConfiguration("MASTER_KEY: must be set when MONGODB_URL is, and be the same for every process.");
  const masterKey = loadMasterKey(config.DATA_DIR, config.MASTER_KEY);
  const [{ openMongo }, readStore, stateStore, vault, workQueue, fileStore] = await Promise.all([
    import("../mongodb/client.ts"),
    import("../mongodb/read-models/read-store.ts"),
    import("../mongodb/state/state-store.ts"),
    import("../mongodb/state/vault.ts"),
    import("../mongodb/queue/work-queue.ts"),
    import("../mongodb/files/file-store.ts"),
  ]);
  return connectOrThrow(async () => {
    const mongo = await openMongo({ url, clock, ...(log ? { log } : {}) });
    keep(mongo.close);
    return {
      readStore: readStore.createMongoReadStore(mongo),
      stateStore: await stateStore.createMongoStateStore(mongo),
      vault: await vault.createMongoVault(mongo, masterKey),
      workQueue: await workQueue.createMongoWorkQueue(mongo, clock),
      fileStore: await fileStore.createMongoFileStore(mongo),
    };
  });
};
