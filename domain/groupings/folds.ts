import { atomsOf, distinctAtoms } from "../columns/cells.ts";
import type { Cell, Value } from "../columns/definition.ts";
import type { LineItem } from "../orders/order.ts";
import { createDecimalSum } from "../text/decimal-sum.ts";
import { type Slot, UncompilableDesign } from "./plan.ts";

/** Brings the values of several lines, fulfillments or orders together into one cell. */
export type Fold = {
  /** Takes a value, and the line that it is of. Answers how many characters it holds more than before. */
  add(value: Value, line: LineItem | null): number;
  cell(): Cell;
};

/** The value that was met first, whatever it is: orders come newest first. */
const first = ({ toCell }: Slot): Fold => {
  let cell: Cell | undefined;
  return {
    add(value) {
      if (cell === undefined) cell = toCell(value);
      return 0;
    },
    cell: () => cell ?? null,
  };
};

/** The distinct values in the order of their first appearance. */
const join = ({ toCell }: Slot): Fold => {
  const texts = new Set<string>();
  return {
    add(value) {
      let more = 0;
      for (const text of distinctAtoms(value)) {
        if (texts.has(text)) continue;
        texts.add(text);
        more += text.length;
      }
      return more;
    },
    cell: () => toCell([...texts]),
  };
};

/** The sum of what is known; empty where nothing is, `0` where nothing was met. */
const sum = ({ toCell }: Slot): Fold => {
  const total = createDecimalSum();
  let met = 0;
  let known = 0;
  return {
    add(value) {
      for (const atom of atomsOf(value)) {
        met += 1;
        if (atom === null || atom === undefined) continue;
        known += 1;
        total.add(String(atom));
      }
      return 0;
    },
    cell: () => (met > 0 && known === 0 ? null : toCell(total.total())),
  };
};

const folds: Readonly<Partial<Record<Slot["word"], (slot: Slot) => Fold>>> = { first, join, sum };

/**
 * A fold that has met nothing yet.
 * @throws {UncompilableDesign} a word that brings nothing together
 */
export const createFold = (slot: Slot): Fold => {
  const create = folds[slot.word];
  if (create === undefined)
    throw new UncompilableDesign(`'${slot.word}' of the column '${slot.definition.key}' brings no values together.`);
  return create(slot);
};
