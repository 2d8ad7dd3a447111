import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { createPeopleHash } from "#application/people/people-hash.ts";
import type { ReportRow } from "#application/writing/writer.ts";
import { FileType } from "#domain/enumerations.ts";
import { describeReport } from "#domain/export/report-description.ts";
import { createFolderScratch } from "#infra/folder/scratch.ts";
import { createWorkFiles } from "#infra/folder/work-files.ts";
import { createMemoryVault } from "#infra/memory/vault.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import type { StorePlatform } from "#infra/ports/store-platform.ts";
import type { PartWriter } from "#infra/ports/stores/file-store.ts";
import type { WorkFile } from "#infra/ports/stores/work-files.ts";
import { readFileOrders } from "#infra/store-platform/bulk/file-orders.ts";
import { planBulk } from "#infra/store-platform/bulk/plan.ts";
import { compileInput } from "../../exporter/attempt/compile-input.ts";
import { makeFile } from "../../exporter/attempt/make-file.ts";
import { createPeopleSink, peopleFields } from "../../exporter/attempt/people-sink.ts";
import { createWriter } from "../../exporter/create-writer.ts";
import { createRowHash } from "../../exporter/rows/row-hash.ts";
import { createRowsSink, type RowsSink } from "../../exporter/rows/rows-sink.ts";
import { input } from "./bulk-input.ts";
import { straight } from "./bulk-straight.ts";

/**
 * One measurement in its own process, of a bulk file that was downloaded; prints CPU seconds and peak memory as JSON.
 * Arguments: what is measured, the file, and the lines and orders in it. `parse`: dividing it at byte 10, and
 * JSON.parse of each line; `write`: the Excel writer, of rows that were made before the clocks start; `orders`: reading
 * the orders as an export does; `whole`: the file of an export, with the people in it and the hashes of its rows;
 * `straight`: the same bytes by one loop by hand, see bulk-straight.ts.
 */

const [mode = "", path = "", objects = "0", orders = "0"] = process.argv.slice(2);
const { signal } = new AbortController();
const workFiles = createWorkFiles(join(tmpdir(), "bench-bulk-work"));
const spool = createFolderScratch({ folder: join(tmpdir(), "bench-bulk-scratch") }).open(`bench-${process.pid}`);

const parse = async (): Promise<number> => {
  const handle = await open(path);
  let lines = 0;
  let rest: Buffer = Buffer.alloc(0);
  const chunk = Buffer.allocUnsafe(262_144);
  for (;;) {
    const { bytesRead } = await handle.read(chunk, 0, chunk.length);
    if (bytesRead === 0) break;
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk.subarray(0, bytesRead)]) : chunk.subarray(0, bytesRead);
    let start = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      JSON.parse(bytes.toString("utf8", start, end));
      lines += 1;
      start = end + 1;
    }
    rest = Buffer.from(bytes.subarray(start));
  }
  await handle.close();
  return lines;
};

/** The file as a download leaves it. */
const downloaded = async (): Promise<WorkFile> => {
  const file = await workFiles.create();
  const handle = await open(path);
  for await (const piece of handle.createReadStream()) await file.write(piece as Buffer);
  return file;
};

const ordersOf = (file: WorkFile, fields: readonly string[]): AsyncGenerator<JsonObject[]> => {
  const plan = planBulk(fields);
  if (!plan || plan.completions.length > 0) throw new Error("The file does not have all of this report.");
  const counted = { objects: Number(objects), orders: Number(orders) };
  return readFileOrders(file, { plan, counted, spool, onCut: () => {}, signal });
};

let bytes = 0;
const part = (): PartWriter => ({
  write: async (piece) => {
    bytes += piece.byteLength;
  },
  publish: async () => {},
  discard: async () => {},
});

const exported = async (file: WorkFile, rows: RowsSink, fileType = input.fileType): Promise<number> => {
  const vault = createMemoryVault();
  const platform: Pick<StorePlatform, "streamOrders"> = {
    streamOrders: (_access, { fields, optional = [] }) => ordersOf(file, [...fields, ...optional]),
  };
  const people = createPeopleSink(part(), createPeopleHash(vault, input.tenant));
  const made = await makeFile({
    platform,
    input: { ...input, fileType },
    part: part(),
    people,
    statuses: async () => new Map(),
    rows,
    progress: { report: () => {}, end: async () => {} },
    expectedOrders: Number(orders),
    bytesAtMost: Number.POSITIVE_INFINITY,
    spilling: { spool: noSpool, spillAfterBytes: Number.POSITIVE_INFINITY, bytesAtMost: Number.POSITIVE_INFINITY },
    signal,
  });
  await people.end();
  return made.rows;
};
const noSpool = {
  create: () => Promise.reject(new Error("A report that streams holds nothing.")),
} as never;

/** Prepares a measurement. Returns the work to measure, which returns its number of items. */
type Measured = () => Promise<number>;

const modes: Record<string, () => Promise<Measured>> = {
  parse: async () => parse,
  write: async () => {
    const all: ReportRow[][] = [];
    // Copies the rows, so their texts are new to Excel's writer, as in an export. The writer caches results per text.
    const note = async (batch: readonly ReportRow[]) => void all.push(deserialize(serialize(batch)));
    await exported(await downloaded(), { record: note }, FileType.Csv);
    const { report } = compileInput(input);
    bytes = 0;
    globalThis.gc?.();
    return async () => {
      const sink = part();
      const writer = createWriter(input, { write: sink.write });
      await writer.begin({
        title: "Bench",
        columns: report.columns,
        about: describeReport(input),
        split: report.split,
      });
      const sheet = await writer.beginSheet({ name: null });
      for (const batch of all) await sheet.rows(batch);
      await sheet.end({ orders: Number(orders) });
      await writer.end();
      return all.reduce((sum, batch) => sum + batch.length, 0);
    };
  },
  orders: async () => {
    const file = await downloaded();
    const { fields } = compileInput(input);
    return async () => {
      let read = 0;
      for await (const batch of ordersOf(file, [...fields, ...peopleFields])) read += batch.length;
      return read;
    };
  },
  straight: async () => {
    const vault = createMemoryVault();
    const hashes = { rowHash: createRowHash(vault, input.tenant), peopleHash: createPeopleHash(vault, input.tenant) };
    return () => straight(path, { file: part(), rows: part(), people: part() }, hashes);
  },
  whole: async () => {
    const file = await downloaded();
    return async () => {
      const rows = createRowsSink(part(), createRowHash(createMemoryVault(), input.tenant));
      const made = await exported(file, rows);
      await rows.end();
      return made;
    };
  },
};

const prepare = modes[mode];
if (!prepare) throw new Error(`Unknown mode '${mode}'. Use one of ${Object.keys(modes).join(", ")}.`);
const measured = await prepare();
const start = performance.now();
const before = process.cpuUsage();
const count = await measured();
const { user, system } = process.cpuUsage(before);
const seconds = (performance.now() - start) / 1_000;
const peakMiB = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ cpuSeconds: (user + system) / 1e6, seconds, peakMiB, count, bytes }));
