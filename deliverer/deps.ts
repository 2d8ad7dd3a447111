import type { CommandRunner } from "#infra/app/command-runner-types.ts";
import type { Log } from "#infra/app/log.ts";
import type { Mail } from "#infra/ports/mail.ts";
import type { Vault } from "#infra/ports/vault.ts";

/** What the deliverer works with. */
export type DelivererDeps = {
  runner: Pick<CommandRunner, "load">;
  vault: Vault;
  mail: Mail;
  /** Mail that has no receiver to go to is put here, for who runs the installation. */
  outbox: Mail;
  /** SUPPORT_EMAIL. */
  supportEmail: string | undefined;
  /** Never given addresses or texts. */
  log: Log;
};
