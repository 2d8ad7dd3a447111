import type { AlertDeps } from "#application/alerts/read-alerts.ts";
import type { CommandRunner } from "#application/commands/command-runner-types.ts";
import type { Impersonations } from "#application/impersonation/impersonations.ts";
import type { ServedReadModels } from "#application/read-models/serve.ts";
import type { Config } from "#infra/config/config.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { IdentityProvider } from "#infra/ports/identity-provider.ts";
import type { Ids } from "#infra/ports/ids.ts";
import type { Log } from "#infra/ports/log.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import type { FileStore } from "#infra/ports/stores/file-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";
import type { WorkQueue } from "#infra/ports/work-queue.ts";
import type { AuditLog } from "./acts/audit-log.ts";
import type { SupportSessions } from "./session/sessions.ts";

/**
 * The console never calls the store platform, and changes a shop only by actions (ADR 102). `APP_URL`: the merchants'
 * app, for impersonation.
 */
export type SupportDeps = {
  config: Pick<Config, "APP_URL" | "SUPPORT_URL" | "SUPPORT_ROLES_CLAIM" | "SHOP_FLAGS">;
  runner: CommandRunner;
  eventStore: Pick<EventStore, "readStream">;
  state: StateStore;
  vault: Pick<Vault, "put" | "readAll" | "sign">;
  /** File store, for people files only. */
  files: Pick<FileStore, "size" | "open">;
  readModels: Pick<ServedReadModels, "get" | "find" | "count">;
  queue: Pick<WorkQueue, "listDead" | "revive" | "drop" | "listOpenJobs" | "getStatus">;
  alerts: AlertDeps;
  identity: IdentityProvider;
  clock: Clock;
  ids: Ids;
};

export type ConsoleDeps = SupportDeps & {
  sessions: SupportSessions;
  acts: AuditLog;
  impersonations: Impersonations;
  log: Log;
};
