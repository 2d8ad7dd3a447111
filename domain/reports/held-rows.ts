import type { ComparePlaces, Place, RawRow } from "../groupings/engine.ts";
import { createRuns, type Runs } from "../holding/runs.ts";
import { createSortedRuns, type SortedRuns } from "../holding/sorted-runs.ts";
import type { Spilling } from "../holding/spool.ts";
import type { Scale } from "../holding/weight.ts";
import type { OrderOfRows, SortKey } from "./order-of-rows.ts";
import { packCells, unpackCells } from "./packed-cells.ts";

/**
 * Holds the rows of all worksheets until the last order is read. Stays in memory up to a budget, then spills to sorted
 * runs that are merged during writing. One run mixes rows of many worksheets, which keeps the number of runs low for
 * any splitter.
 */
export type HeldRows = {
  /** `sheet`: any number; `compareSheets` defines the order. @throws {HoldsTooMuch} */
  put(sheet: number, row: RawRow): Promise<void> | void;
  /** After the last row: merges runs until all can be read at once. @throws {HoldsTooMuch} */
  end(told?: () => void): Promise<void>;
  /** Number of `told` calls to expect: one per row that must be moved first. */
  toEnd(): number;
  /** A worksheet's rows in final order. Read each worksheet once, in worksheet order. */
  rowsOf(sheet: number): AsyncIterable<RawRow>;
};

type Held = { sheet: number; key: SortKey; place: Place | null; orderKey: string | null; packed: string };

const unpackRow = ({ orderKey, packed }: Held): RawRow => ({ orderKey, sortCell: null, cells: unpackCells(packed) });

/** One line of JSON. The number is kept as text, because JSON lacks infinities. */
const packHeld = ({ sheet, key, place, orderKey, packed }: Held): string =>
  `${JSON.stringify([sheet, key && [String(key.number), key.text], place, orderKey])}\t${packed}`;

const unpackHeld = (record: string): Held => {
  const end = record.indexOf("\t");
  const [sheet, key, place, orderKey] = JSON.parse(record.slice(0, end)) as [
    number,
    [string, string] | null,
    Place | null,
    string | null,
  ];
  return {
    sheet,
    key: key && { number: Number(key[0]), text: key[1] },
    place,
    orderKey,
    packed: record.slice(end + 1),
  };
};

const charactersOf = ({ key, place, orderKey, packed }: Held): number =>
  packed.length +
  (key?.text.length ?? 0) +
  (orderKey?.length ?? 0) +
  (place === null ? 0 : place.id.length + place.title.length + place.variantTitle.length);

/**
 * `order`: null if rows keep their arrival order, or that of their places. `comparePlaces`: for rows that cover several
 * orders. `compareSheets`: final order of worksheets. `spilling`: null if everything stays in memory, or the scale
 * refuses it.
 */
export const createHeldRows = (options: {
  order: OrderOfRows | null;
  comparePlaces: ComparePlaces | null;
  compareSheets(left: number, right: number): number;
  scale: Scale;
  spilling: Spilling | null;
}): HeldRows => {
  const { order, comparePlaces, compareSheets, scale, spilling } = options;
  const compare = (a: Held, b: Held): number =>
    (order === null ? 0 : order.compare(a.key, b.key)) ||
    (comparePlaces === null || a.place === null || b.place === null ? 0 : comparePlaces(a.place, b.place));
  /** Sorted in portions as rows arrive, so that no step blocks for long. */
  const bySheet = new Map<number, SortedRuns<Held>>();
  const met = new Set<number>();
  /** Worksheet ranks, known once the last row was put. */
  let ranks: ReadonlyMap<number, number> = new Map();
  const rankOf = (sheet: number): number => ranks.get(sheet) ?? -1;
  const runs: Runs<Held> | null =
    spilling &&
    createRuns<Held>({
      spilling,
      pack: packHeld,
      unpack: unpackHeld,
      compare: (a, b) => (a.sheet === b.sheet ? compare(a, b) : rankOf(a.sheet) - rankOf(b.sheet)),
    });

  function* inMemory(): Generator<Held> {
    for (const sheet of [...bySheet.keys()].sort(compareSheets)) yield* bySheet.get(sheet)?.all() ?? [];
    bySheet.clear();
  }
  const spill = async (to: Runs<Held>): Promise<void> => {
    await to.write(inMemory());
    scale.clear();
  };

  let merging: AsyncIterator<readonly Held[]> | undefined;
  let some: readonly Held[] = [];
  let at = 0;
  let head: Held | undefined;
  const next = async (): Promise<void> => {
    at += 1;
    if (at >= some.length) {
      const read = await merging?.next();
      some = read === undefined || read.done ? [] : read.value;
      at = 0;
    }
    head = some[at];
  };
  async function* mergedOf(sheet: number, of: Runs<Held>): AsyncGenerator<RawRow> {
    if (merging === undefined) {
      merging = of.merged(inMemory())[Symbol.asyncIterator]();
      await next();
    }
    while (head !== undefined && rankOf(head.sheet) < rankOf(sheet)) await next();
    for (; head?.sheet === sheet; await next()) yield unpackRow(head);
  }

  return {
    put(sheet, { orderKey, sortCell, cells, place = null }) {
      const key = order === null ? null : order.keyOf(sortCell);
      const held: Held = { sheet, key, place, orderKey, packed: packCells(cells) };
      scale.add(1, charactersOf(held));
      let rows = bySheet.get(sheet);
      if (rows === undefined) {
        rows = createSortedRuns(compare);
        met.add(sheet);
        bySheet.set(sheet, rows);
      }
      rows.push(held);
      if (spilling !== null && runs !== null && scale.held() > spilling.spillAfter) return spill(runs);
    },
    toEnd: () => runs?.toNarrow() ?? 0,
    async end(told) {
      if (runs === null || runs.count() === 0) return;
      ranks = new Map([...met].sort(compareSheets).map((sheet, rank) => [sheet, rank]));
      await runs.narrow(told);
    },
    async *rowsOf(sheet) {
      if (runs !== null && runs.count() > 0) return yield* mergedOf(sheet, runs);
      const rows = bySheet.get(sheet);
      bySheet.delete(sheet);
      for (const one of rows?.all() ?? []) yield unpackRow(one);
    },
  };
};
