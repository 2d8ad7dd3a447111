import { LocalStatus } from "#domain/enumerations.ts";
import { parseLocalStatus } from "#domain/local-status/labels.ts";

/** Returns a row's `data-status`, from the cell that has the status in words. */
export const statusOfRow = (cell: string | null | undefined): LocalStatus | undefined =>
  parseLocalStatus(cell) || undefined;

/** Row backgrounds by local status; every text in a row is readable on them (contrast.test.ts). */
const statusGrounds = {
  [LocalStatus.New]: "soft.info",
  [LocalStatus.InProgress]: "soft.warning",
  [LocalStatus.Done]: "soft.success",
  [LocalStatus.Problem]: "soft.error",
} as const;

const rows = (status: LocalStatus): string =>
  ["td", "td:first-of-type"].map((cell) => `& tbody tr[data-status='${status}'] ${cell}`).join(", ");

/** Backgrounds of table rows by `data-status`. */
export const statusRowStyles: Record<string, { bgcolor: string }> = {
  [rows(LocalStatus.New)]: { bgcolor: statusGrounds[LocalStatus.New] },
  [rows(LocalStatus.InProgress)]: { bgcolor: statusGrounds[LocalStatus.InProgress] },
  [rows(LocalStatus.Done)]: { bgcolor: statusGrounds[LocalStatus.Done] },
  [rows(LocalStatus.Problem)]: { bgcolor: statusGrounds[LocalStatus.Problem] },
};
