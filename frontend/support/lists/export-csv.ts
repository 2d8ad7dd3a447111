import { type DataProvider, downloadCSV, type Exporter, type RaRecord } from "react-admin";
import { guardFormula } from "#domain/csv/formula-guard.ts";
import { createFieldWriter, endRecord } from "#domain/csv/serialize-record.ts";
import type { Column } from "./columns.ts";

const field = createFieldWriter(",");
/** Writes a record in which a merchant's title can't become a formula. */
const record = (values: readonly string[]): string =>
  endRecord(values.map((text) => field(guardFormula(text))).join(","));
const toCellText = (value: unknown): string => (value === null || value === undefined ? "" : String(value));

/** Names of objects by column and id. */
type Named = ReadonlyMap<string, ReadonlyMap<string, string>>;

const headingOf = ({ label, as }: Column): string => (as === "instant" ? `${label} (UTC)` : label);

const cellOf = (column: Column, row: RaRecord, named: Named): string => {
  const { source, as, of, text, none } = column;
  const value = text ? text(row) : row[source];
  // An id without a name belongs to something deleted, or never was an object's.
  const shownValue = of ? named.get(source)?.get(toCellText(value)) : value;
  const isNothing = shownValue === null || shownValue === undefined || shownValue === "";
  return toCellText(isNothing && as !== "instant" && as !== "number" ? none : shownValue);
};

/** Returns the table's columns in order, then ids. */
const columnsOf = (columns: readonly Column[]): Column[] => [
  ...columns.filter(({ as }) => as !== "id"),
  ...columns
    .filter(({ of }) => of !== undefined)
    .map(({ source, label }): Column => ({ source, label: `${label} id`, as: "id" })),
  ...columns.filter(({ as }) => as === "id"),
];

/** A list's rows as CSV, with the table's headings and texts. Instants are ISO UTC. */
export const toCsv = (columns: readonly Column[], rows: readonly RaRecord[], named: Named): string => {
  const all = columnsOf(columns);
  return record(all.map(headingOf)) + rows.map((row) => record(all.map((one) => cellOf(one, row, named)))).join("");
};

/** Names the file by the list and the time (UTC), so two files of a day differ. */
export const toCsvFileName = (title: string, now: Date): string =>
  `${title} ${now.toISOString().slice(0, 10)} ${now.toISOString().slice(11, 19).replaceAll(":", "")} UTC`;

/** Maximum number of ids that fit into an address. */
const atOnce = 200;

const namesOf = async (
  provider: DataProvider,
  { source, of }: Column & { of: NonNullable<Column["of"]> },
  rows: readonly RaRecord[],
): Promise<ReadonlyMap<string, string>> => {
  const ids = [...new Set(rows.map((row) => toCellText(row[source])).filter((id) => id !== ""))];
  const names = new Map<string, string>();
  for (let from = 0; from < ids.length; from += atOnce) {
    const { data } = await provider.getMany(of.resource, { ids: ids.slice(from, from + atOnce) });
    for (const record of data) names.set(String(record.id), toCellText(record[of.name]));
  }
  return names;
};

/** The export button's handler, for up to 1,000 rows. */
export const csvExporter =
  (title: string, columns: readonly Column[]): Exporter =>
  async (rows, _related, provider) => {
    const named = new Map<string, ReadonlyMap<string, string>>();
    for (const one of columns)
      if (one.of !== undefined) named.set(one.source, await namesOf(provider, { ...one, of: one.of }, rows));
    downloadCSV(toCsv(columns, rows, named), toCsvFileName(title, new Date()));
  };
