import type { ReportRow, ReportWriter, SheetHandle } from "#application/writing/writer.ts";
import { createMemoryBudget } from "#domain/external-sort/memory-budget.ts";
import { createRuns } from "#domain/external-sort/runs.ts";
import type { SpillOptions } from "#domain/external-sort/spool.ts";
import { packCells, unpackCells } from "#domain/reports/packed-cells.ts";

type WaitingSheet = { name: string | null; counts: Parameters<SheetHandle["end"]>[0] | undefined; rows: string[] };

type HeldRow = { sheet: number; row: string };

const packRow = ({ cells, startsOrder, orderKey }: ReportRow): string =>
  `${JSON.stringify([startsOrder, orderKey ?? null])}\t${packCells(cells)}`;

const unpackRow = (row: string): ReportRow => {
  const end = row.indexOf("\t");
  const [startsOrder, orderKey] = JSON.parse(row.slice(0, end)) as [boolean, string | null];
  return { startsOrder, orderKey, cells: unpackCells(row.slice(end + 1)) };
};

/** Rows per batch for the writer. */
const rowsPerBatch = 50;

/**
 * Lets worksheets be filled side by side. The file is as if they were filled one by one, in the order they began (ADR
 * 70). A worksheet is written directly if none before it is open or waits. Other rows are held until the end, beyond
 * `spilling` on disk. Each run there spans all worksheets, so open files and memory don't grow with them. End all
 * worksheets before the writer.
 * @throws {MemoryLimitExceeded} from any handle, if runs would exceed their limit
 */
export const withConcurrentSheets = (writer: ReportWriter, spilling: SpillOptions): ReportWriter => {
  const waiting: WaitingSheet[] = [];
  const scale = createMemoryBudget(Number.POSITIVE_INFINITY);
  const runs = createRuns<HeldRow>({
    spilling,
    pack: ({ sheet, row }) => `${sheet}\t${row}`,
    unpack(record) {
      const end = record.indexOf("\t");
      return { sheet: Number(record.slice(0, end)), row: record.slice(end + 1) };
    },
    compare: (a, b) => a.sheet - b.sheet,
  });
  /** Worksheets written as rows come: one or none. */
  let direct = 0;

  function* inMemory(): Generator<HeldRow> {
    for (const [sheet, { rows }] of waiting.entries()) for (const row of rows.splice(0)) yield { sheet, row };
  }
  const writing = (handle: SheetHandle): SheetHandle => ({
    rows: (batch) => handle.rows(batch),
    async end(counts) {
      await handle.end(counts);
      direct -= 1;
    },
  });
  const holding = (sheet: WaitingSheet): SheetHandle => ({
    async rows(batch) {
      for (const one of batch) {
        const row = packRow(one);
        sheet.rows.push(row);
        scale.add(1, row.length);
      }
      if (scale.usedBytes() <= spilling.spillAfterBytes) return;
      await runs.write(inMemory());
      scale.clear();
    },
    async end(counts) {
      sheet.counts = counts;
    },
  });
  const writeWaiting = async (): Promise<void> => {
    await runs.mergeDown();
    let rows: readonly HeldRow[] = [];
    let at = 0;
    const merging = runs.readMerged(inMemory())[Symbol.asyncIterator]();
    const next = async (): Promise<HeldRow | undefined> => {
      if (at === rows.length) {
        const read = await merging.next();
        if (read.done) return undefined;
        rows = read.value;
        at = 0;
      }
      at += 1;
      return rows[at - 1];
    };
    let row = await next();
    for (const [number, { name, counts }] of waiting.entries()) {
      if (counts === undefined) throw new Error(`The worksheet ${name} must end before its file does.`);
      const sheet = await writer.beginSheet({ name });
      let batch: ReportRow[] = [];
      for (; row?.sheet === number; row = await next()) {
        await spilling.yieldToEventLoop();
        batch.push(unpackRow(row.row));
        if (batch.length < rowsPerBatch) continue;
        await sheet.rows(batch);
        batch = [];
      }
      await sheet.rows(batch);
      await sheet.end(counts);
    }
  };

  return {
    begin: (head) => writer.begin(head),
    async beginSheet({ name }) {
      if (direct === 0 && waiting.length === 0) {
        direct += 1;
        return writing(await writer.beginSheet({ name }));
      }
      const sheet: WaitingSheet = { name, counts: undefined, rows: [] };
      waiting.push(sheet);
      return holding(sheet);
    },
    async end(notes) {
      if (direct > 0) throw new Error("Every worksheet must end before its file does.");
      await writeWaiting();
      return writer.end(notes);
    },
  };
};
