import type { ExportCommand } from "#domain/export/commands.ts";
import { dayMs } from "#domain/retention/retention.ts";

/** The end of an export's first attempt, whose CSV of one row is kept for seven days. */
export const finishing = (
  id: string,
  now: Date,
): Omit<Extract<ExportCommand, { type: "FinishExport" }>, "context"> => ({
  type: "FinishExport",
  attempt: 1,
  fileKey: `${id}.1.csv`,
  bytes: 6,
  contentHash: "c",
  fileHash: "f",
  fingerprint: { app: "1", icu: "1", tz: "1", node: "1" },
  orders: 1,
  rows: 1,
  expiresAt: new Date(now.getTime() + 7 * dayMs).toISOString(),
});
