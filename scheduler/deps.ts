import type { CommandRunner } from "#infra/app/command-runner-types.ts";
import type { Room } from "#infra/app/exports/room.ts";
import type { Log } from "#infra/app/log.ts";
import type { Config } from "#infra/config/config.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { StateStore } from "#infra/ports/state-store.ts";
import type { WorkQueue } from "#infra/ports/work-queue.ts";

/** What a scheduler works with. */
export type SchedulerDeps = {
  runner: CommandRunner;
  stateStore: StateStore;
  queue: WorkQueue;
  /** Of automated exports. */
  room: Room;
  clock: Clock;
  config: Pick<Config, "STORE_URL_TEMPLATE" | "SHOP_FLAGS">;
  log: Log;
};
