import { isProblem, parseFormula } from "../syntax/parse.ts";

/** A figure that was written with a comma, with a point: `0.3`; and the formula with it, null where that is none that can be read. */
export type DecimalComma = { number: string; formula: string | null };

/** Texts and names, which are passed over; figures around a comma; semicolons. */
const marks = /"(?:[^"]|"")*"?|'(?:[^']|'')*'|(?<![\p{L}\p{N}_.$:])(\d+),(\d+)(?![\p{L}\p{N}_.:(])|;/gu;
/** Nobody multiplies by, or divides by, a zero: `ROUND(A1*0,3)`. */
const afterOperator = /[*/]\s*0$/;

/** `1,000` may be a thousand or one. */
export const mayBeThousands = ({ number }: DecimalComma): boolean => /^[1-9]\d{0,2}\.\d{3}$/.test(number);

/** Said of it (S-2.5). */
export const writtenWithComma = (comma: DecimalComma): string => {
  const { number } = comma;
  const whole = mayBeThousands(comma) ? `${number.replace(".", "")} without a comma, or ` : "";
  return `Write ${whole}${number} with a point. A comma separates the arguments of a function.`;
};

const isGood = (formula: string): boolean => !isProblem(parseFormula(formula));

type Mark = { at: number; length: number; point: string };
type Figure = Mark & { text: string };

const mended = (formula: string, chosen: readonly Mark[]): string =>
  chosen.reduceRight((text, { at, length, point }) => text.slice(0, at) + point + text.slice(at + length), formula);

/**
 * The figure with a comma that keeps a formula from being read, or that makes it mean another one without anybody noticing: `A1*0,3`,
 * `ROUND(A1*0,3,2)`, `ROUND(A1*0,3;2)`. null where commas are what they seem to be: separators of arguments.
 */
export const decimalComma = (formula: string): DecimalComma | null => {
  const found = [...formula.matchAll(marks)];
  const figures = found.flatMap(({ 0: text, 1: whole, 2: fraction, index }): Figure[] =>
    whole === undefined || fraction === undefined
      ? []
      : [{ at: index, length: text.length, point: `${whole}.${fraction}`, text }],
  );
  const semicolons = found.flatMap(({ 0: text, index }): Mark[] =>
    text === ";" ? [{ at: index, length: 1, point: "," }] : [],
  );
  const answer = (chosen: readonly Figure[]): DecimalComma | null => {
    const [first] = chosen;
    if (first === undefined) return null;
    const all = [...chosen, ...semicolons].sort((one, other) => one.at - other.at);
    const text = mended(formula, all);
    return { number: first.point, formula: isGood(text) ? text : null };
  };
  if (isGood(formula))
    return answer(figures.filter(({ at, text }) => afterOperator.test(formula.slice(0, at + text.indexOf(",")))));
  const isMended = (one: DecimalComma | null): one is DecimalComma => one?.formula != null;
  return [...figures.map((figure) => [figure]), figures].map(answer).find(isMended) ?? null;
};
