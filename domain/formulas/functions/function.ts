import type { FormulaNode } from "../syntax/node.ts";
import type { Reference } from "../syntax/references.ts";
import { toNumber, toText } from "../values/coerce.ts";
import { type ErrorValue, isError, type Value } from "../values/value.ts";
import type { Spend } from "../work-budget.ts";

/** A lazily computed argument. */
export type Argument = {
  missing: boolean;
  /** True for a cell or range. SUM and its like skip texts and booleans there. */
  isReference: boolean;
  reference?: Reference;
  value(): Value;
  /** Returns values row by row; for an expression, the single value. */
  cells(): readonly (readonly Value[])[];
};

/** A function's input other than its arguments. */
export type Environment = {
  /** BCP 47: language of separators and months in TEXT. */
  locale: string;
};

/** Environment during a computation. */
export type CallEnvironment = Environment & {
  /** Charges the work budget. Reading arguments charges their length already. */
  spend: Spend;
};

/** A formula's column and data row, both from 0. */
export type CellPosition = { column: number; row: number };

export type FormulaFunction = {
  /** Arguments that may be ranges; if absent, none. */
  ranges?: "all" | readonly number[];
  /** False for arguments that only Excel can compute. */
  computes?(given: readonly FormulaNode[]): boolean;
  /** Work steps per call, and per character of arguments, if more than usual (work-budget.ts). */
  steps?: { call?: number; character?: number };
  call(given: readonly Argument[], running: CallEnvironment, at: CellPosition): Value;
};

/** Wraps a function of numbers; `undefined` is a missing argument. */
export const numberFunction = (
  compute: (first: string, ...others: (string | undefined)[]) => Value,
): FormulaFunction => ({
  call(given) {
    const decimals: string[] = [];
    for (const argument of given) {
      const number = toNumber(argument.value());
      if (isError(number)) return number;
      decimals.push(number.decimal);
    }
    const [first = "0", ...others] = decimals;
    return compute(first, ...others);
  },
});

/** Returns an argument's text. */
export const textArgument = (argument: Argument | undefined): string | ErrorValue => toText(argument?.value() ?? null);

/** Truncates the argument; `otherwise` if missing. */
const wholeArgument = (argument: Argument | undefined, otherwise: number): number | ErrorValue => {
  if (argument === undefined) return otherwise;
  const number = toNumber(argument.value());
  return isError(number) ? number : Math.trunc(Number(number.decimal));
};

/** Wraps a function of texts and whole numbers. `kinds`: type per argument. */
export const textFunction = <const Kinds extends readonly ("text" | "whole")[]>(
  kinds: Kinds,
  compute: (
    words: { [At in keyof Kinds]: Kinds[At] extends "text" ? string : number },
    given: number,
    running: CallEnvironment,
  ) => Value,
  otherwise: readonly (string | number)[] = [],
): FormulaFunction => ({
  call(given, running) {
    const words: (string | number)[] = [];
    for (const [at, kind] of kinds.entries()) {
      const argument = given[at];
      const word =
        argument === undefined
          ? (otherwise[at] ?? (kind === "text" ? "" : 0))
          : kind === "text"
            ? textArgument(argument)
            : wholeArgument(argument, 0);
      if (isError(word)) return word;
      words.push(word as string | number);
    }
    return compute(words as never, given.length, running);
  },
});
