import { type Decider, refuse } from "../core/decider.ts";
import type { CommandContext } from "../core/message.ts";
import { actOfJobEvent } from "./acts.ts";
import type { ConsoleEvent } from "./events.ts";

/** Commands on `console-{id}`. */
export type ConsoleCommand = { context: CommandContext } & (
  | {
      type: "NoteAct";
      act: ConsoleEvent;
      /** How many refusals of this id the sender knew of. A parallel request may have been refused since. */
      knownRefusals?: number;
    }
  | { type: "NoteRefusal" }
  /** Notes that nobody knows if the recorded act on a job was done. */
  | { type: "NoteUnconfirmed" }
);

/** `noted`: the recorded act, unless it was refused since. */
export type ConsoleState = { noted: ConsoleEvent | null; refusals: number };

/** Nothing for acts that need no queue: a call that records one notes no refusal or doubt of it here. */
const outcomeOfJobAct = (type: "JobActRefused" | "JobActUnconfirmed", act: ConsoleEvent): ConsoleEvent[] => {
  switch (act.type) {
    case "JobTriedAgain":
    case "JobDropped":
      return [{ type, data: { ...act.data, act: actOfJobEvent[act.type] } }];
    case "AgentSignedIn":
    case "AgentSignedOut":
    case "ShopLookedAt":
    case "ShopImpersonated":
    case "ParkedTriedAgain":
    case "AgentActed":
    case "AgentActRefused":
    case "JobActRefused":
    case "JobActUnconfirmed":
      return [];
  }
};

const refusalOf = (act: ConsoleEvent): ConsoleEvent[] =>
  act.type === "AgentActed" ? [{ type: "AgentActRefused", data: act.data }] : outcomeOfJobAct("JobActRefused", act);

/** Stream `console-{id}`. Records the first act of an id, and its refusal or doubt; repeats are no-ops. */
export const consoleDecider: Decider<ConsoleCommand, ConsoleEvent, ConsoleState> = {
  category: "console",
  stateSchema: 3,
  initialState: { noted: null, refusals: 0 },
  decide: (command, { noted, refusals }) => {
    if (command.type === "NoteRefusal") return noted ? refusalOf(noted) : [];
    if (command.type === "NoteUnconfirmed") return noted ? outcomeOfJobAct("JobActUnconfirmed", noted) : [];
    if (noted) return [];
    const { act, knownRefusals = refusals } = command;
    return knownRefusals < refusals
      ? refuse("conflict", "This was refused a moment ago. You can try it again.")
      : [act];
  },
  evolve: ({ refusals }, event) =>
    event.type === "AgentActRefused" || event.type === "JobActRefused"
      ? { noted: null, refusals: refusals + 1 }
      : { noted: event, refusals },
};
