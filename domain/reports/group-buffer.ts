import type { CellContext } from "../columns/definition.ts";
import type { MemoryBudget } from "../external-sort/memory-budget.ts";
import { createRuns, type Runs } from "../external-sort/runs.ts";
import type { SpillOptions } from "../external-sort/spool.ts";
import type { Engine, EngineOptions, RawRow } from "../groupings/engine.ts";
import type { LineItem, Order } from "../orders/order.ts";

/**
 * Holds the products of all worksheets until the last order is read: in memory up to a budget, then in runs sorted by
 * product id. Merging combines a product's parts, earlier orders first.
 */
export type GroupBuffer = {
  /** @throws {MemoryLimitExceeded} */
  add(sheet: number, order: Order, lines: readonly LineItem[], context: CellContext): Promise<void> | void;
  /** Call after the last order. Emits rows worksheet by worksheet. @throws {MemoryLimitExceeded} */
  end(
    take: (sheet: number, row: RawRow) => Promise<void> | void,
    context: CellContext,
    onRecord?: () => void,
  ): Promise<void>;
  /** Expected `onRecord` calls, one per item read from a run. */
  progressSteps(): number;
};

type Packed = { sheet: number; id: string; packed: string };

const pack = ({ sheet, id, packed }: Packed): string => `${JSON.stringify([sheet, id])}\t${packed}`;

const unpack = (record: string): Packed => {
  const end = record.indexOf("\t");
  const [sheet, id] = JSON.parse(record.slice(0, end)) as [number, string];
  return { sheet, id, packed: record.slice(end + 1) };
};

const compare = (a: Packed, b: Packed): number => a.sheet - b.sheet || (a.id === b.id ? 0 : a.id < b.id ? -1 : 1);

/** Items of an engine: its tables, and functions for each slot. */
const itemsPerEngine = 20;

/** `spilling`: null if all stays in memory, or the scale refuses it. */
export const createGroupBuffer = (options: {
  createEngine(weigh: EngineOptions["trackMemory"]): Engine;
  scale: MemoryBudget;
  spilling: SpillOptions | null;
}): GroupBuffer => {
  const { createEngine, scale, spilling } = options;
  const bySheet = new Map<number, Engine>();
  const runs: Runs<Packed> | null = spilling && createRuns<Packed>({ spilling, pack, unpack, compare });

  function* takenOut(): Generator<Packed> {
    for (const sheet of [...bySheet.keys()].sort((a, b) => a - b)) {
      for (const group of bySheet.get(sheet)?.drain() ?? []) yield { sheet, ...group };
      bySheet.delete(sheet);
    }
  }
  const spill = async (to: Runs<Packed>): Promise<void> => {
    await to.write(takenOut());
    scale.clear();
  };

  return {
    add(sheet, order, lines, context) {
      let engine = bySheet.get(sheet);
      if (engine === undefined) {
        engine = createEngine(scale.add);
        scale.add(itemsPerEngine, 0);
        bySheet.set(sheet, engine);
      }
      engine.add(order, lines, context);
      if (spilling !== null && runs !== null && scale.usedBytes() > spilling.spillAfterBytes) return spill(runs);
    },
    progressSteps: () => (runs === null || runs.count() === 0 ? 0 : runs.recordsToMerge() + runs.count()),
    async end(take, context, onRecord) {
      if (runs === null || runs.count() === 0) {
        for (const [sheet, engine] of bySheet) {
          for (const row of engine.end()) await take(sheet, row);
          bySheet.delete(sheet);
        }
        return;
      }
      await runs.mergeDown(onRecord);
      // Holds one product at a time.
      const engine = createEngine(() => undefined);
      let last: Packed | undefined;
      for await (const groups of runs.readMerged(takenOut()))
        for (const group of groups) {
          await spilling?.yieldToEventLoop();
          onRecord?.();
          if (last !== undefined && compare(last, group) !== 0)
            for (const row of engine.end()) await take(last.sheet, row);
          engine.restore(group.packed, context);
          last = group;
        }
      if (last !== undefined) for (const row of engine.end()) await take(last.sheet, row);
    },
  };
};
