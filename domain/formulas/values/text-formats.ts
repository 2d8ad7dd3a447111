import { ambiguityMessage, findCodeAmbiguity } from "../../number-formats/code-ambiguity.ts";
import { formatCodeProblem } from "../../number-formats/format-code.ts";
import { stripFunctionPrefix } from "../functions/strip-function-prefix.ts";
import type { Token } from "../syntax/tokens.ts";

const isSign = (token: Token | undefined, sign: string): boolean => token?.type === "operator" && token.value === sign;

/** Finds literal formats: `"0.00"` in `TEXT(A1,"0.00")`. */
const findFormatTokens = (tokens: readonly Token[]): number[] => {
  const solid = [...tokens.keys()].filter((at) => tokens[at]?.type !== "whitespace");
  const open: { isText: boolean; argument: number }[] = [];
  const places: number[] = [];
  for (const [index, at] of solid.entries()) {
    const token = tokens[at];
    const [before, after] = [solid[index - 1], solid[index + 1]].map((place) => tokens[place ?? -1]);
    const call = open.at(-1);
    if (isSign(token, "(") || isSign(token, "{"))
      open.push({ isText: before?.type === "func" && stripFunctionPrefix(before.value) === "TEXT", argument: 0 });
    else if (isSign(token, ")") || isSign(token, "}")) open.pop();
    else if (isSign(token, ",") && call) call.argument += 1;
    else if (
      token?.type === "string" &&
      call?.isText &&
      call.argument === 1 &&
      isSign(before, ",") &&
      isSign(after, ")")
    )
      places.push(at);
  }
  return places;
};

const textOf = ({ value }: Token): string => value.slice(1, -1).replaceAll('""', '"');
/** Doubles quotes, for a text within a formula. */
const doubled = (text: string): string => text.replaceAll('"', '""');

/**
 * Returns the fault of a literal format in TEXT. Only advice: Excel reads date letters and separators in the
 * user's language.
 */
export const textFormatAdvice = (tokens: readonly Token[]): string | undefined => {
  for (const token of findFormatTokens(tokens).flatMap((at) => tokens[at] ?? [])) {
    const code = textOf(token);
    const doubt = findCodeAmbiguity(code);
    const meanings = doubt?.meanings.map((meaning) => ({ ...meaning, code: doubled(meaning.code) }));
    const problem =
      doubt && meanings ? ambiguityMessage({ ...doubt, meanings }) : code === "" ? undefined : formatCodeProblem(code);
    if (problem !== undefined) return `Sheaf reads the format in TEXT in English. ${problem}`;
  }
  return undefined;
};

/** Puts the meant formats into TEXT calls. null if one is ambiguous. */
export const correctTextFormats = (tokens: readonly Token[]): string | null => {
  const values = tokens.map(({ value }) => value);
  for (const at of findFormatTokens(tokens)) {
    const token = tokens[at];
    const [only, ...others] = (token && findCodeAmbiguity(textOf(token))?.meanings) ?? [];
    if (others.length > 0) return null;
    if (only) values[at] = `"${doubled(only.code)}"`;
  }
  return values.join("");
};
