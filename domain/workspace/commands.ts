import type { CommandContext } from "../core/message.ts";

/** Commands on `workspace-{tenant}`. `maxReports` is the tier's quota (decision 11). */
export type WorkspaceCommand = { context: CommandContext } & { type: "CreateReportDesign"; maxReports: number };
