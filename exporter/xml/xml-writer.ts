import { escapeXmlAttribute, escapeXmlText } from "#application/writing/markup/escape.ts";
import { createOpenSheetGuard } from "#application/writing/open-sheet-guard.ts";
import { createTextChunker } from "#application/writing/text-chunker.ts";
import type { ByteSink, ReportWriter } from "#application/writing/writer.ts";
import type { Cell } from "#domain/columns/definition.ts";
import { createInstantFormatter, withOffset } from "#domain/dates/format.ts";
import { ColumnType } from "#domain/enumerations.ts";
import type { ReportDescription } from "#domain/export/report-description.ts";
import type { CompiledColumn } from "#domain/groupings/compile.ts";
import type { Preferences } from "#domain/shop/preferences.ts";

const elementName = /^[A-Za-z][A-Za-z0-9]*$/;

const typeOf = ({ type, valueKind }: CompiledColumn): string => {
  if (type === ColumnType.Link) return "link";
  if (type === ColumnType.Image) return "image";
  return valueKind;
};

const headOf = (column: CompiledColumn): string => {
  if (!elementName.test(column.key)) throw new Error(`'${column.key}' cannot be the name of an XML element.`);
  return `<column key="${column.key}" title="${escapeXmlAttribute(column.title)}" type="${typeOf(column)}"/>\n`;
};

/** The report's attributes; programs skip unknown ones. `from` and `to` are days, both included. */
const attributes = (title: string, { shop, zone, requestedAt, days, chosen, filter }: ReportDescription): string => {
  const named: [name: string, value: string | null][] = [
    ["title", title],
    ["generated", withOffset(requestedAt, zone)],
    ["timezone", zone],
    ["shop", shop],
    ["from", chosen > 0 ? null : days.first],
    ["to", chosen > 0 ? null : days.last],
    ["chosenOrders", chosen > 0 ? `${chosen}` : null],
    ["filter", filter?.title ?? null],
    ["conditions", filter?.conditions || null],
  ];
  return named.map(([name, value]) => (value === null ? "" : ` ${name}="${escapeXmlAttribute(value)}"`)).join("");
};

/**
 * Writes a report as XML: the columns with titles, then `<row>`s with an element per column, named by its key.
 * Empty cells are empty elements. Numbers are plain, instants as in CSV, several addresses on separate lines. A split
 * report has `<worksheet name="…">`s. `<note>`s follow.
 */
export const createXmlWriter = (
  { preferences, zone }: { preferences: Preferences; zone: string },
  sink: ByteSink,
): ReportWriter => {
  const instant = createInstantFormatter(zone, preferences.UserDateFormat);
  const out = createTextChunker(sink);
  const sheetGuard = createOpenSheetGuard();
  let tags: { open: string; close: string; empty: string }[] = [];

  const content = (cell: Exclude<Cell, null>): string => {
    switch (cell.kind) {
      case "text":
        return escapeXmlText(cell.text);
      case "number":
        return cell.decimal;
      case "datetime":
        return instant(cell.instant);
      case "datetimes":
        return cell.instants.map(instant).join(", ");
      case "link":
      case "image":
        return escapeXmlText(cell.urls.join("\n"));
    }
  };
  const rowOf = (cells: readonly Cell[]): string => {
    let row = "<row>";
    let index = 0;
    for (const { open, close, empty } of tags) {
      const cell = cells[index] ?? null;
      row += cell === null ? empty : open + content(cell) + close;
      index += 1;
    }
    return `${row}</row>\n`;
  };

  return {
    async begin({ title, columns, about }) {
      tags = columns.map(({ key }) => ({ open: `<${key}>`, close: `</${key}>`, empty: `<${key}/>` }));
      out.add('<?xml version="1.0" encoding="UTF-8"?>\n');
      out.add(`<report${attributes(title, about)}>\n`);
      out.add(`<columns>\n${columns.map(headOf).join("")}</columns>\n`);
    },
    async beginSheet({ name }) {
      sheetGuard.begin();
      if (name !== null) out.add(`<worksheet name="${escapeXmlAttribute(name)}">\n`);
      return {
        async rows(batch) {
          for (const { cells } of batch) {
            out.add(rowOf(cells));
            if (out.isFull()) await out.flush();
          }
        },
        async end() {
          if (name !== null) out.add("</worksheet>\n");
          sheetGuard.end();
        },
      };
    },
    async end(notes = []) {
      for (const note of notes) out.add(`<note>${escapeXmlText(note)}</note>\n`);
      out.add("</report>\n");
      await out.flush();
      return { contentHash: undefined };
    },
  };
};
