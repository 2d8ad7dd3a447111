import { isFunctionName } from "../functions/closest-function.ts";
import { stripFunctionPrefix } from "../functions/strip-function-prefix.ts";
import { correctTextFormats } from "../values/text-formats.ts";
import { columnsWithoutLetters } from "./column-keys.ts";
import { parseTree, referenceFunctions, type SyntaxTree } from "./grammar.ts";
import { isProblem, parseFormula } from "./parse.ts";
import { parseReference } from "./references.ts";
import { withPlainSigns } from "./signs.ts";
import { lexFormula, type Token } from "./tokens.ts";
import { maxTypedLength } from "./validate-formulas.ts";

const textOf = (tokens: readonly Token[]): string => tokens.map(({ value }) => value).join("");

const isBlank = (token: Token | undefined): boolean => token?.type === "whitespace";
const isSign = (token: Token | undefined, sign: string): boolean => token?.type === "operator" && token.value === sign;
const isReference = (token: Token): boolean => token.type === "range" || token.type === "range_beam";

/** Rewrites a formula whose arguments are separated by semicolons: commas in its numbers become decimal points. */
const withCommas = (formula: string): string => {
  const tokens = lexFormula(formula);
  if (!tokens.some((token) => isSign(token, ";")) || tokens.some((token) => isSign(token, "{"))) return formula;
  const isFigure = (token: Token | undefined) => token?.type === "number" && /^\d+$/.test(token.value);
  return tokens
    .map((token, at) => {
      if (isSign(token, ";")) return ",";
      return isSign(token, ",") && isFigure(tokens[at - 1]) && isFigure(tokens[at + 1]) ? "." : token.value;
    })
    .join("");
};

/** `A1()` becomes `A1`; `LOG10()` is a function. */
const withoutBracketsOfCells = (formula: string): string => {
  const tokens = lexFormula(formula);
  const isCell = (token: Token | undefined): boolean =>
    token !== undefined &&
    (isReference(token) || (token.type === "func" && !isFunctionName(token.value))) &&
    parseReference(token.value) !== null;
  return textOf(
    tokens.filter(
      (token, at) =>
        !(isSign(token, "(") && isCell(tokens[at - 1]) && isSign(tokens[at + 1], ")")) &&
        !(isSign(token, ")") && isSign(tokens[at - 1], "(") && isCell(tokens[at - 2])),
    ),
  );
};

const operands: ReadonlySet<string> = new Set(["number", "string", "bool", "error", "range", "range_beam"]);

/** `10 456` may be one number. */
const isOneFigure = (left: Token, right: Token): boolean =>
  left.type === "number" &&
  right.type === "number" &&
  /^\d{1,3}$/.test(left.value) &&
  /^\d{3}(\.\d*)?$/.test(right.value);

/** A space between references stays: it means their intersection. */
const withMissingCommas = (formula: string): string => {
  const written: string[] = [];
  /** Functions with open brackets, "" for other brackets. */
  const open: string[] = [];
  let blanks = "";
  let previous: (Token & { ends: boolean; mayRefer: boolean }) | undefined;
  for (const token of lexFormula(formula)) {
    if (isBlank(token)) {
      blanks += token.value;
      continue;
    }
    const begins = operands.has(token.type) || token.type === "func" || isSign(token, "(");
    const refers =
      isReference(token) ||
      isSign(token, "(") ||
      (token.type === "func" && referenceFunctions.has(stripFunctionPrefix(token.value)));
    const isApart = blanks !== "" || previous?.type === "string" || token.type === "string";
    // Next to a cell, a text may just lack its `&`.
    const mayBeJoined = previous !== undefined && refers && (previous.mayRefer || previous.type === "string");
    const lacksComma =
      previous?.ends && begins && isApart && open.at(-1) && !mayBeJoined && !isOneFigure(previous, token);
    written.push(lacksComma ? "," : blanks, token.value);
    blanks = "";
    if (isSign(token, "(") || isSign(token, "{"))
      open.push(previous?.type === "func" ? stripFunctionPrefix(previous.value) : "");
    const closed = isSign(token, ")") || isSign(token, "}") ? (open.pop() ?? "") : undefined;
    const ends = operands.has(token.type) || isSign(token, "%") || closed !== undefined;
    previous = {
      ...token,
      ends,
      mayRefer: isReference(token) || closed === "" || referenceFunctions.has(closed ?? ""),
    };
  }
  return written.join("") + blanks;
};

/** Closes open brackets. Does nothing if the last operand is missing too. */
const withClosingBrackets = (formula: string): string => {
  const tokens = lexFormula(formula).filter((token) => !isBlank(token));
  const last = tokens.at(-1);
  const isOpenEnded = last?.type === "operator" && !isSign(last, ")") && !isSign(last, "%");
  const missing = tokens.reduce((sum, token) => sum + (isSign(token, "(") ? 1 : isSign(token, ")") ? -1 : 0), 0);
  return missing > 0 && !isOpenEnded ? formula.trimEnd() + ")".repeat(missing) : formula;
};

const signsMended = (formula: string): string =>
  [withPlainSigns, withCommas, withoutBracketsOfCells, withMissingCommas, withClosingBrackets].reduce(
    (text, mend) => mend(text),
    formula,
  );

const isAccepted = (formula: string): boolean => formula.length <= maxTypedLength && !isProblem(parseFormula(formula));

/** A space or a comma between references is rarely meant. */
const joinsReferences = (tree: SyntaxTree | null): boolean => {
  switch (tree?.type) {
    case "references":
      return true;
    case "unary":
      return joinsReferences(tree.of);
    case "binary":
      return joinsReferences(tree.left) || joinsReferences(tree.right);
    case "call":
      return tree.arguments.some(joinsReferences);
    default:
      return false;
  }
};

/**
 * Repairs a refused formula: `=ROUND(10.456,1)` for `=ROUND(10.456 1)`. null if the intent is unclear or the
 * formula valid. Keeps misspelt names: `=TAG(A1)` is a German day, not a tangent.
 */
export const mendFormula = (written: string): string | null => {
  // Columns named by keys (column-keys.ts) aren't tokens.
  if (written.length > maxTypedLength || columnsWithoutLetters(written).length > 0) return null;
  const mended = signsMended(written);
  if (mended === written || !isAccepted(mended)) return null;
  const tokens = lexFormula(mended);
  const corrected = joinsReferences(parseTree(tokens)) ? null : correctTextFormats(tokens);
  return corrected !== null && isAccepted(corrected) ? corrected : null;
};
