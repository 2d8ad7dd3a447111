import type { CommandRunner } from "#application/commands/command-runner-types.ts";
import type { JobObserver } from "#application/jobs/observe-jobs.ts";
import type { Sessions } from "#application/session/sessions.ts";
import type { Config } from "#infra/config/config.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Log } from "#infra/ports/log.ts";
import type { Outbox } from "#infra/ports/mail.ts";
import type { StorePlatform } from "#infra/ports/store-platform.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import type { FileStore } from "#infra/ports/stores/file-store.ts";
import type { QuarantinedCopies } from "#infra/ports/stores/quarantined-copies.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";
import type { WorkQueue } from "#infra/ports/work-queue.ts";

export type UpkeepDeps = {
  eventStore: Pick<EventStore, "readStream" | "readCategory">;
  stateStore: StateStore;
  queue: WorkQueue;
  vault: Vault;
  fileStore: FileStore;
  platform: StorePlatform;
  sessions: Pick<Sessions, "raiseEpoch">;
  outbox: Outbox;
  quarantinedCopies: QuarantinedCopies;
  runner: CommandRunner;
  environment: Config["ENVIRONMENT"];
  config: Pick<Config, "APP_URL">;
  clock: Clock;
  /** Name in leases. */
  worker: string;
  observer?: JobObserver | undefined;
  log: Log;
};
