import { memoize } from "../core/memoize.ts";
import { decimalPlaces, divideDecimals, multiplyDecimals, toDecimal } from "../text/decimal.ts";

type Weight = { value?: number; unit?: string };

/** Grams per unit, exact by the international pound. */
type Unit = { grams: string; sign: string };

/** Keys are the platform's words. */
const units: ReadonlyMap<string, Unit> = new Map([
  ["GRAMS", { grams: "1", sign: "g" }],
  ["KILOGRAMS", { grams: "1000", sign: "kg" }],
  ["OUNCES", { grams: "28.349523125", sign: "oz" }],
  ["POUNDS", { grams: "453.59237", sign: "lb" }],
]);

/** Decimals of every weight in a report. */
export const weightDecimals = 4;

const convertUncached = (number: number, from: Unit, to: Unit, pieces: number): string => {
  const value = toDecimal(number);
  if (from === to && pieces === 1 && decimalPlaces(value) <= weightDecimals) return value;
  const grams = multiplyDecimals(multiplyDecimals(value, from.grams), String(pieces));
  return divideDecimals(grams, to.grams, weightDecimals);
};

/** A shop's variants have few distinct weights. */
const converters = new Map(
  [...units.values()].map((from) => [
    from,
    new Map([...units.values()].map((to) => [to, memoize((number: number) => convertUncached(number, from, to, 1))])),
  ]),
);

/** Converts to another unit, rounded once at the end; null if unknown. */
export const weightIn = (unit: string, weight: Weight | null | undefined, pieces = 1): string | null => {
  const from = units.get(weight?.unit ?? "");
  const to = units.get(unit);
  if (weight?.value === undefined || from === undefined || to === undefined) return null;
  return pieces === 1
    ? (converters.get(from)?.get(to)?.(weight.value) ?? null)
    : convertUncached(weight.value, from, to, pieces);
};

/** `kg` for KILOGRAMS; null for an unknown unit. */
export const weightUnitSymbol = (unit: string): string | null => units.get(unit)?.sign ?? null;
