import type { CommandRunner } from "#application/commands/command-runner-types.ts";
import type { StorageQuota } from "#application/exports/storage-quota.ts";
import type { ServedReadModels } from "#application/read-models/serve.ts";
import type { Fingerprint } from "#domain/export/fingerprint.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Log } from "#infra/ports/log.ts";
import type { StorePlatform } from "#infra/ports/store-platform.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import type { FileStore } from "#infra/ports/stores/file-store.ts";
import type { Scratch } from "#infra/ports/stores/scratch.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";
import type { WorkFiles } from "#infra/ports/stores/work-files.ts";
import type { WorkQueue } from "#infra/ports/work-queue.ts";
import type { PictureLimits } from "./pictures/picture-limits.ts";
import type { PictureSources } from "./pictures/source.ts";
import type { WaitPermit } from "./pictures/wait-permits.ts";

export type ExporterDeps = {
  eventStore: EventStore;
  stateStore: StateStore;
  readModels: Pick<ServedReadModels, "find" | "hasSeen">;
  queue: WorkQueue;
  fileStore: FileStore;
  scratch: Scratch;
  /** Signs the key of people hashes, and reads personal values in filters. */
  vault: Pick<Vault, "sign" | "readAll">;
  platform: Pick<StorePlatform, "streamOrders" | "countOrders" | "bulk">;
  workFiles: WorkFiles;
  /** Reports of more orders are read by a bulk operation (ADR 64). */
  bulkFromOrders: number;
  runner: CommandRunner;
  clock: Clock;
  /** Largest file, bytes. */
  bytesAtMost: number;
  /** Counted bytes of rows kept in memory to sort, split or group by product (ADR 65). */
  spillAfterBytes: number;
  storageQuota: StorageQuota;
  pictures?: { sources: PictureSources; bounds: PictureLimits; waitPermit?: () => WaitPermit };
  fingerprint: Fingerprint;
  worker: string;
  log: Log;
};
