import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { parse } from "csv-parse";
import { cellOfDecimal, decimal, sum } from "./decimal.ts";
import type { ExpectedRow } from "./rows.ts";

/** A file's properties besides its cells. */
export type FileFacts = {
  rows: number;
  /** Different orders among the expected rows, all of which were found. */
  orders: number;
  /** Sums of the requested number columns, as cell text. */
  totals: Record<string, string>;
};

const bom = Buffer.from([0xef, 0xbb, 0xbf]);

/** Passes the bytes on; fails unless they begin with the mark of UTF-8 and are UTF-8 (default configuration). */
async function* utf8WithMark(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let head: Buffer | null = Buffer.alloc(0);
  for await (const chunk of source) {
    let bytes: Uint8Array = chunk;
    if (head) {
      head = Buffer.concat([head, chunk]);
      if (head.length < 3) continue;
      if (!head.subarray(0, 3).equals(bom)) throw new Error("The file does not begin with the mark of UTF-8.");
      bytes = head.subarray(3);
      head = null;
    }
    yield decoder.decode(bytes, { stream: true });
  }
  if (head) throw new Error("The file is shorter than the mark of UTF-8.");
  yield decoder.decode();
}

const listed = (differences: string[]) =>
  `${differences.length} cells differ, the first ones:\n${differences.join("\n")}`;

export type Expected = { header: string[]; columns: string[]; rows: Iterable<ExpectedRow>; totalsOf?: string[] };

/**
 * Compares records read from a file, titles first, with the expectation. `shown`: the file format's form of an expected
 * cell.
 * @throws {Error} naming the first ten cells that differ, or a row too few or too many
 */
export const compareRows = async (
  records: AsyncIterable<string[]>,
  expected: Expected,
  shown: (cell: string, column: string) => string = (cell) => cell,
): Promise<FileFacts> => {
  const { header, columns } = expected;
  const rows = expected.rows[Symbol.iterator]();
  const totalled = (expected.totalsOf ?? []).map((column) => ({ column, place: columns.indexOf(column), total: 0n }));
  const differences: string[] = [];
  let count = 0;
  let orders = 0;
  let lastOrder = "";
  let first = true;
  for await (const cells of records) {
    if (first) {
      first = false;
      if (JSON.stringify(cells) !== JSON.stringify(header))
        throw new Error(`The header is ${JSON.stringify(cells)}, expected ${JSON.stringify(header)}.`);
      continue;
    }
    const next = rows.next();
    if (next.done) throw new Error(`Row ${count + 1} is one too many: ${JSON.stringify(cells)}`);
    count++;
    if (next.value.order.id !== lastOrder) {
      lastOrder = next.value.order.id;
      orders++;
    }
    if (cells.length !== columns.length) throw new Error(`Row ${count} has ${cells.length} cells.`);
    for (const [place, cell] of cells.entries()) {
      const wanted = shown(next.value.cells[place] ?? "", columns[place] ?? "");
      if (cell === wanted) continue;
      differences.push(
        `row ${count} (${next.value.order.name}), ${columns[place]}: ${JSON.stringify(cell)}, expected ${JSON.stringify(wanted)}`,
      );
      if (differences.length === 10) throw new Error(listed(differences));
    }
    for (const entry of totalled) entry.total = sum([entry.total, decimal(cells[entry.place] || "0")]);
  }
  if (first) throw new Error("The file has no header row.");
  const missing = rows.next();
  if (differences.length > 0) throw new Error(listed(differences));
  if (!missing.done)
    throw new Error(`After ${count} rows the file ends; expected next: ${JSON.stringify(missing.value.cells)}`);
  return {
    rows: count,
    orders,
    totals: Object.fromEntries(totalled.map(({ column, total }) => [column, cellOfDecimal(total)])),
  };
};

/** Reads a CSV of the default configuration (comma, CRLF, header, UTF-8 with mark) as a stream. */
export const csvRecords = (body: AsyncIterable<Uint8Array>): AsyncIterable<string[]> =>
  Readable.from(utf8WithMark(body)).compose(
    parse({ record_delimiter: "\r\n", relax_column_count: false, skip_empty_lines: false }),
  );

/** Holds every cell of a CSV of the default configuration against the expectation, as {@link compareRows}. */
export const compareCsv = (body: AsyncIterable<Uint8Array>, expected: Expected): Promise<FileFacts> =>
  compareRows(csvRecords(body), expected);

/** The body of a response as a stream of bytes. */
export const bodyOf = (response: Response): AsyncIterable<Uint8Array> => {
  if (!response.body) throw new Error("The answer has no body.");
  return Readable.fromWeb(response.body as ReadableStream<Uint8Array>);
};

/** A file in memory, to be compared. */
export const bytesOf = (file: Uint8Array): AsyncIterable<Uint8Array> => Readable.from([file]);
