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
import type { SetAside } from "../sqlite/read-models/read-connection.ts";

export type StoresOptions = {
  config: Pick<Config, "DATA_DIR"> &
    Partial<Pick<Config, "MASTER_KEY" | "EVENTSTORE_URL" | "MONGODB_URL" | "KAFKA_BROKERS">>;
  clock: Clock;
  /**
   * 'write' in processes of projections alone, 'read' where queries are answered, 'none' where a read store is never asked. An engine that
   * others keep has no use for it.
   */
  readModels: "write" | "read" | "none";
  onBusFault?: (fault: BusFault) => void;
  /** Told when read models that cannot be used were put under another name. */
  onSetAside?: (what: SetAside) => void;
  /**
   * Told in words when what was erased cannot leave the log of `state.db` for a while, and when it has; and when an engine that others keep
   * gives no events for a while, and when it does again.
   */
  log?: Pick<Log, "warn" | "info">;
};

type Closing = () => void | Promise<void>;
/** What is kept last is closed first. */
export type Keep = (close: Closing) => void;

/**
 * Answers what an adapter answers that connects to an engine by its URL. Adapters know no configuration: what they say of a URL is an error
 * without a name of its own. @throws {BadConfiguration}
 */
export const byUrl = async <T>(connect: () => Promise<T>): Promise<T> => {
  try {
    return await connect();
  } catch (error) {
    if (error instanceof Error && error.constructor === Error)
      throw new BadConfiguration(error.message, { cause: error });
    throw error;
  }
};

/** What one engine keeps beside events. */
export type Documents = {
  stateStore: StateStore;
  workQueue: WorkQueue;
  vault: Vault;
  readStore: ReadStore;
  fileStore: FileStore;
};
