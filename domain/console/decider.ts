import type { Decider } from "../core/decider.ts";
import type { CommandContext } from "../core/message.ts";
import type { ConsoleEvent } from "./events.ts";

/** Commands on `console-{id}`. */
export type ConsoleCommand = { type: "NoteAct"; act: ConsoleEvent; context: CommandContext };

/** `noted`: the act is recorded, and not refused since. */
export type ConsoleState = { noted: boolean };

/** Stream `console-{id}`. Records the first act of an id, and its refusal; repeats are no-ops. */
export const consoleDecider: Decider<ConsoleCommand, ConsoleEvent, ConsoleState> = {
  category: "console",
  stateSchema: 2,
  initialState: { noted: false },
  decide: ({ act }, { noted }) => (noted === (act.type === "AgentActRefused") ? [act] : []),
  evolve: (_state, { type }) => ({ noted: type !== "AgentActRefused" }),
};
