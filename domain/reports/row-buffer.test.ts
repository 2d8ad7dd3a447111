import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { incompleteCell, isUnreadCell, unreadCell } from "../columns/cells/unread-cell.ts";
import type { Cell } from "../columns/definition.ts";
import { createMemoryBudget, MemoryLimitExceeded } from "../external-sort/memory-budget.ts";
import { createCollation } from "../text/collation.ts";
import { packCells, unpackCells } from "./packed-cells.ts";
import { createRowBuffer } from "./row-buffer.ts";
import { createRowOrder } from "./row-order.ts";

/** Several joined numbers are text. */
const cellOf = (decimal: string): Cell =>
  decimal.includes(",") ? { kind: "text", text: decimal } : { kind: "number", decimal };
const row = (decimal: string | null, orderKey: string, cells: Cell[] = []) => ({
  orderKey,
  sortCell: decimal === null ? null : cellOf(decimal),
  cells,
});
const numbers = (descending: boolean) => createRowOrder({ valueKind: "number", descending }, createCollation("en"));

const heldRows = (order: ReturnType<typeof numbers> | null, most?: number) =>
  createRowBuffer({
    order,
    compareRowKeys: null,
    compareSheets: (a, b) => a - b,
    scale: createMemoryBudget(most),
    spilling: null,
  });

const keysOf = async (given: readonly (string | null)[], order: ReturnType<typeof numbers> | null) => {
  const held = heldRows(order);
  for (const [at, decimal] of given.entries()) await held.put(0, row(decimal, `${at}`));
  await held.end();
  const keys: number[] = [];
  for await (const { orderKey } of held.readRows(0)) keys.push(Number(orderKey));
  return keys;
};

describe("buffered rows", () => {
  it("are read in sorted order, equal ones as they came, in both directions", async () => {
    const some = fc.array(fc.constantFrom("1", "2", "3", null), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(some, fc.constantFrom(1, 80), fc.boolean(), async (few, times, descending) => {
        // Large enough for several runs, too.
        const given = Array.from({ length: times }, () => few).flat();
        const order = numbers(descending);
        const key = (at: number) => order.keyOf(row(given[at] ?? null, "").sortCell);
        const wanted = [...given.keys()].sort((a, b) => order.compare(key(a), key(b)) || a - b);
        expect(await keysOf(given, order)).toEqual(wanted);
      }),
      { numRuns: 40 },
    );
  });

  it("are read in sorted order if some cells hold several numbers, even from several runs", async () => {
    const given = Array.from({ length: 2_500 }, (_, n) => (n % 2 === 0 ? `${n % 10}, 0.5` : `${n % 10}`));
    const wanted = [...given.keys()].sort((a, b) => (a % 10) - (b % 10) || a - b);
    expect(await keysOf(given, numbers(false))).toEqual(wanted);
  });

  it("keep their original order without a sorted column", async () => {
    const given = Array.from({ length: 2_500 }, (_, n) => `${n % 7}`);
    expect(await keysOf(given, null)).toEqual([...given.keys()]);
  });

  it("keep each cell unchanged", () => {
    const cell = fc.oneof(
      fc.constant(null),
      fc.string({ unit: "binary" }).map((text): Cell => ({ kind: "text", text })),
      fc.constantFrom<Cell>(
        { kind: "number", decimal: "-7.25" },
        { kind: "datetime", instant: "2026-11-20T14:05:00Z" },
        { kind: "datetimes", instants: ["2026-11-20T14:05:00Z", "2026-11-21T14:05:00Z"] },
        { kind: "link", urls: ["https://a.example/\n", "b"] },
        { kind: "image", urls: [] },
      ),
    );
    fc.assert(
      fc.property(fc.array(cell), (cells) => {
        expect(unpackCells(packCells(cells))).toEqual(cells);
      }),
    );
  });

  it("distinguish unread cells from texts that read the same", () => {
    const texts = ["couldn't be read", "incomplete"].map((words) => ({ kind: "text", text: words }) as const);
    const cells = [unreadCell, incompleteCell, ...texts];
    expect(unpackCells(packCells(cells))).toEqual(cells);
    expect(unpackCells(packCells(cells)).map(isUnreadCell)).toEqual([true, true, false, false]);
  });

  it("are rejected with advice if their content is too large", async () => {
    const held = heldRows(null, 10_000);
    const text = row(null, "1", [{ kind: "text", text: "x".repeat(370) }]);
    // 120 bytes for the row, 2 for each of its characters and their delimiters.
    for (let n = 0; n < 11; n += 1) await held.put(0, text);
    expect(() => held.put(0, text)).toThrow(MemoryLimitExceeded);
    expect(() => held.put(0, text)).toThrow(
      "This report is too large to sort, split or group by product. Choose a shorter date range, or turn off sorting, the worksheet splitter or product grouping.",
    );
  });
});
