import type { CommandRunner } from "#infra/app/command-runner-types.ts";
import type { Mail } from "#infra/ports/mail.ts";
import type { Vault } from "#infra/ports/vault.ts";
import type { WorkQueue } from "#infra/ports/work-queue.ts";

/** The part of a pino logger that is used. Never given addresses or texts. */
export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** What the deliverer works with. */
export type DelivererParts = {
  queue: WorkQueue;
  runner: Pick<CommandRunner, "load">;
  vault: Vault;
  mail: Mail;
  /** Mail that has no receiver to go to is put here, for who runs the installation. */
  outbox: Mail;
  /** SUPPORT_EMAIL. */
  supportEmail: string | undefined;
  /** Name of this worker in leases. */
  worker: string;
  log: Log;
};
