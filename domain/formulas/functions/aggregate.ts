import { compareDecimals } from "../../text/decimal.ts";
import type { FormulaNode } from "../syntax/node.ts";
import { parseNumberText, toNumber } from "../values/coerce.ts";
import { meetsCriterion, parseCriterion } from "../values/criterion.ts";
import { divide, fromInteger, multiply, sum } from "../values/numbers.ts";
import { type ErrorValue, isError, isNumber, toErrorValue, type Value } from "../values/value.ts";
import type { Argument, FormulaFunction } from "./function.ts";

/** Collects numbers. Only actual numbers of cells count, but all literals. */
const numbersOf = (given: readonly Argument[]): string[] | ErrorValue => {
  const found: string[] = [];
  for (const argument of given) {
    for (const value of argument.cells().flat()) {
      if (argument.isReference && !isNumber(value) && !isError(value)) continue;
      const number = toNumber(value);
      if (isError(number)) return number;
      found.push(number.decimal);
    }
  }
  return found;
};

const fromAll = (compute: (decimals: readonly string[]) => Value): FormulaFunction => ({
  ranges: "all",
  call(given) {
    const found = numbersOf(given);
    return isError(found) ? found : compute(found);
  },
});

const average = (decimals: readonly string[]): Value => {
  const total = sum(decimals);
  return isError(total) ? total : divide(total.decimal, String(decimals.length));
};

/** Finds an extreme; 0 for no numbers. */
const extreme = (goesBefore: (compared: number) => boolean): FormulaFunction =>
  fromAll((decimals) => ({
    decimal: decimals.length === 0 ? "0" : decimals.reduce((a, b) => (goesBefore(compareDecimals(b, a)) ? b : a)),
  }));

const product = (decimals: readonly string[]): Value => {
  let result: ReturnType<typeof multiply> = { decimal: decimals.length === 0 ? "0" : "1" };
  for (const decimal of decimals) {
    if (isError(result)) return result;
    result = multiply(result.decimal, decimal);
  }
  return result;
};

const counting = (counts: (value: Value, isReference: boolean) => boolean): FormulaFunction => ({
  ranges: "all",
  call: (given) =>
    fromInteger(
      given
        .flatMap((argument) =>
          argument
            .cells()
            .flat()
            .map((value) => counts(value, argument.isReference)),
        )
        .filter(Boolean).length,
    ),
});

const isCounted = (value: Value, isReference: boolean): boolean => {
  if (isNumber(value)) return true;
  if (isReference || isError(value)) return false;
  return typeof value !== "string" || parseNumberText(value) !== undefined;
};

const isReference = (node: FormulaNode | undefined): boolean => node?.type === "cell" || node?.type === "range";
const sizeOf = (node: FormulaNode | undefined): string => {
  if (node?.type !== "cell" && node?.type !== "range") return "";
  const { from, to } = node.reference;
  return `${to.row - from.row}x${to.column - from.column}`;
};

/** Aggregates cells that meet a condition, or the matching cells of another range. */
const conditional = (compute: (decimals: string[]) => Value): FormulaFunction => ({
  ranges: [0, 2],
  computes: ([range, , added]) =>
    isReference(range) && (added === undefined || (isReference(added) && sizeOf(range) === sizeOf(added))),
  call([range, condition, added], { spend }) {
    const criterion = parseCriterion(condition?.value() ?? null);
    const values = (added ?? range)?.cells().flat() ?? [];
    const found: string[] = [];
    for (const [at, cell] of (range?.cells().flat() ?? []).entries()) {
      const value = values[at] ?? null;
      if (!meetsCriterion(cell, criterion, spend)) continue;
      if (isError(value)) return value;
      if (isNumber(value)) found.push(value.decimal);
    }
    return compute(found);
  },
});

const averageOf = (decimals: readonly string[]): Value =>
  decimals.length === 0 ? toErrorValue("#DIV/0!") : average(decimals);

export const aggregateFunctions: Readonly<Record<string, FormulaFunction>> = {
  SUM: fromAll(sum),
  PRODUCT: fromAll(product),
  AVERAGE: fromAll(averageOf),
  MIN: extreme((compared) => compared < 0),
  MAX: extreme((compared) => compared > 0),
  COUNT: counting(isCounted),
  COUNTA: counting((value, isCell) => !isCell || value !== null),
  COUNTBLANK: {
    ranges: "all",
    computes: ([argument]) => isReference(argument),
    call: ([argument]) =>
      fromInteger((argument?.cells().flat() ?? []).filter((value) => value === null || value === "").length),
  },
  SUMIF: conditional(sum),
  AVERAGEIF: conditional(averageOf),
  COUNTIF: {
    ranges: [0],
    computes: ([argument]) => isReference(argument),
    call([argument, condition], { spend }) {
      const criterion = parseCriterion(condition?.value() ?? null);
      return fromInteger(
        (argument?.cells().flat() ?? []).filter((value) => meetsCriterion(value, criterion, spend)).length,
      );
    },
  },
};
