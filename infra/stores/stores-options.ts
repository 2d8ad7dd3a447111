import type { BusFault } from "../bus/following-bus.ts";
import type { Config } from "../config/config.ts";
import { BadConfiguration } from "../config/config.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { FileStore } from "../ports/stores/file-store.ts";
import type { ReadStore } from "../ports/stores/read-store.ts";
import type { StateStore } from "../ports/stores/state-store.ts";
import type { Vault } from "../ports/stores/vault.ts";
import type { WorkQueue } from "../ports/work-queue.ts";
import type { QuarantinedFile } from "../sqlite/read-models/read-connection.ts";

export type StoresOptions = {
  config: Pick<Config, "DATA_DIR"> &
    Partial<Pick<Config, "MASTER_KEY" | "EVENTSTORE_URL" | "MONGODB_URL" | "KAFKA_BROKERS">>;
  clock: Clock;
  /** Use of the read models: 'write' in projection processes, 'read' in query services. External engines ignore it. */
  readModels: "write" | "read" | "none";
  onBusFault?: (fault: BusFault) => void;
  /** Called after unusable read models were renamed. */
  onQuarantined?: (what: QuarantinedFile) => void;
  /**
   * Logs when erased data can't leave the log of `state.db`, or an external engine gives no events, and when that is
   * over.
   */
  log?: Pick<Log, "warn" | "info">;
};

type Closing = () => void | Promise<void>;
/** Registers what to close, in reverse order. */
export type RegisterClose = (close: Closing) => void;

/**
 * Adapters report a bad URL as a plain `Error`.
 * @throws {BadConfiguration}
 */
export const connectOrThrow = async <T>(connect: () => Promise<T>): Promise<T> => {
  try {
    return await connect();
  } catch (error) {
    if (error instanceof Error && error.constructor === Error)
      throw new BadConfiguration(error.message, { cause: error });
    throw error;
  }
};

export type DocumentStores = {
  stateStore: StateStore;
  workQueue: WorkQueue;
  vault: Vault;
  readStore: ReadStore;
  fileStore: FileStore;
};
