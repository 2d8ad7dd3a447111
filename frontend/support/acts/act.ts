import type { ReactNode } from "react";
import type { Role } from "#domain/console/roles.ts";
import type { ConsoleActionResult } from "#domain/wire/support/console.ts";

/** Values of an action's fields, by their names in its body. */
export type ActValues = Readonly<Record<string, unknown>>;

/** Sent with every action: `act` is the same for each try, which makes retries idempotent. */
type ActRequest = { act: string; reason: string };

/** An action on an object, with a reason. */
export type Act = {
  /** Label of its button and of its dialog's. */
  name: string;
  title: string;
  needs: Role;
  /** The action's effect, shown before it is done. */
  text: ReactNode;
  /** How to undo the action, or that you can't; shown before and after. */
  undo: string;
  /** Shown when it is done. */
  successMessage: string;
  danger?: boolean;
  start?: ActValues;
  fields?: (values: ActValues, change: (changed: ActValues) => void) => ReactNode;
  /** The input still missing, as a sentence; null if none. */
  missing?: (values: ActValues) => string | null;
  /**
   * Does it.
   * @throws {Error} with a message for the user
   */
  send: (asked: ActRequest, values: ActValues) => Promise<ConsoleActionResult>;
  /** Default: the page reloads its object. */
  onSuccess?: (answer: ConsoleActionResult) => void;
};
