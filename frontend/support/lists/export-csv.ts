import { downloadCSV, type Exporter } from "react-admin";
import { guardFormula } from "#domain/csv/formula-guard.ts";
import { createFieldWriter, recordOf } from "#domain/csv/serialize-record.ts";

const field = createFieldWriter(",");
const textOf = (value: unknown): string =>
  value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);

/** The rows of a list as CSV: a merchant's title must not become a formula in support's spreadsheet. */
export const csvOf = (rows: readonly Readonly<Record<string, unknown>>[]): string => {
  const names = Object.keys(rows[0] ?? {});
  const record = (values: readonly string[]): string =>
    recordOf(values.map((text) => field(guardFormula(text))).join(","));
  return record(names) + rows.map((row) => record(names.map((name) => textOf(row[name])))).join("");
};

/** What the button 'Export' of a list does with its rows, 1,000 at most. */
export const exportCsv: Exporter = (rows, _related, _provider, resource) =>
  downloadCSV(csvOf(rows as Record<string, unknown>[]), resource ?? "list");
