import { LocalStatus } from "#domain/enumerations.ts";
import { localStatusOfCell } from "#domain/local-status/words.ts";

/** What a row says of its order by `data-status`; absent where nothing is said. The word stands in the row as well. */
export const statusOfRow = (cell: string | null | undefined): LocalStatus | undefined =>
  localStatusOfCell(cell) || undefined;

/** The ground of rows by their local status; every text of a row can be read on it (contrast.test.ts). */
const statusGrounds = {
  [LocalStatus.New]: "soft.info",
  [LocalStatus.InProgress]: "soft.warning",
  [LocalStatus.Done]: "soft.success",
  [LocalStatus.Problem]: "soft.error",
} as const;

const rows = (status: LocalStatus): string =>
  ["td", "td:first-of-type"].map((cell) => `& tbody tr[data-status='${status}'] ${cell}`).join(", ");

/** For a table whose rows have `data-status`. */
export const statusRowStyles: Record<string, { bgcolor: string }> = {
  [rows(LocalStatus.New)]: { bgcolor: statusGrounds[LocalStatus.New] },
  [rows(LocalStatus.InProgress)]: { bgcolor: statusGrounds[LocalStatus.InProgress] },
  [rows(LocalStatus.Done)]: { bgcolor: statusGrounds[LocalStatus.Done] },
  [rows(LocalStatus.Problem)]: { bgcolor: statusGrounds[LocalStatus.Problem] },
};
