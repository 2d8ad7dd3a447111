import { toNumber, toText } from "../coerce.ts";
import type { Node } from "../node.ts";
import type { Reference } from "../references.ts";
import { type ErrorValue, isError, type Value } from "../value.ts";

/** An argument, computed when it is asked for. */
export type Argument = {
  missing: boolean;
  /** True of cells: their text and truth values are passed over where numbers are added up. */
  isReference: boolean;
  /** Of cells: which. */
  reference?: Reference;
  /** Of one cell, or of an expression. */
  value(): Value;
  /** Row by row; of an expression the one value. */
  cells(): readonly (readonly Value[])[];
};

/** What a function knows beside its arguments. */
export type Environment = {
  /** BCP 47: how TEXT writes separators and months. */
  locale: string;
};

/** Where a formula stands: its column and its row of data, both from 0. */
export type Place = { column: number; row: number };

export type FormulaFunction = {
  /** How many arguments it takes. */
  least: number;
  most: number;
  /** Which arguments may be several cells; absent: none. */
  ranges?: "all" | readonly number[];
  /** False of arguments that we cannot compute, though Excel can. */
  computes?(given: readonly Node[]): boolean;
  call(given: readonly Argument[], environment: Environment, at: Place): Value;
};

/** As many as Excel takes. */
export const anyNumber = 255;

/** A function of numbers; `undefined` stands for an argument that was not given. */
export const ofNumbers = (
  least: number,
  most: number,
  compute: (first: string, ...others: (string | undefined)[]) => Value,
): FormulaFunction => ({
  least,
  most,
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

/** The text of an argument. */
export const textArgument = (argument: Argument | undefined): string | ErrorValue => toText(argument?.value() ?? null);

/** The number of an argument, cut to a whole one; `otherwise` where it is not given. */
export const wholeArgument = (argument: Argument | undefined, otherwise: number): number | ErrorValue => {
  if (argument === undefined) return otherwise;
  const number = toNumber(argument.value());
  return isError(number) ? number : Math.trunc(Number(number.decimal));
};

/** A function of text and whole numbers, in this order: the words say which argument is which. */
export const ofWords = <const Kinds extends readonly ("text" | "whole")[]>(
  kinds: Kinds,
  least: number,
  compute: (words: { [At in keyof Kinds]: Kinds[At] extends "text" ? string : number }, given: number) => Value,
  /** What stands for arguments that are not given. */
  otherwise: readonly (string | number)[] = [],
): FormulaFunction => ({
  least,
  most: kinds.length,
  call(given) {
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
    return compute(words as never, given.length);
  },
});
