import type { Writable } from "node:stream";
import type { ReportRow } from "#application/writing/writer.ts";
import type { Cell } from "#domain/columns/definition.ts";
import { createInstantFormatter } from "#domain/dates/format.ts";
import { createNumberFormatter, type ShopNumberSettings } from "#domain/number-formats/format-number.ts";
import { columns } from "./writers-rows.ts";

type Rows = Iterable<readonly ReportRow[]>;

/**
 * A cell as the text of our files. Instants are shown by our own function on both sides, and so are HTML's numbers: what is measured is how a
 * file is put together, and peers pay no more for the rest than we do.
 */
const createPlain = (zone: string): ((cell: Cell) => string) => {
  const instant = createInstantFormatter(zone, 0);
  return (cell) => {
    if (cell === null) return "";
    if (cell.kind === "text") return cell.text;
    if (cell.kind === "number") return cell.decimal;
    if (cell.kind === "datetimes") return cell.instants.map(instant).join(", ");
    return cell.kind === "datetime" ? instant(cell.instant) : cell.urls.join("\n");
  };
};

/** Writes the same file with a library, streamed where it can. */
type Peer = (stream: Writable, rows: Rows) => Promise<void>;

const written = async (stream: Writable, text: string): Promise<void> => {
  if (!stream.write(Buffer.from(text))) await new Promise<void>((resolve) => stream.once("drain", () => resolve()));
};

const ended = (stream: Writable, text: string): Promise<void> =>
  new Promise((resolve) => stream.end(text, () => resolve()));

/**
 * Without a guard against formulas: its own would put a sign before phone numbers, ours does not, and it would only
 * cost it more.
 */
export const csvStringify = async (zone: string): Promise<Peer> => {
  const { stringify } = await import("csv-stringify");
  const plain = createPlain(zone);
  return async (stream, rows) => {
    const records = stringify({ record_delimiter: "\r\n", bom: true });
    const done = new Promise((resolve) => records.pipe(stream).on("finish", resolve));
    records.write(columns.map(({ title }) => title));
    for (const batch of rows)
      for (const { cells } of batch)
        if (!records.write(cells.map(plain))) await new Promise((resolve) => records.once("drain", resolve));
    records.end();
    await done;
  };
};

/** A fragment per row, which takes a fourth of the time of its own streaming call. */
export const xmlbuilder2 = async (zone: string): Promise<Peer> => {
  const { fragment } = await import("xmlbuilder2");
  const plain = createPlain(zone);
  return async (stream, rows) => {
    const heads = columns.map(({ key, title }) => fragment({ column: { "@key": key, "@title": title } }).toString());
    await written(stream, `<report><columns>${heads.join("")}</columns>`);
    for (const batch of rows)
      for (const { cells } of batch) {
        const row = Object.fromEntries(columns.map(({ key }, place) => [key, plain(cells[place] ?? null)]));
        await written(stream, fragment({ row }).toString());
      }
    await ended(stream, "</report>");
  };
};

const page = {
  start: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bench</title><body><table><thead><tr>{{#each titles}}<th>{{this}}</th>{{/each}}</tr></thead><tbody>`,
  end: "</tbody></table></body></html>",
};

/** Made for these columns, as fast as its documentation knows how: compiled once, no helper is sought while it runs. */
const rowTemplate = (): string => {
  const cells = columns.map(({ key, title, valueKind }) => {
    if (title === "In the shop")
      return `<td class="u">{{#if ${key}}}<a href="{{${key}}}" target="_blank" rel="noopener noreferrer">{{${key}}}</a>{{/if}}</td>`;
    const className = { number: ' class="n"', datetime: ' class="d"' }[valueKind as string] ?? "";
    return `<td${className}>{{${key}}}</td>`;
  });
  return `<tr{{#if isAlternate}} class="alt"{{/if}}>${cells.join("")}</tr>\n`;
};

/** A template compiled once and run per row; with its bands, links and formats of numbers. */
export const handlebars = async (zone: string, shop: ShopNumberSettings): Promise<Peer> => {
  const { default: library } = await import("handlebars");
  const plain = createPlain(zone);
  const show = columns.map(({ format }) => createNumberFormatter(format, shop));
  const options = { knownHelpersOnly: true };
  const start = library.compile(page.start, options);
  const rowOf = library.compile(rowTemplate(), options);
  return async (stream, rows) => {
    await written(stream, start({ titles: columns.map(({ title }) => title) }));
    let count = 0;
    for (const batch of rows) {
      let text = "";
      for (const { cells } of batch) {
        count += 1;
        const row: Record<string, string | boolean> = { isAlternate: count % 2 === 0 };
        columns.forEach(({ key }, place) => {
          const cell = cells[place] ?? null;
          row[key] = cell?.kind === "number" ? (show[place]?.(cell.decimal).text ?? "") : plain(cell);
        });
        text += rowOf(row);
      }
      await written(stream, text);
    }
    await ended(stream, page.end);
  };
};
