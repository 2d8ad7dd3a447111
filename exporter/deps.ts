import type { CommandRunner } from "#application/commands/command-runner-types.ts";
import type { KeptBytes } from "#application/exports/kept-bytes.ts";
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
import type { PictureBounds } from "./pictures/bounds.ts";
import type { PictureSources } from "./pictures/source.ts";

/** What an exporter works with. */
export type ExporterDeps = {
  eventStore: EventStore;
  stateStore: StateStore;
  /** For what shops say of their orders. */
  readModels: Pick<ServedReadModels, "find" | "hasSeen">;
  queue: WorkQueue;
  fileStore: FileStore;
  /** What rows are held in beyond `spillAfter`. */
  scratch: Scratch;
  /** For the key of the hashes of who is in a file, and the words of filters. */
  vault: Pick<Vault, "sign" | "readAll">;
  platform: Pick<StorePlatform, "orders" | "ordersCount" | "bulk">;
  /** For what is too large for the memory. */
  workFiles: WorkFiles;
  /** Reports of more orders than this are read by a bulk operation (ADR 64). */
  bulkFromOrders: number;
  runner: CommandRunner;
  clock: Clock;
  /** Bytes that one file may have. */
  bytesAtMost: number;
  /** Counted bytes that a report may hold in memory of what it sorts, splits or groups by product (ADR 65). */
  spillAfter: number;
  /** What the files of each shop take. */
  keptBytes: KeptBytes;
  /** Without it pictures are links in every file. */
  pictures?: { sources: PictureSources; bounds: PictureBounds };
  fingerprint: Fingerprint;
  /** Name of this worker in events. */
  worker: string;
  log: Log;
};
