import type { ReportRow } from "#application/writing/writer.ts";
import type { Cell } from "#domain/columns/definition.ts";
import { ColumnType, NumberFormatType } from "#domain/enumerations.ts";
import type { CompiledColumn } from "#domain/groupings/compile.ts";

/** Order data for the writers: 30 columns, one cell in six empty, some 450 characters a row, no two rows alike, made as they are needed. */

type Kind = "number" | "money" | "moment" | "link" | "formula" | "text";
type Column = { title: string; kind: Kind; of(row: number): string };

const pick =
  (...values: string[]) =>
  (row: number): string =>
    values[row % values.length] ?? "";
const padded = (value: number, digits: number): string => String(value).padStart(digits, "0");
/** Formats a money value without trailing zeros, like a canonical decimal. */
const money = (row: number, factor: number): string => `${(row * factor) % 4_999}.${1 + (row % 9)}`;
const moment = (row: number, after: number): string => new Date(1_760_000_000_000 + row * 61_000 + after).toISOString();

const first = pick("Ελένη", "Zoë", "Łukasz", "Anna", "José", "Mary", "Søren", "雪");
const last = pick("Papadopoulou", "Müller", "Wójcik", "Smith", "García", "Jones", "Ødegård");
const quantity = (row: number): number => 1 + (row % 7);

const definitions: Column[] = [
  { title: "Order", kind: "text", of: (row) => `#${1_000 + row}` },
  { title: "Created at", kind: "moment", of: (row) => moment(row, 0) },
  { title: "Customer", kind: "text", of: (row) => `${first(row)} ${last(row * 3)} ${row % 4_000}` },
  { title: "E-mail", kind: "text", of: (row) => `customer.${row}@shop.example` },
  { title: "Phone", kind: "text", of: (row) => `+30 210 ${padded((row * 7_919) % 10_000_000, 7)}` },
  { title: "Payment", kind: "text", of: pick("PAID", "PENDING", "REFUNDED", "PARTIALLY_REFUNDED") },
  { title: "Fulfillment", kind: "text", of: pick("FULFILLED", "UNFULFILLED", "PARTIALLY_FULFILLED") },
  { title: "Currency", kind: "text", of: pick("EUR", "EUR", "USD") },
  { title: "Subtotal", kind: "money", of: (row) => money(row, 7) },
  { title: "Shipping", kind: "money", of: (row) => money(row, 3) },
  { title: "Tax", kind: "money", of: (row) => money(row, 5) },
  { title: "Total", kind: "money", of: (row) => money(row, 11) },
  {
    title: "Note",
    kind: "text",
    of: (row) => (row % 5 === 0 ? `Ring "twice" & wait\n<${row}>, then leave it at the door` : `Gift ${row}`),
  },
  { title: "Tags", kind: "text", of: pick("vip, returning", "wholesale", "first order", "b2b, net 30") },
  { title: "Product", kind: "text", of: (row) => `Cotton shirt with a long name, model ${row % 700}` },
  { title: "Variant", kind: "text", of: (row) => `${pick("S", "M", "L", "XL")(row)} / ${pick("Black", "Écru")(row)}` },
  { title: "SKU", kind: "text", of: (row) => `SKU-${padded(row % 2_100, 5)}` },
  { title: "Bar code", kind: "text", of: (row) => `59012341${padded(row % 100_000, 5)}` },
  { title: "Quantity", kind: "number", of: (row) => `${quantity(row)}` },
  { title: "Price", kind: "money", of: (row) => `${5 + (row % 90)}.5` },
  // Each row's own: a report's formula is filled down from its first row.
  { title: "Line total", kind: "formula", of: (row) => `${quantity(row) * (5 + (row % 90) + 0.5)}` },
  { title: "Weight", kind: "number", of: (row) => `${(row % 3_000) + 1}.25` },
  { title: "Processed at", kind: "moment", of: (row) => moment(row, 60_000) },
  { title: "Address", kind: "text", of: (row) => `${1 + (row % 300)} Ermou Street, flat ${row % 40}` },
  { title: "City", kind: "text", of: pick("Αθήνα", "Kraków", "München", "Leeds", "Málaga") },
  { title: "Zip", kind: "text", of: (row) => padded((row * 31) % 99_999, 5) },
  { title: "Country", kind: "text", of: pick("Greece", "Poland", "Germany", "United Kingdom", "Spain") },
  {
    title: "In the shop",
    kind: "link",
    of: (row) => `https://shop.example/admin/orders/${5_000_000 + row}?line=1&x=2`,
  },
  { title: "Tracking", kind: "text", of: (row) => `1Z${padded((row * 104_729) % 1_000_000_000, 12)}` },
  { title: "Staff", kind: "text", of: pick("Web", "Point of sale", "Draft") },
];

const lineTotal = "=S1*T1";

export const columns: CompiledColumn[] = definitions.map(({ title, kind }, place) => ({
  key: `C${place}`,
  title,
  type:
    kind === "link"
      ? ColumnType.Link
      : kind === "number" || kind === "money" || kind === "formula"
        ? ColumnType.Number
        : ColumnType.Text,
  valueKind: kind === "moment" ? "datetime" : kind === "link" || kind === "text" ? "text" : "number",
  identifier: false,
  total: "none",
  width: 12 + (place % 5) * 4,
  format: kind === "money" ? { type: NumberFormatType.Custom, code: "#,##0.00" } : null,
  formula: kind === "formula" ? lineTotal : null,
}));

const cellOf = (row: number, place: number): Cell => {
  const definition = definitions[place];
  // Inputs of formulas are always filled in, so every program computes the same result.
  const spared = place >= 18 && place <= 20;
  if (definition === undefined || (!spared && (row + place * 5) % 6 === 0)) return null;
  const value = definition.of(row);
  switch (definition.kind) {
    case "number":
    case "money":
    case "formula":
      return { kind: "number", decimal: value };
    case "moment":
      return { kind: "datetime", instant: value };
    case "link":
      return { kind: "link", urls: [value] };
    case "text":
      return { kind: "text", text: value };
  }
};

/** Rows handed over at a time, as an export does. */
const rowsAtOnce = 50;

/** The first `count` rows in batches, three rows an order. */
export function* batches(count: number): Generator<ReportRow[]> {
  for (let at = 0; at < count; at += rowsAtOnce)
    yield Array.from({ length: Math.min(rowsAtOnce, count - at) }, (_, n) => ({
      cells: columns.map((_column, place) => cellOf(at + n, place)),
      startsOrder: (at + n) % 3 === 0,
    }));
}
