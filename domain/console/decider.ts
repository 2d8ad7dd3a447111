import type { Decider } from "../core/decider.ts";
import type { CommandContext } from "../core/message.ts";
import type { ConsoleEvent } from "./events.ts";

/** Commands on `console-{id}`. */
export type ConsoleCommand = { type: "NoteAct"; act: ConsoleEvent; context: CommandContext };

/** Whether the act was noted. */
export type ConsoleState = { noted: boolean };

/** Stream `console-{id}`: the first act of an id is noted, and what repeats it changes nothing. */
export const consoleDecider: Decider<ConsoleCommand, ConsoleEvent, ConsoleState> = {
  category: "console",
  stateSchema: 1,
  initialState: { noted: false },
  decide: ({ act }, { noted }) => (noted ? [] : [act]),
  evolve: () => ({ noted: true }),
};
