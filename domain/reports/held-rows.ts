import type { RawRow } from "../groupings/engine.ts";
import type { OrderOfRows, SortKey } from "./order-of-rows.ts";
import { packCells, unpackCells } from "./packed-cells.ts";
import type { Scale } from "./weight.ts";

/**
 * Holds the rows of one worksheet until the last order is read. What holds them elsewhere than in memory, when there is more than
 * fits, is another one of these: sorted runs that are merged while they are written.
 */
export type HeldRows = {
  put(row: RawRow): Promise<void> | void;
  /** All of them in their final order. Nothing is put after that. */
  rows(): AsyncIterable<RawRow> | Iterable<RawRow>;
};

/** `order`: null where rows keep the order in which they come. */
export type CreateHeldRows = (order: OrderOfRows | null) => HeldRows;

type Held = { key: SortKey; orderKey: string | null; packed: string };

/** Rows that are sorted together: what that takes, other exports of the process wait for (D-5). */
const runLength = 1_000;

const unpack = ({ orderKey, packed }: Held): RawRow => ({
  orderKey,
  sortCell: null,
  cells: unpackCells(packed),
});

/** Two halves of the runs, merged as they are asked for; of equal rows that of the earlier run comes first. */
function* merged(runs: readonly Held[][], compare: (left: Held, right: Held) => number): Generator<Held> {
  if (runs.length <= 1) {
    yield* runs[0] ?? [];
    return;
  }
  const half = Math.ceil(runs.length / 2);
  const [left, right] = [merged(runs.slice(0, half), compare), merged(runs.slice(half), compare)];
  let [a, b] = [left.next(), right.next()];
  while (!a.done || !b.done) {
    if (!a.done && (b.done || compare(a.value, b.value) <= 0)) {
      yield a.value;
      a = left.next();
    } else if (!b.done) {
      yield b.value;
      b = right.next();
    }
  }
}

/** Rows in memory, weighed; sorted a run at a time as they come, so that no moment is long. */
export const createHeldRows =
  (scale: Scale): CreateHeldRows =>
  (order) => {
    const compare = order && ((left: Held, right: Held) => order.compare(left.key, right.key));
    const runs: Held[][] = [];
    let run: Held[] = [];
    const endRun = (): void => {
      if (compare !== null) run.sort(compare);
      if (run.length > 0) runs.push(run);
      run = [];
    };
    return {
      put({ orderKey, sortCell, cells }) {
        const key = order === null ? null : order.keyOf(sortCell);
        const packed = packCells(cells);
        scale.add(1, packed.length + (key?.text.length ?? 0) + (orderKey?.length ?? 0));
        run.push({ key, orderKey, packed });
        if (run.length >= runLength) endRun();
      },
      *rows() {
        endRun();
        for (const held of merged(runs, compare ?? (() => 0))) yield unpack(held);
      },
    };
  };
