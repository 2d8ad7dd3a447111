import { compareDecimals, subtractDecimals } from "../../text/decimal.ts";
import {
  divide,
  floorDecimal,
  fromFloat,
  fromInteger,
  multiply,
  power,
  type Rounding,
  roundDecimal,
  subtract,
  truncateToInteger,
} from "../values/numbers.ts";
import { isError, toErrorValue, type Value } from "../values/value.ts";
import { type FormulaFunction, numberFunction } from "./function.ts";

const negated = (decimal: string): string => subtractDecimals("0", decimal);
const absolute = (decimal: string): string => decimal.replace("-", "");
const getSign = (decimal: string): number => compareDecimals(decimal, "0");

const rounding = (how: Rounding): FormulaFunction =>
  numberFunction((number, places = "0") => ({ decimal: roundDecimal(number, truncateToInteger(places), how) }));

/** Rounds to a multiple. `whole` rounds the quotient to an integer. */
const toMultiple = (number: string, step: string, whole: (quotient: string) => string): Value => {
  const quotient = divide(number, step);
  return isError(quotient) ? quotient : multiply(whole(quotient.decimal), step);
};

const ceilingOf = (decimal: string): string => negated(floorDecimal(negated(decimal)));

const ceiling = (number: string, step: string | undefined): Value => {
  if (step === undefined) return toErrorValue("#VALUE!");
  if (step === "0") return { decimal: "0" };
  if (getSign(number) > 0 && getSign(step) < 0) return toErrorValue("#NUM!");
  return toMultiple(number, step, ceilingOf);
};

const floor = (number: string, step: string | undefined): Value => {
  if (step === undefined) return toErrorValue("#VALUE!");
  if (number === "0") return { decimal: "0" };
  if (step === "0") return toErrorValue("#DIV/0!");
  if (getSign(number) > 0 && getSign(step) < 0) return toErrorValue("#NUM!");
  return toMultiple(number, step, floorDecimal);
};

const nearest = (number: string, step = "0"): Value => {
  if (step === "0" || number === "0") return { decimal: "0" };
  if (getSign(number) !== getSign(step)) return toErrorValue("#NUM!");
  return toMultiple(number, step, (quotient) => roundDecimal(quotient, 0));
};

/** The result has the divisor's sign, as in Excel. */
const modulo = (number: string, divisor = "0"): Value => {
  const times = toMultiple(number, divisor, floorDecimal);
  return isError(times) || times === null || typeof times !== "object" ? times : subtract(number, times.decimal);
};

export const mathFunctions: Readonly<Record<string, FormulaFunction>> = {
  ROUND: rounding("half"),
  ROUNDUP: rounding("up"),
  ROUNDDOWN: rounding("down"),
  TRUNC: rounding("down"),
  INT: numberFunction((number) => ({ decimal: floorDecimal(number) })),
  ABS: numberFunction((number) => ({ decimal: absolute(number) })),
  SIGN: numberFunction((number) => fromInteger(getSign(number))),
  MOD: numberFunction(modulo),
  QUOTIENT: numberFunction((number, divisor = "0") => {
    const quotient = divide(number, divisor);
    return isError(quotient) ? quotient : { decimal: roundDecimal(quotient.decimal, 0, "down") };
  }),
  CEILING: numberFunction(ceiling),
  FLOOR: numberFunction(floor),
  MROUND: numberFunction(nearest),
  POWER: numberFunction((base, exponent = "0") => power(base, exponent)),
  SQRT: numberFunction((number) => fromFloat(Math.sqrt(Number(number)))),
};
