import type { TextRow } from "#domain/formulas/syntax/formula-texts.ts";
import type { Preview, PreviewRow } from "#domain/wire/reports/report-data.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";

/** A row as the table draws it: the texts of its cells by column. The same object as long as the preview is the same. */
export type TableRow = {
  key: string;
  startsOrder: boolean;
  /** The number of its order, where a local status can be chosen for that. */
  orderId?: string | undefined;
  cells: PreviewRow["Cells"];
  /** Places of cells that couldn't be read; absent if there are none. */
  unread?: readonly number[] | undefined;
};

/** A worksheet; null is the name of the only one of a report that is not split. */
export type TableSheet = { key: string; name: string | null; rows: readonly TableRow[] };

export type TableValues = {
  sheets: readonly TableSheet[];
  /** Place of a column among the cells of a row; a column that is not there was not read. */
  placeOf: ReadonlyMap<string, number>;
};

export const tableValues = ({ Sheets, Columns }: Pick<Preview, "Sheets" | "Columns">): TableValues => ({
  sheets: Sheets.map(({ Name, Rows }, at) => ({
    key: `${at}`,
    name: Name,
    rows: Rows.map(({ OrderId, StartsOrder, Cells, Unread }, row) => ({
      key: `${at}.${row}`,
      orderId: OrderId,
      startsOrder: StartsOrder,
      cells: Cells,
      unread: Unread,
    })),
  })),
  placeOf: new Map(Columns.map((column, at) => [column, at])),
});

/** How many rows the dialogs show their examples on. */
const mostRows = 20;

/** Makes the rows that formulas look at: a cell per column, null where it is empty or its column wasn't asked for. */
export const textRowsOf = (
  rows: readonly TableRow[],
  placeOf: TableValues["placeOf"],
  columns: readonly ReportColumn[],
): TextRow[] => {
  const places = columns.map(({ Column }) => placeOf.get(Column) ?? -1);
  return rows.map(({ cells, unread }) => ({
    cells: places.map((place) => cells[place] ?? null),
    unread: unread && places.flatMap((place, at) => (unread.includes(place) ? [at] : [])),
  }));
};

/** The first rows of all worksheets. */
export const rowsOf = (values: TableValues | null, columns: readonly ReportColumn[]): TextRow[] =>
  values === null
    ? []
    : textRowsOf(values.sheets.flatMap(({ rows }) => rows).slice(0, mostRows), values.placeOf, columns);
