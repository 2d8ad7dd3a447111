import type { Decider } from "../core/decider.ts";
import type { RunCommand } from "./commands.ts";
import { decideRun } from "./decide.ts";
import type { RunEvent } from "./events.ts";
import { evolveRun } from "./evolve.ts";
import type { RunState } from "./state.ts";

/** Stream `run-{id}` (ADR 76). */
export const runDecider: Decider<RunCommand, RunEvent, RunState> = {
  category: "run",
  stateSchema: 7,
  initialState: { status: "unknown" },
  decide: decideRun,
  evolve: evolveRun,
};
