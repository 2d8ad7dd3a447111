import { tokenize } from "@borgar/fx";
import { isFunctionName } from "../functions/closest-function.ts";

/** A token of a formula. */
export type Token = {
  /** Token type in `@borgar/fx`. */
  type: string;
  /** The text as written. */
  value: string;
  unterminated?: boolean;
};

/** Skips texts and worksheet names. Matches whitespace that Excel's grammar doesn't know. */
const unusualBlanks = /"(?:[^"]|"")*"?|'(?:[^']|'')*'?|[^\S ]|\u0085/g;
const anyBlank = /[^\S ]|\u0085/;

/** Replaces whitespace such as tabs with U+0020. Keeps texts in quotation marks, and the length. */
export const withPlainBlanks = (formula: string): string =>
  anyBlank.test(formula) ? formula.replaceAll(unusualBlanks, (found) => (found.length === 1 ? " " : found)) : formula;

/**
 * Excel accepts a space before a function's bracket. The tokenizer then reads the name as a range, a cell or a boolean.
 */
const isFunction = ({ type, value }: Token): boolean =>
  type === "range_named" || type === "bool" || (type === "range" && isFunctionName(value));

/** Finds functions in other languages and in BASIC: `LÄNGE(`, `LEFT$(`. */
const isForeignFunction = ({ type, value }: Token): boolean =>
  (type === "range_named" || type === "unknown") && /^\p{L}[\p{L}\d._]*\$?$/u.test(value);

/** Splits a formula into tokens. Joined, they give the formula. */
export const lexFormula = (formula: string): Token[] => {
  const tokens: Token[] = tokenize(withPlainBlanks(formula), { mergeRefs: true, withLocation: false });
  let at = 0;
  for (const [index, token] of tokens.entries()) {
    if (
      tokens[index + 1]?.type === "whitespace" &&
      tokens[index + 2]?.value === "(" &&
      tokens[index + 2]?.type === "operator" &&
      isFunction(token)
    )
      token.type = "func";
    if (tokens[index + 1]?.value === "(" && isForeignFunction(token)) token.type = "func";
    const end = at + token.value.length;
    token.value = formula.slice(at, end);
    at = end;
  }
  return tokens;
};
