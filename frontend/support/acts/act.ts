import type { ReactNode } from "react";
import type { Role } from "#domain/console/roles.ts";
import type { ConsoleActed } from "#domain/wire/support/console.ts";

/** What the fields of an act hold, by their names in its body. */
export type ActValues = Readonly<Record<string, unknown>>;

/** What goes with every act: `act` is the same for each try, so that one that is sent twice is done once. */
type Asked = { act: string; reason: string };

/** Something that can be done to a thing, with a reason. */
export type Act = {
  /** On its button, and on that of its dialog. */
  name: string;
  title: string;
  needs: Role;
  /** What it does, before it is done. */
  text: ReactNode;
  /** How it is undone, or that it cannot be: said before it is done and after. */
  undo: string;
  /** Said when it is done. */
  done: string;
  danger?: boolean;
  start?: ActValues;
  fields?: (values: ActValues, change: (changed: ActValues) => void) => ReactNode;
  /** What is still to be chosen or changed, as a sentence; null where nothing is. */
  missing?: (values: ActValues) => string | null;
  /** Does it. @throws {Error} with a sentence */
  send: (asked: Asked, values: ActValues) => Promise<ConsoleActed>;
  /** Default: the page reads its thing again. */
  after?: (answer: ConsoleActed) => void;
};
