import type { LocalStatus } from "#domain/enumerations.ts";
import { formatLocalStatus } from "#domain/local-status/labels.ts";
import type { Preview } from "#domain/wire/reports/report-data.ts";

/** Key of the column whose cells are local statuses. */
export const localStatusKey = "LocalStatus";

/** `statuses`: by order number. Returns the same object if nothing changes. */
export const withStatuses = <Read extends Pick<Preview, "Columns" | "Sheets">>(
  preview: Read,
  statuses: ReadonlyMap<string, LocalStatus>,
): Read => {
  const at = preview.Columns.indexOf(localStatusKey);
  if (at < 0 || statuses.size === 0) return preview;
  let isAnother = false;
  const Sheets = preview.Sheets.map((sheet) => {
    const Rows = sheet.Rows.map((row) => {
      const status = row.OrderId === undefined ? undefined : statuses.get(row.OrderId);
      if (status === undefined || formatLocalStatus(status) === (row.Cells[at] ?? null)) return row;
      isAnother = true;
      return { ...row, Cells: row.Cells.with(at, formatLocalStatus(status)) };
    });
    return { ...sheet, Rows };
  });
  return isAnother ? { ...preview, Sheets } : preview;
};
