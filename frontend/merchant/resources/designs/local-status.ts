import type { LocalStatus } from "#domain/enumerations.ts";
import { localStatusCell, localStatusOfCell } from "#domain/local-status/words.ts";
import type { Preview } from "#domain/wire/reports/report-data.ts";

/** Key of the column whose cells are local statuses. */
export const localStatusKey = "LocalStatus";

/** The status that each order of a preview has there; of an order that stands in several rows the same in all. */
export const statusIn = ({ Columns, Sheets }: Pick<Preview, "Columns" | "Sheets">, orderId: string): LocalStatus => {
  const at = Columns.indexOf(localStatusKey);
  const row = Sheets.flatMap(({ Rows }) => Rows).find(({ OrderId }) => OrderId === orderId);
  return localStatusOfCell(row?.Cells[at]);
};

/** The preview with these statuses of orders, by their numbers; the same object where none of them is another. */
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
      if (status === undefined || localStatusCell(status) === (row.Cells[at] ?? null)) return row;
      isAnother = true;
      return { ...row, Cells: row.Cells.with(at, localStatusCell(status)) };
    });
    return { ...sheet, Rows };
  });
  return isAnother ? { ...preview, Sheets } : preview;
};
