import { formatCodeProblem, formattedByCode } from "../../number-formats/format-code.ts";
import { largeLetters, smallLetters } from "../../text/letter-case.ts";
import { createSeeker } from "../../text/seek.ts";
import { maxFunctionArguments } from "../syntax/function-table.ts";
import { parseNumberText, toNumber, toText } from "../values/coerce.ts";
import { fromInteger } from "../values/numbers.ts";
import { isError, isNumber, maxCellTextLength, toErrorValue, toTextValue, type Value } from "../values/value.ts";
import { maxPatternLength, parsePattern } from "../values/wildcard.ts";
import { type Argument, type FormulaFunction, textArgument, textFunction } from "./function.ts";

const wrong = toErrorValue("#VALUE!");

/** Joins texts. Fails if the text doesn't fit into a cell. */
const joinTexts = (given: readonly Argument[]): Value => {
  let text = "";
  for (const value of given.flatMap((argument) => argument.cells().flat())) {
    const next = toText(value);
    if (isError(next)) return next;
    if (text.length + next.length > maxCellTextLength) return wrong;
    text += next;
  }
  return text;
};

const joinedBy = ([between, passing, ...given]: readonly Argument[]): Value => {
  const delimiter = textArgument(between);
  if (isError(delimiter)) return delimiter;
  const passes = toNumber(passing?.value() ?? null);
  if (isError(passes)) return passes;
  const texts: string[] = [];
  let length = 0;
  for (const value of given.flatMap((argument) => argument.cells().flat())) {
    const next = toText(value);
    if (isError(next)) return next;
    if (next === "" && passes.decimal !== "0") continue;
    length += next.length + (texts.length > 0 ? delimiter.length : 0);
    if (length > maxCellTextLength) return wrong;
    texts.push(next);
  }
  return texts.join(delimiter);
};

const occurrences = (text: string, old: string): number[] => {
  const found: number[] = [];
  const seek = createSeeker(old);
  for (let at = seek(text, 0); at !== -1; at = seek(text, at + old.length)) found.push(at);
  return found;
};

const substitute = (text: string, old: string, by: string, which: number | undefined): Value => {
  if (which !== undefined && which < 1) return wrong;
  const all = old === "" ? [] : occurrences(text, old);
  const chosen = which === undefined ? all : all.slice(which - 1, which);
  if (text.length + chosen.length * (by.length - old.length) > maxCellTextLength) return wrong;
  let result = "";
  let done = 0;
  for (const at of chosen) {
    result += text.slice(done, at) + by;
    done = at + old.length;
  }
  return result + text.slice(done);
};

const find = (wanted: string, text: string, from: number, locate: (from: number) => number): Value => {
  if (from < 1 || from > text.length + 1 || (wanted === "" && from > text.length + 1)) return wrong;
  const at = locate(from - 1);
  return at === -1 ? wrong : fromInteger(at + 1);
};

/** A word has letters and combining marks only. */
const proper = (text: string): string =>
  text.replaceAll(/\p{L}[\p{L}\p{M}]*/gu, (word) => {
    const [first = ""] = word;
    return largeLetters(first) + smallLetters(word.slice(first.length));
  });

const slow = (character: number, known: FormulaFunction): FormulaFunction => ({ ...known, steps: { character } });

const numberText: FormulaFunction = {
  steps: { call: 4_000 },
  call([argument, format], { locale }) {
    const value = argument?.value() ?? null;
    const code = textArgument(format);
    if (isError(value)) return value;
    if (isError(code)) return code;
    const number = typeof value === "string" ? parseNumberText(value) : toNumber(value);
    if (number === undefined || isError(number)) return typeof value === "string" ? value : wrong;
    if (code === "") return "";
    return formatCodeProblem(code) === undefined
      ? toTextValue(formattedByCode(number.decimal, code, locale).text)
      : wrong;
  },
};

export const textFunctions: Readonly<Record<string, FormulaFunction>> = {
  CONCATENATE: { call: joinTexts },
  CONCAT: { ranges: "all", call: joinTexts },
  TEXTJOIN: { ranges: Array.from({ length: maxFunctionArguments }, (_, at) => at + 2), call: joinedBy },
  LEFT: textFunction(["text", "whole"], ([text, count]) => (count < 0 ? wrong : text.slice(0, count)), ["", 1]),
  RIGHT: textFunction(
    ["text", "whole"],
    ([text, count]) => (count < 0 ? wrong : text.slice(Math.max(0, text.length - count))),
    ["", 1],
  ),
  MID: textFunction(["text", "whole", "whole"], ([text, from, count]) =>
    from < 1 || count < 0 ? wrong : text.slice(from - 1, from - 1 + count),
  ),
  LEN: textFunction(["text"], ([text]) => fromInteger(text.length)),
  TRIM: slow(
    2,
    textFunction(["text"], ([text]) => text.replaceAll(/ +/g, " ").replace(/^ | $/g, "")),
  ),
  UPPER: slow(
    4,
    textFunction(["text"], ([text]) => largeLetters(text)),
  ),
  LOWER: slow(
    2,
    textFunction(["text"], ([text]) => smallLetters(text)),
  ),
  PROPER: slow(
    5,
    textFunction(["text"], ([text]) => proper(text)),
  ),
  SUBSTITUTE: slow(
    4,
    textFunction(["text", "text", "text", "whole"], ([text, old, by, which], given) =>
      substitute(text, old, by, given > 3 ? which : undefined),
    ),
  ),
  REPLACE: textFunction(["text", "whole", "whole", "text"], ([text, from, count, by]) =>
    from < 1 || count < 0 ? wrong : toTextValue(text.slice(0, from - 1) + by + text.slice(from - 1 + count)),
  ),
  FIND: textFunction(
    ["text", "text", "whole"],
    ([pattern, text, from]) => find(pattern, text, from, (at) => createSeeker(pattern)(text, at)),
    ["", "", 1],
  ),
  SEARCH: textFunction(
    ["text", "text", "whole"],
    ([pattern, text, from], _given, { spend }) =>
      pattern.length > maxPatternLength
        ? wrong
        : find(pattern, text, from, (at) => parsePattern(pattern).search(text, at, spend)),
    ["", "", 1],
  ),
  EXACT: textFunction(["text", "text"], ([one, other]) => one === other),
  REPT: textFunction(["text", "whole"], ([text, times]) =>
    times < 0 || text.length * times > maxCellTextLength ? wrong : text.repeat(times),
  ),
  TEXT: numberText,
  VALUE: { call: ([argument]) => toNumber(argument?.value() ?? null) },
  T: {
    call([argument]) {
      const value = argument?.value() ?? null;
      return typeof value === "string" || isError(value) ? value : "";
    },
  },
  N: {
    call([argument]) {
      const value = argument?.value() ?? null;
      if (isNumber(value) || isError(value)) return value;
      return fromInteger(value === true ? 1 : 0);
    },
  },
};
