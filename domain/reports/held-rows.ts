import type { RawRow } from "../groupings/engine.ts";
import { createSortedRuns } from "../groupings/sorted-runs.ts";
import type { OrderOfRows, SortKey } from "./order-of-rows.ts";
import { packCells, unpackCells } from "./packed-cells.ts";
import type { Scale } from "./weight.ts";

/**
 * Holds the rows of one worksheet until the last order is read. What holds them elsewhere than in memory, when there is more than
 * fits, is another one of these: sorted runs that are merged while they are written.
 */
export type HeldRows = {
  put(row: RawRow): Promise<void> | void;
  count(): number;
  /** All of them in their final order. Nothing is put after that. */
  rows(): AsyncIterable<RawRow> | Iterable<RawRow>;
};

/** `order`: null where rows keep the order in which they come. */
export type CreateHeldRows = (order: OrderOfRows | null) => HeldRows;

type Held = { key: SortKey; orderKey: string | null; packed: string };

const unpack = ({ orderKey, packed }: Held): RawRow => ({
  orderKey,
  sortCell: null,
  cells: unpackCells(packed),
});

/** Rows in memory, weighed; sorted a run at a time as they come, so that no moment is long. */
export const createHeldRows =
  (scale: Scale): CreateHeldRows =>
  (order) => {
    const held = createSortedRuns<Held>(order === null ? () => 0 : (a, b) => order.compare(a.key, b.key));
    let count = 0;
    return {
      put({ orderKey, sortCell, cells }) {
        const key = order === null ? null : order.keyOf(sortCell);
        const packed = packCells(cells);
        scale.add(1, packed.length + (key?.text.length ?? 0) + (orderKey?.length ?? 0));
        held.push({ key, orderKey, packed });
        count += 1;
      },
      count: () => count,
      *rows() {
        for (const one of held.all()) yield unpack(one);
      },
    };
  };
