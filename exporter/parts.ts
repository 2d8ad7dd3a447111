import type { Fingerprint } from "#domain/export/events.ts";
import type { CommandRunner } from "#infra/app/command-runner-types.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { EventStore } from "#infra/ports/event-store.ts";
import type { FileStore } from "#infra/ports/file-store.ts";
import type { StateStore } from "#infra/ports/state-store.ts";
import type { StorePlatform } from "#infra/ports/store-platform.ts";
import type { WorkQueue } from "#infra/ports/work-queue.ts";
import type { Log } from "./log.ts";

/** What an exporter works with. */
export type ExporterParts = {
  eventStore: EventStore;
  stateStore: StateStore;
  queue: WorkQueue;
  fileStore: FileStore;
  platform: Pick<StorePlatform, "orders" | "ordersCount">;
  commands: CommandRunner;
  clock: Clock;
  fingerprint: Fingerprint;
  /** Name of this worker in events and leases. */
  worker: string;
  log: Log;
};
