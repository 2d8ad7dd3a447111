import type { CommandRunner } from "#application/commands/command-runner-types.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Destinations } from "#infra/ports/destination.ts";
import type { Ids } from "#infra/ports/ids.ts";
import type { Log } from "#infra/ports/log.ts";
import type { Mail, Outbox } from "#infra/ports/mail.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import type { FileStore } from "#infra/ports/stores/file-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";
import type { WorkQueue } from "#infra/ports/work-queue.ts";

export type DelivererDeps = {
  runner: CommandRunner;
  eventStore: Pick<EventStore, "readStream">;
  stateStore: StateStore;
  queue: WorkQueue;
  fileStore: Pick<FileStore, "open">;
  vault: Vault;
  ids: Pick<Ids, "secret">;
  clock: Clock;
  destinations: Pick<Destinations, "deliver" | "countConfirmedRecipients">;
  mail: Mail;
  /** Takes mail that has no recipient, for the operator to read. Takes all mail if there is no mail server. */
  outbox: Pick<Outbox, "send" | "close" | "remove">;
  supportEmail: string | undefined;
  appUrl: string;
  /** Addresses and texts must never be logged. */
  log: Log;
};

export type MailDeps = Pick<
  DelivererDeps,
  "vault" | "mail" | "outbox" | "supportEmail" | "appUrl" | "log" | "stateStore" | "clock"
> & {
  runner: Pick<CommandRunner, "load">;
};
