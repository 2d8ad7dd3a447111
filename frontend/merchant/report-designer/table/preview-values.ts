import type { TextRow } from "#domain/formulas/syntax/formula-texts.ts";
import type { Preview, PreviewRow } from "#domain/wire/reports/report-data.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";

/** A rendered row: its cells' texts by column. It stays the same object while the preview stays the same. */
export type TableRow = {
  key: string;
  startsOrder: boolean;
  /** The id of its order, if a local status can be chosen for it. */
  orderId?: string | undefined;
  /** The order's first row in its worksheet, where its local status is chosen. */
  isFirstOfOrder: boolean;
  cells: PreviewRow["Cells"];
  /** Places of cells that couldn't be read; absent if there are none. */
  unread?: readonly number[] | undefined;
};

/** A worksheet; the only one of an unsplit report has the name null. */
export type TableSheet = { key: string; name: string | null; rows: readonly TableRow[] };

export type TableValues = {
  sheets: readonly TableSheet[];
  /** A column's index among a row's cells; missing columns were not read. */
  placeOf: ReadonlyMap<string, number>;
};

/** Returns a predicate that is called for each row in turn. It is true for the first row of an order. */
const createFirstOfOrder = (): ((orderId: string | undefined) => boolean) => {
  const known = new Set<string>();
  return (orderId) => {
    if (orderId === undefined || known.has(orderId)) return false;
    known.add(orderId);
    return true;
  };
};

export const tableValues = ({ Sheets, Columns }: Pick<Preview, "Sheets" | "Columns">): TableValues => ({
  sheets: Sheets.map(({ Name, Rows }, index) => {
    const isFirst = createFirstOfOrder();
    const rows = Rows.map(({ OrderId, StartsOrder, Cells, Unread }, row) => ({
      key: `${index}.${row}`,
      orderId: OrderId,
      isFirstOfOrder: isFirst(OrderId),
      startsOrder: StartsOrder,
      cells: Cells,
      unread: Unread,
    }));
    return { key: `${index}`, name: Name, rows };
  }),
  placeOf: new Map(Columns.map((column, index) => [column, index])),
});

/** Maximum rows for examples in the dialogs. */
const maxRows = 20;

/** Rows for formulas: a cell per column, null if it is empty or wasn't requested. */
export const toTextRows = (
  rows: readonly TableRow[],
  placeOf: TableValues["placeOf"],
  columns: readonly ReportColumn[],
): TextRow[] => {
  const places = columns.map(({ Column }) => placeOf.get(Column) ?? -1);
  return rows.map(({ cells, unread }) => ({
    cells: places.map((index) => cells[index] ?? null),
    unread: unread && places.flatMap((place, at) => (unread.includes(place) ? [at] : [])),
  }));
};

/** The first rows of all worksheets. */
export const listTextRows = (values: TableValues | null, columns: readonly ReportColumn[]): TextRow[] =>
  values === null
    ? []
    : toTextRows(values.sheets.flatMap(({ rows }) => rows).slice(0, maxRows), values.placeOf, columns);
