import type { Decider } from "../core/decider.ts";
import type { ExportCommand } from "./commands.ts";
import { decideExport } from "./decide.ts";
import type { ExportEvent } from "./events.ts";
import { evolveExport } from "./evolve.ts";
import type { ExportState } from "./state.ts";

/** Stream `export-{id}`. */
export const exportDecider: Decider<ExportCommand, ExportEvent, ExportState> = {
  category: "export",
  stateSchema: 4,
  initialState: { status: "unknown" },
  decide: decideExport,
  evolve: evolveExport,
};
