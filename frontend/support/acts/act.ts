import type { ReactNode } from "react";
import type { Role } from "#domain/console/roles.ts";
import type { ConsoleActionResult } from "#domain/wire/support/console.ts";

/** By their names in the action's body. */
export type ActValues = Readonly<Record<string, unknown>>;

/** `act` is the same for each try, which makes retries idempotent. */
type ActRequest = { act: string; reason: string };

/** An action on an object, with a reason. */
export type Act = {
  /** Labels its button and its dialog's. */
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
  start?: ActValues;
  fields?: (values: ActValues, change: (changed: ActValues) => void) => ReactNode;
  /** A sentence about missing input; null if none. */
  missing?: (values: ActValues) => string | null;
  /** @throws {Error} with a message for the user */
  send: (asked: ActRequest, values: ActValues) => Promise<ConsoleActionResult>;
  /** Default: the page reloads its object. */
  onSuccess?: (answer: ConsoleActionResult) => void;
};
