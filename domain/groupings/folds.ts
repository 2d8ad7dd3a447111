import { atomsOf, distinctAtoms, sumOf } from "../columns/cells/cells.ts";
import type { Atom, Cell, CellContext, Value } from "../columns/definition.ts";
import type { LineItem } from "../orders/order.ts";
import { variantKey } from "../orders/variant-key.ts";
import { canonicalDecimal, compareDecimals, divideDecimals, multiplyDecimals } from "../text/decimal.ts";
import { createDecimalSum } from "../text/decimal-sum.ts";
import { type Slot, UncompilableDesign } from "./plan.ts";

/** Brings the values of several lines, fulfillments or orders together into one cell. */
export type Fold = {
  /**
   * Takes a value, and the line that it is of. Answers how many characters are held that were not before; digits of sums and ranges do
   * not count.
   */
  add(value: Value, line: LineItem | null): number;
  cell(): Cell;
  /** What it has met, as far as it matters; JSON keeps it. */
  state(): Value;
  /** Takes what another fold of the slot has met after this one. Answers as {@link Fold.add}. */
  take(state: Value): number;
};

/** A fold whose state is a value that it takes as any other. */
type PlainFold = Omit<Fold, "take"> & Partial<Pick<Fold, "take">>;

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);

/** The first value that says something: orders come newest first. */
const first = ({ toCell }: Slot): PlainFold => {
  let cell: Cell = null;
  let kept: Value = null;
  return {
    add(value) {
      if (cell !== null) return 0;
      cell = toCell(value);
      if (cell === null) return 0;
      kept = value;
      return lengthOf(distinctAtoms(value));
    },
    cell: () => cell,
    state: () => kept,
  };
};

/** The distinct values in the order of their first appearance; several numbers are a text. */
const join = ({ definition, toCell }: Slot): PlainFold => {
  const texts = new Set<string>();
  const numbers = definition.valueKind === "number";
  return {
    add(value) {
      let more = 0;
      for (const atom of distinctAtoms(value)) {
        const text = numbers ? canonicalDecimal(atom) : atom;
        if (texts.has(text)) continue;
        texts.add(text);
        more += text.length;
      }
      return more;
    },
    cell() {
      if (texts.size === 0) return null;
      return numbers && texts.size > 1 ? { kind: "text", text: [...texts].join(", ") } : toCell([...texts]);
    },
    state: () => [...texts],
  };
};

/** The sum of what is known; empty where nothing is, `0` where nothing was met. */
const sum = ({ toCell }: Slot): PlainFold => {
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
    state: () => (met === 0 ? [] : [known === 0 ? null : total.total()]),
  };
};

/** The greatest number or the latest instant. */
const max = ({ definition, toCell }: Slot): PlainFold => {
  const isGreater =
    definition.valueKind === "number"
      ? (left: string, right: string) => compareDecimals(left, right) > 0
      : (left: string, right: string) => Date.parse(left) > Date.parse(right);
  let most: string | null = null;
  return {
    add(value) {
      const before = most?.length ?? 0;
      for (const atom of distinctAtoms(value)) if (most === null || isGreater(atom, most)) most = atom;
      return (most?.length ?? 0) - before;
    },
    cell: () => toCell(most),
    state: () => most,
  };
};

/** The least and the greatest number, `5 - 7`; one number where they are equal. */
const range = ({ toCell }: Slot): PlainFold => {
  let ends: [least: string, most: string] | null = null;
  return {
    add(value) {
      for (const atom of distinctAtoms(value)) {
        const [least, most] = ends ?? [atom, atom];
        ends = [compareDecimals(atom, least) < 0 ? atom : least, compareDecimals(atom, most) > 0 ? atom : most];
      }
      return 0;
    },
    cell() {
      if (ends === null) return null;
      const [least, most] = ends.map(canonicalDecimal);
      return least === most ? toCell(ends[0]) : { kind: "text", text: `${least} - ${most}` };
    },
    state: () => ends,
  };
};

/**
 * Decimals of an average: more than a currency has, since it is no amount that anybody pays, and times its units it comes back to
 * what they cost.
 */
export const averagePlaces = 4;

/** The average by the units of the lines; lines without a value, or without units, do not count. */
const wavg = ({ toCell }: Slot): PlainFold => {
  const total = createDecimalSum();
  let units = 0;
  return {
    add(value, line) {
      const amount = sumOf(atomsOf(value));
      const quantity = line?.quantity ?? 0;
      if (amount === null || quantity <= 0) return 0;
      total.add(multiplyDecimals(amount, String(quantity)));
      units += quantity;
      return 0;
    },
    cell: () => (units === 0 ? null : toCell(divideDecimals(total.total(), String(units), averagePlaces))),
    state: () => [total.total(), units],
    take(state) {
      const [amount, quantity] = atomsOf(state);
      total.add(String(amount));
      units += Number(quantity);
      return 0;
    },
  };
};

/** The sum over the variants met, each with its first value: what a line repeats of its variant counts once. */
const sumVariants = (slot: Slot): PlainFold => {
  const variants = new Map<string, readonly Atom[]>();
  const total = sum(slot);
  const addFirst = (variant: string, atoms: readonly Atom[]): number => {
    if (variants.has(variant)) return 0;
    variants.set(variant, atoms);
    total.add(atoms, null);
    return variant.length + atoms.reduce<number>((sum, atom) => sum + String(atom ?? "").length, 0);
  };
  return {
    add: (value, line) => addFirst(line === null ? "" : variantKey(line), atomsOf(value)),
    cell: total.cell,
    state: () => [...variants].map((entry) => JSON.stringify(entry)),
    take: (state) =>
      atomsOf(state).reduce<number>(
        (more, text) => more + addFirst(...(JSON.parse(String(text)) as [string, Atom[]])),
        0,
      ),
  };
};

const folds: Readonly<Partial<Record<Slot["word"], (slot: Slot, context: CellContext) => PlainFold>>> = {
  first,
  join,
  max,
  range,
  sum,
  sumVariants,
  wavg,
};

/** Folds that hold sets or exact sums beside what they were given, in things of the report's scale (domain/holding/weight.ts). */
const things: Readonly<Partial<Record<Slot["word"], number>>> = { join: 5, sum: 5, wavg: 5, sumVariants: 7 };

/** How many things a fold of a slot holds before it has met anything. */
export const thingsOfFold = ({ word }: Slot): number => things[word] ?? 1;

/**
 * Makes folds for a slot, each of which has met nothing yet.
 * @throws {UncompilableDesign} a word that brings nothing together
 */
export const foldsOf = (slot: Slot): ((context: CellContext) => Fold) => {
  const create = folds[slot.word];
  if (create === undefined)
    throw new UncompilableDesign(`'${slot.word}' of the column '${slot.definition.key}' brings no values together.`);
  return (context) => {
    const fold = create(slot, context);
    return { take: (state) => fold.add(state, null), ...fold };
  };
};
