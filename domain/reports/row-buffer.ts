import { createInMemoryRuns, type InMemoryRuns } from "../external-sort/in-memory-runs.ts";
import type { MemoryBudget } from "../external-sort/memory-budget.ts";
import { createRuns, type Runs } from "../external-sort/runs.ts";
import type { SpillOptions } from "../external-sort/spool.ts";
import type { CompareRowKeys, RawRow, RowKey } from "../groupings/engine.ts";
import { packCells, unpackCells } from "./packed-cells.ts";
import type { RowOrder, SortKey } from "./row-order.ts";

/**
 * Holds the rows of all worksheets until the last order is read: in memory up to a budget, then in sorted runs, merged
 * during writing. A run mixes all worksheets, which keeps runs few.
 */
export type RowBuffer = {
  /** `sheet`: any number, ordered by `compareSheets`. @throws {MemoryLimitExceeded} */
  put(sheet: number, row: RawRow): Promise<void> | void;
  /** Call after the last row. Merges runs until all can be read at once. @throws {MemoryLimitExceeded} */
  end(onRecord?: () => void): Promise<void>;
  /** Expected `onRecord` calls, one per row that must be moved first. */
  progressSteps(): number;
  /** Rows in final order. Read worksheets once, in their order. */
  readRows(sheet: number): AsyncIterable<RawRow>;
};

type BufferedRow = { sheet: number; key: SortKey; rowKey: RowKey | null; orderKey: string | null; packed: string };

const unpackRow = ({ orderKey, packed }: BufferedRow): RawRow => ({
  orderKey,
  sortCell: null,
  cells: unpackCells(packed),
});

/** One line of JSON. The number is text, because JSON lacks infinities. */
const packRow = ({ sheet, key, rowKey, orderKey, packed }: BufferedRow): string =>
  `${JSON.stringify([sheet, key && [String(key.number), key.text], rowKey, orderKey])}\t${packed}`;

const unpackBufferedRow = (record: string): BufferedRow => {
  const end = record.indexOf("\t");
  const [sheet, key, rowKey, orderKey] = JSON.parse(record.slice(0, end)) as [
    number,
    [string, string] | null,
    RowKey | null,
    string | null,
  ];
  return {
    sheet,
    key: key && { number: Number(key[0]), text: key[1] },
    rowKey,
    orderKey,
    packed: record.slice(end + 1),
  };
};

const countCharacters = ({ key, rowKey, orderKey, packed }: BufferedRow): number =>
  packed.length +
  (key?.text.length ?? 0) +
  (orderKey?.length ?? 0) +
  (rowKey === null ? 0 : rowKey.id.length + rowKey.title.length + rowKey.variantTitle.length);

/**
 * `order`: null keeps rows as they arrive, or in the order of their row keys. `compareRowKeys`: for rows over several
 * orders. `spilling`: null if all stays in memory, or the scale refuses it.
 */
export const createRowBuffer = (options: {
  order: RowOrder | null;
  compareRowKeys: CompareRowKeys | null;
  compareSheets(left: number, right: number): number;
  scale: MemoryBudget;
  spilling: SpillOptions | null;
}): RowBuffer => {
  const { order, compareRowKeys, compareSheets, scale, spilling } = options;
  const compare = (a: BufferedRow, b: BufferedRow): number =>
    (order === null ? 0 : order.compare(a.key, b.key)) ||
    (compareRowKeys === null || a.rowKey === null || b.rowKey === null ? 0 : compareRowKeys(a.rowKey, b.rowKey));
  /** Sorted in portions as rows arrive, so that no step blocks for long. */
  const bySheet = new Map<number, InMemoryRuns<BufferedRow>>();
  const met = new Set<number>();
  /** Known once the last row was put. */
  let ranks: ReadonlyMap<number, number> = new Map();
  const rankOf = (sheet: number): number => ranks.get(sheet) ?? -1;
  const runs: Runs<BufferedRow> | null =
    spilling &&
    createRuns<BufferedRow>({
      spilling,
      pack: packRow,
      unpack: unpackBufferedRow,
      compare: (a, b) => (a.sheet === b.sheet ? compare(a, b) : rankOf(a.sheet) - rankOf(b.sheet)),
    });

  function* inMemory(): Generator<BufferedRow> {
    for (const sheet of [...bySheet.keys()].sort(compareSheets)) yield* bySheet.get(sheet)?.all() ?? [];
    bySheet.clear();
  }
  const spill = async (to: Runs<BufferedRow>): Promise<void> => {
    await to.write(inMemory());
    scale.clear();
  };

  let merging: AsyncIterator<readonly BufferedRow[]> | undefined;
  let some: readonly BufferedRow[] = [];
  let at = 0;
  let head: BufferedRow | undefined;
  const next = async (): Promise<void> => {
    at += 1;
    if (at >= some.length) {
      const result = await merging?.next();
      some = result === undefined || result.done ? [] : result.value;
      at = 0;
    }
    head = some[at];
  };
  async function* mergedOf(sheet: number, of: Runs<BufferedRow>): AsyncGenerator<RawRow> {
    if (merging === undefined) {
      merging = of.readMerged(inMemory())[Symbol.asyncIterator]();
      await next();
    }
    while (head !== undefined && rankOf(head.sheet) < rankOf(sheet)) await next();
    for (; head?.sheet === sheet; await next()) yield unpackRow(head);
  }

  return {
    put(sheet, { orderKey, sortCell, cells, rowKey = null }) {
      const key = order === null ? null : order.keyOf(sortCell);
      const held: BufferedRow = { sheet, key, rowKey, orderKey, packed: packCells(cells) };
      scale.add(1, countCharacters(held));
      let rows = bySheet.get(sheet);
      if (rows === undefined) {
        rows = createInMemoryRuns(compare);
        met.add(sheet);
        bySheet.set(sheet, rows);
      }
      rows.push(held);
      if (spilling !== null && runs !== null && scale.usedBytes() > spilling.spillAfterBytes) return spill(runs);
    },
    progressSteps: () => runs?.recordsToMerge() ?? 0,
    async end(onRecord) {
      if (runs === null || runs.count() === 0) return;
      ranks = new Map([...met].sort(compareSheets).map((sheet, rank) => [sheet, rank]));
      await runs.mergeDown(onRecord);
    },
    async *readRows(sheet) {
      if (runs !== null && runs.count() > 0) return yield* mergedOf(sheet, runs);
      const rows = bySheet.get(sheet);
      bySheet.delete(sheet);
      for (const one of rows?.all() ?? []) yield unpackRow(one);
    },
  };
};
