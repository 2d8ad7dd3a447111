import { distinctAtoms, sumAtoms, toAtoms } from "../columns/cells/cells.ts";
import type { Atom, Cell, CellContext, Value } from "../columns/definition.ts";
import type { LineItem } from "../orders/order.ts";
import { variantKey } from "../orders/variant-key.ts";
import { compareDecimals, divideDecimals, multiplyDecimals, toCanonicalDecimal } from "../text/decimal.ts";
import { createDecimalSum } from "../text/decimal-sum.ts";
import { type CellSlot, UncompilableDesign } from "./row-plan.ts";

/** Combines values of lines, fulfillments or orders into one cell. */
export type Aggregator = {
  /** Returns the newly held characters, except digits of sums and ranges. */
  add(value: Value, line: LineItem | null): number;
  cell(): Cell;
  /** Returns JSON-compatible state, only as much as matters. */
  state(): Value;
  /** Adds the state of a later aggregator. Returns as {@link Aggregator.add}. */
  take(state: Value): number;
};

/** An aggregator whose state can be added like any value. */
type BasicAggregator = Omit<Aggregator, "take"> & Partial<Pick<Aggregator, "take">>;

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);

/** Keeps the first value. Orders come newest first. */
const first = ({ toCell }: CellSlot): BasicAggregator => {
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

/** Joins distinct values in the order of their first appearance; several numbers become text. */
const join = ({ definition, toCell }: CellSlot): BasicAggregator => {
  const texts = new Set<string>();
  const numbers = definition.valueKind === "number";
  return {
    add(value) {
      let more = 0;
      for (const atom of distinctAtoms(value)) {
        const text = numbers ? toCanonicalDecimal(atom) : atom;
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

/** Adds values. Empty if none is known, `0` if none was added. */
const sum = ({ toCell }: CellSlot): BasicAggregator => {
  const total = createDecimalSum();
  let met = 0;
  let knownCount = 0;
  return {
    add(value) {
      for (const atom of toAtoms(value)) {
        met += 1;
        if (atom === null || atom === undefined) continue;
        knownCount += 1;
        total.add(String(atom));
      }
      return 0;
    },
    cell: () => (met > 0 && knownCount === 0 ? null : toCell(total.total())),
    state: () => (met === 0 ? [] : [knownCount === 0 ? null : total.total()]),
  };
};

/** Largest number or latest instant. */
const max = ({ definition, toCell }: CellSlot): BasicAggregator => {
  const isGreater =
    definition.valueKind === "number"
      ? (left: string, right: string) => compareDecimals(left, right) > 0
      : (left: string, right: string) => Date.parse(left) > Date.parse(right);
  let maximum: string | null = null;
  return {
    add(value) {
      const before = maximum?.length ?? 0;
      for (const atom of distinctAtoms(value)) if (maximum === null || isGreater(atom, maximum)) maximum = atom;
      return (maximum?.length ?? 0) - before;
    },
    cell: () => toCell(maximum),
    state: () => maximum,
  };
};

/** Example: `5 - 7`; one number if both ends are equal. */
const range = ({ toCell }: CellSlot): BasicAggregator => {
  let ends: [least: string, most: string] | null = null;
  return {
    add(value) {
      for (const atom of distinctAtoms(value)) {
        const [minimum, maximum] = ends ?? [atom, atom];
        ends = [
          compareDecimals(atom, minimum) < 0 ? atom : minimum,
          compareDecimals(atom, maximum) > 0 ? atom : maximum,
        ];
      }
      return 0;
    },
    cell() {
      if (ends === null) return null;
      const [minimum, maximum] = ends.map(toCanonicalDecimal);
      return minimum === maximum ? toCell(ends[0]) : { kind: "text", text: `${minimum} - ${maximum}` };
    },
    state: () => ends,
  };
};

/** More decimals than a currency has, so that average times units gives the original cost. */
export const averagePlaces = 4;

/** Averages by units. Skips lines without a value or units. */
const wavg = ({ toCell }: CellSlot): BasicAggregator => {
  const total = createDecimalSum();
  let units = 0;
  return {
    add(value, line) {
      const amount = sumAtoms(toAtoms(value));
      const quantity = line?.quantity ?? 0;
      if (amount === null || quantity <= 0) return 0;
      total.add(multiplyDecimals(amount, String(quantity)));
      units += quantity;
      return 0;
    },
    cell: () => (units === 0 ? null : toCell(divideDecimals(total.total(), String(units), averagePlaces))),
    state: () => [total.total(), units],
    take(state) {
      const [amount, quantity] = toAtoms(state);
      total.add(String(amount));
      units += Number(quantity);
      return 0;
    },
  };
};

/** Adds each distinct variant once, with its first value. */
const sumVariants = (slot: CellSlot): BasicAggregator => {
  const variants = new Map<string, readonly Atom[]>();
  const total = sum(slot);
  const addFirst = (variant: string, atoms: readonly Atom[]): number => {
    if (variants.has(variant)) return 0;
    variants.set(variant, atoms);
    total.add(atoms, null);
    return variant.length + atoms.reduce<number>((sum, atom) => sum + String(atom ?? "").length, 0);
  };
  return {
    add: (value, line) => addFirst(line === null ? "" : variantKey(line), toAtoms(value)),
    cell: total.cell,
    state: () => [...variants].map((entry) => JSON.stringify(entry)),
    take: (state) =>
      toAtoms(state).reduce<number>(
        (more, text) => more + addFirst(...(JSON.parse(String(text)) as [string, Atom[]])),
        0,
      ),
  };
};

const aggregatorFactories: Readonly<
  Partial<Record<CellSlot["aggregation"], (slot: CellSlot, context: CellContext) => BasicAggregator>>
> = {
  first,
  join,
  max,
  range,
  sum,
  sumVariants,
  wavg,
};

/** Items on the report's scale (domain/external-sort/memory-budget.ts), for sets and exact sums. */
const itemsByAggregation: Readonly<Partial<Record<CellSlot["aggregation"], number>>> = {
  join: 5,
  sum: 5,
  wavg: 5,
  sumVariants: 7,
};

/** Returns the size of an empty aggregator in items. */
export const countAggregatorItems = ({ aggregation }: CellSlot): number => itemsByAggregation[aggregation] ?? 1;

/** @throws {UncompilableDesign} an aggregate that combines nothing */
export const createAggregatorFactory = (slot: CellSlot): ((context: CellContext) => Aggregator) => {
  const create = aggregatorFactories[slot.aggregation];
  if (create === undefined)
    throw new UncompilableDesign(
      `'${slot.aggregation}' of the column '${slot.definition.key}' brings no values together.`,
    );
  return (context) => {
    const fold = create(slot, context);
    return { take: (state) => fold.add(state, null), ...fold };
  };
};
