import type { CommandContext } from "../core/message.ts";
import type { Grouping } from "../enumerations.ts";

/** Commands on `workspace-{tenant}`. */
export type WorkspaceCommand = { context: CommandContext } & {
  type: "CreateReportDesign";
  /** The tier's quota (decision 11). */
  maxReports: number;
  /** Default Orders. */
  grouping?: Grouping;
  /** Keys of the catalogue in the order of the columns, each once; default by decision 27. */
  columns?: readonly string[];
};
