import { maxFunctionArguments } from "../syntax/function-table.ts";
import { isProblem, parseFormula } from "../syntax/parse.ts";

/** A number typed with a decimal comma. */
export type DecimalComma = {
  /** Has a decimal point: `0.3`. */
  number: string;
  /** The corrected formula; null if it is still invalid. */
  formula: string | null;
};

/** Skips texts and names. Matches digits around a comma, and semicolons. */
const marks = /"(?:[^"]|"")*"?|'(?:[^']|'')*'|(?<![\p{L}\p{N}_.$:])(\d+),(\d+)(?![\p{L}\p{N}_.:(])|;/gu;
/** Nobody multiplies or divides by zero: `ROUND(A1*0,3)`. */
const afterOperator = /[*/]\s*0$/;

/** `1,000` may be a thousand or one. */
export const mayBeThousands = ({ number }: DecimalComma): boolean => /^[1-9]\d{0,2}\.\d{3}$/.test(number);

/** Says how to write the number (S-2.5). */
export const describeDecimalComma = (comma: DecimalComma): string => {
  const { number } = comma;
  const whole = mayBeThousands(comma) ? `${number.replace(".", "")} without a comma, or ` : "";
  return `Write ${whole}${number} with a point. A comma separates the arguments of a function.`;
};

/** True if a list has over 255 arguments: then no comma of it is wrong. */
const hasTooLongList = (formula: string): boolean => {
  const parsed = parseFormula(formula);
  return isProblem(parsed) && parsed.problem.includes(` to ${maxFunctionArguments} arguments, not `);
};

const isValid = (formula: string): boolean => !isProblem(parseFormula(formula));

type Mark = { at: number; length: number; point: string };
type Figure = Mark & { text: string };

const mended = (formula: string, chosen: readonly Mark[]): string =>
  chosen.reduceRight((text, { at, length, point }) => text.slice(0, at) + point + text.slice(at + length), formula);

/**
 * Finds a number whose comma makes a formula unreadable, or changes its meaning: `A1*0,3`, `ROUND(A1*0,3,2)`,
 * `ROUND(A1*0,3;2)`. null if commas separate arguments.
 */
export const decimalComma = (formula: string): DecimalComma | null => {
  if (hasTooLongList(formula)) return null;
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
    return { number: first.point, formula: isValid(text) ? text : null };
  };
  if (isValid(formula))
    return answer(figures.filter(({ at, text }) => afterOperator.test(formula.slice(0, at + text.indexOf(",")))));
  const isMended = (one: DecimalComma | null): one is DecimalComma => one?.formula != null;
  return [...figures.map((figure) => [figure]), figures].map(answer).find(isMended) ?? null;
};
