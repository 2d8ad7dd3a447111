import type { Node } from "../syntax/node.ts";
import type { Reference } from "../syntax/references.ts";
import { toNumber, toText } from "../values/coerce.ts";
import { type ErrorValue, isError, type Value } from "../values/value.ts";
import type { Spend } from "../work.ts";

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

/** The same while it is computed. */
export type Running = Environment & {
  /** For work beyond what its arguments' lengths say, which are spent as it reads them. */
  spend: Spend;
};

/** Where a formula stands: its column and its row of data, both from 0. */
export type Place = { column: number; row: number };

export type FormulaFunction = {
  /** Which arguments may be several cells; absent: none. */
  ranges?: "all" | readonly number[];
  /** False of arguments that we cannot compute, though Excel can. */
  computes?(given: readonly Node[]): boolean;
  /** Steps of a call, and for a character of its arguments, where these are more than usual (work.ts). */
  steps?: { call?: number; character?: number };
  call(given: readonly Argument[], running: Running, at: Place): Value;
};

/** A function of numbers; `undefined` stands for an argument that was not given. */
export const ofNumbers = (compute: (first: string, ...others: (string | undefined)[]) => Value): FormulaFunction => ({
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
const wholeArgument = (argument: Argument | undefined, otherwise: number): number | ErrorValue => {
  if (argument === undefined) return otherwise;
  const number = toNumber(argument.value());
  return isError(number) ? number : Math.trunc(Number(number.decimal));
};

/** A function of text and whole numbers, in this order: the words say which argument is which. */
export const ofWords = <const Kinds extends readonly ("text" | "whole")[]>(
  kinds: Kinds,
  compute: (
    words: { [At in keyof Kinds]: Kinds[At] extends "text" ? string : number },
    given: number,
    running: Running,
  ) => Value,
  /** What stands for arguments that are not given. */
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
