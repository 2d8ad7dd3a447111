import type { Decider } from "../core/decider.ts";
import type { CommandContext } from "../core/message.ts";
import type { ConsoleEvent } from "./events.ts";

/** Commands on `console-{id}`. */
export type ConsoleCommand = { type: "NoteAct"; act: ConsoleEvent; context: CommandContext };

/** True once the act is recorded. */
export type ConsoleState = { noted: boolean };

/** Stream `console-{id}`. Records the first act of an id; repeats are no-ops. */
export const consoleDecider: Decider<ConsoleCommand, ConsoleEvent, ConsoleState> = {
  category: "console",
  stateSchema: 1,
  initialState: { noted: false },
  decide: ({ act }, { noted }) => (noted ? [] : [act]),
  evolve: () => ({ noted: true }),
};
