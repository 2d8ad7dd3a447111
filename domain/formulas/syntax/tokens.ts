import { tokenize } from "@borgar/fx";
import { isFunctionName } from "../functions/closest-function.ts";

/** A token of a formula. `type`: as `@borgar/fx` has it; `value`: as written. */
export type Token = { type: string; value: string; unterminated?: boolean };

/** Texts and names of worksheets, which are skipped, and blanks that Excel's grammar doesn't know. */
const blanks = /"(?:[^"]|"")*"?|'(?:[^']|'')*'?|[^\S ]|\u0085/g;
const anyBlank = /[^\S ]|\u0085/;

/** Puts U+0020 for blanks of other kinds, such as tabs and line breaks. Texts in quotation marks keep theirs, and the formula its length. */
export const withPlainBlanks = (formula: string): string =>
  anyBlank.test(formula) ? formula.replaceAll(blanks, (found) => (found.length === 1 ? " " : found)) : formula;

/** Excel takes a blank between a function and its bracket. The name then looks like that of a range, a cell or a truth value. */
const isFunction = ({ type, value }: Token): boolean =>
  type === "range_named" || type === "bool" || (type === "range" && isFunctionName(value));

/** Names of functions in other languages and in BASIC: `LÄNGE(`, `LEFT$(`. */
const isForeignFunction = ({ type, value }: Token): boolean =>
  (type === "range_named" || type === "unknown") && /^\p{L}[\p{L}\d._]*\$?$/u.test(value);

/** Cuts a formula into tokens. Joined, they are the formula. */
export const tokensOf = (formula: string): Token[] => {
  const tokens: Token[] = tokenize(withPlainBlanks(formula), { mergeRefs: true, withLocation: false });
  let at = 0;
  for (const [place, token] of tokens.entries()) {
    if (
      tokens[place + 1]?.type === "whitespace" &&
      tokens[place + 2]?.value === "(" &&
      tokens[place + 2]?.type === "operator" &&
      isFunction(token)
    )
      token.type = "func";
    if (tokens[place + 1]?.value === "(" && isForeignFunction(token)) token.type = "func";
    const end = at + token.value.length;
    token.value = formula.slice(at, end);
    at = end;
  }
  return tokens;
};
