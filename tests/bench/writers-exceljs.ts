import { createRequire } from "node:module";
import type { Writable } from "node:stream";
import type { ReportRow } from "#application/writing/writer.ts";
import { formatColumnLetters } from "#domain/formulas/syntax/references.ts";
import type { CompiledColumn } from "#domain/groupings/compile.ts";
import { excelLimits } from "../../exporter/xlsx/limits.ts";
import { columns } from "./writers-rows.ts";

const exceljs = createRequire(import.meta.url)("exceljs") as typeof import("exceljs");

const band = { type: "pattern", pattern: "solid", fgColor: { argb: "FFF1F2EE" } } as const;
const header = { type: "pattern", pattern: "solid", fgColor: { argb: "FFE4F0EB" } } as const;

const formatOf = ({ valueKind, format }: CompiledColumn): { numFmt?: string } => {
  if (valueKind === "datetime") return { numFmt: "yyyy\\/mm\\/dd\\ hh:mm" };
  return format !== null && "code" in format ? { numFmt: format.code } : {};
};

/** Local times of the shop as exceljs wants them: in whole minutes, as if in UTC. */
const onClocks = (zone: string): ((instant: string) => Date) => {
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" });
  const offsets = new Map<string, number>();
  return (instant) => {
    const hour = instant.slice(0, 13);
    let offset = offsets.get(hour);
    if (offset === undefined) {
      const name = parts.formatToParts(new Date(instant)).find(({ type }) => type === "timeZoneName")?.value ?? "";
      const [, sign = "+", hours = "0", minutes = "0"] = /([+-])(\d+):(\d+)/.exec(name) ?? [];
      offset = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
      offsets.set(hour, offset);
    }
    return new Date((Math.floor(Date.parse(instant) / 60_000) + offset) * 60_000);
  };
};

/** The same file by exceljs, streamed, in the ways that its own documentation shows: formats of columns, the fill of a row. */
export const writeWithExceljs = async (
  stream: Writable,
  rows: Iterable<readonly ReportRow[]>,
  zone: string,
): Promise<void> => {
  const book = new exceljs.stream.xlsx.WorkbookWriter({ stream, useStyles: true, useSharedStrings: false });
  const sheet = book.addWorksheet("Bench", { views: [{ state: "frozen", ySplit: 1 }] });
  const clocks = onClocks(zone);
  sheet.columns = columns.map((column) => ({
    header: column.title,
    width: column.width ?? 20,
    style: formatOf(column),
  }));
  const top = sheet.getRow(1);
  top.font = { bold: true };
  top.fill = header;
  top.commit();
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: columns.length } };
  const [quantity, price] = ["Quantity", "Price"].map((name) =>
    formatColumnLetters(columns.findIndex(({ title }) => title === name)),
  );
  let links = 0;
  let row = 1;
  for (const batch of rows) {
    for (const { cells } of batch) {
      row += 1;
      const values = cells.map((cell, place) => {
        if (cell === null) return null;
        if (columns[place]?.formula && cell.kind === "number")
          return { formula: `${quantity}${row}*${price}${row}`, result: Number(cell.decimal) };
        if (cell.kind === "number") return Number(cell.decimal);
        if (cell.kind === "datetime") return clocks(cell.instant);
        if (cell.kind === "text") return cell.text;
        if (cell.kind === "datetimes") return cell.instants.join(", ");
        const text = cell.urls.join("\n");
        links += 1;
        return links > excelLimits.links
          ? { formula: `HYPERLINK("${text}","${text}")`, result: text }
          : { text, hyperlink: text };
      });
      const written = sheet.addRow(values);
      if (row % 2 === 1) written.fill = band;
      written.commit();
    }
    // It has no back-pressure: without a pause the whole file would stay in memory.
    await new Promise((resolve) => setImmediate(resolve));
  }
  sheet.commit();
  await book.commit();
};
