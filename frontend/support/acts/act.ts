import type { ReactNode } from "react";
import type { Role } from "#domain/console/roles.ts";
import type { ConsoleActionResult } from "#domain/wire/support/console.ts";

/** Values of an action's fields, by their names in the request's body. */
export type ActValues = Readonly<Record<string, unknown>>;

/** `act` is the same for each try, which makes retries idempotent. */
type ActRequest = { act: string; reason: string };

/** An action on an object, with a reason. */
export type Act = {
  /** Labels the action's button and its dialog's. */
  name: string;
  title: string;
  needs: Role;
  /** The action's effect. */
  text: ReactNode;
  /** The action's undo, or that there is none; shown before and after. */
  undo: string;
  /** Shown when it is done. */
  successMessage: string;
  danger?: boolean;
  /** Initial values of the fields. */
  start?: ActValues;
  fields?: (values: ActValues, change: (changed: ActValues) => void) => ReactNode;
  /** Returns a sentence about missing input; null if none is missing. */
  missing?: (values: ActValues) => string | null;
  /**
   * Performs the action.
   * @throws {Error} with a message for the user
   */
  send: (asked: ActRequest, values: ActValues) => Promise<ConsoleActionResult>;
  /** Called after success. Default: the page reloads its object. */
  onSuccess?: (answer: ConsoleActionResult) => void;
};
