import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { readHtml, readXml } from "#tests/support/read-report.ts";
import type { Figure } from "./measure.ts";
import { type Beside, writerBeside } from "./writers-beside.ts";
import { measureWriter, rowsAsked } from "./writers-measure.ts";

/** Titles and cells as a reader that knows neither writer sees them. */
type Read = (bytes: Uint8Array) => { titles: string[]; rows: string[][] };

const pairs: (Beside & { read: Read })[] = [
  {
    ours: "csv",
    peer: "csv-stringify",
    goal: 0.55,
    read: (bytes) => {
      const [titles = [], ...rows] = parse(Buffer.from(bytes), { bom: true });
      // Ours puts a sign before what a spreadsheet would take for a formula.
      return { titles, rows: rows.map((row) => row.map((cell) => cell.replace(/^'(?=[=@+-])/, ""))) };
    },
  },
  {
    ours: "xml",
    peer: "xmlbuilder2",
    goal: 0.2,
    read: (bytes) => {
      const { columns, rows } = readXml(bytes);
      return { titles: columns.map(({ title }) => title), rows };
    },
  },
  {
    ours: "html",
    peer: "handlebars",
    goal: 0.75,
    read: (bytes) => {
      const { header, rows } = readHtml(bytes);
      return { titles: header, rows };
    },
  },
];

const rowsCompared = 3_000;

/** @throws {assert.AssertionError} where two files hold different cells: a figure would say nothing then */
const checkAlike = async ({ ours, peer, read }: Beside & { read: Read }): Promise<void> => {
  const directory = await mkdtemp(join(tmpdir(), "sheaf-bench-"));
  try {
    const held = async (mode: string) => {
      const file = join(directory, mode);
      await measureWriter(mode, rowsCompared, { file });
      return read(await readFile(file));
    };
    const [own, theirs] = [await held(ours), await held(peer)];
    assert.deepEqual(own.titles, theirs.titles);
    assert.equal(own.rows.length, rowsCompared);
    // Row by row: to say how two large values differ takes Node minutes.
    for (const [row, cells] of own.rows.entries()) assert.deepEqual(cells, theirs.rows[row]);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

/** The writers of CSV, XML and HTML beside libraries, on the rows of `--rows` (100,000), once what both write is known to be the same. */
export const run = async (): Promise<Figure[]> => {
  const rows = rowsAsked();
  const figures: Figure[] = [];
  for (const pair of pairs) {
    await checkAlike(pair);
    figures.push(...(await writerBeside(pair, rows)));
  }
  return figures;
};
