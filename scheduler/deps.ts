import type { ExportPermits } from "#application/admission/export-permits.ts";
import type { CommandRunner } from "#application/commands/command-runner-types.ts";
import type { Config } from "#infra/config/config.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Log } from "#infra/ports/log.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import type { WorkQueue } from "#infra/ports/work-queue.ts";

export type SchedulerDeps = {
  runner: CommandRunner;
  stateStore: StateStore;
  queue: WorkQueue;
  /** Limits waiting automated exports per shop. */
  permits: ExportPermits;
  clock: Clock;
  config: Pick<Config, "STORE_URL_TEMPLATE" | "SHOP_FLAGS">;
  log: Log;
};
