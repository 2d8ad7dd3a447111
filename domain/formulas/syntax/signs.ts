import { quoteText } from "../../text/quote-text.ts";

/** Excel doesn't accept texts in these quotation marks. */
export const textInOtherMarks = '[“”„‟«»＂][^“”„‟«»＂"]*[“”„‟«»＂]';

/** Signs that people type or paste, with Excel's equivalents. */
const excelSigns: Readonly<Record<string, string>> = {
  "–": "-",
  "—": "-",
  "‐": "-",
  "‑": "-",
  "−": "-",
  "×": "*",
  "·": "*",
  "÷": "/",
  "≥": ">=",
  "≤": "<=",
  "≠": "<>",
  "²": "^2",
  "³": "^3",
  "=>": ">=",
  "=<": "<=",
  "!=": "<>",
  "><": "<>",
  "==": "=",
  "**": "^",
};
/** Names for signs that look like Excel's. */
const names: Readonly<Record<string, string>> = {
  "–": "the dash ",
  "—": "the dash ",
  "‐": "the hyphen ",
  "‑": "the hyphen ",
  "−": "the minus sign ",
};

/** Excel has functions for these signs of programming languages. */
const signFunctions: Readonly<Record<string, string>> = { "&&": "AND", "||": "OR" };

const fullWidthOffset = 0xfee0;

/**
 * Skips texts in plain quotation marks and worksheet names. Matches other texts, full-width signs, the signs above,
 * currency signs, invisible characters and open quotation marks. `#REF!=A1` contains no `!=`.
 */
const unusualSign = new RegExp(
  `"(?:[^"]|"")*"?|'(?:[^']|'')*'(?=!)|(?<text>${textInOtherMarks}|'(?:[^']|'')*')|(?<wide>[！-～])|(?<sign>[–—‐‑−×·÷≥≤≠²³]|=>|=<|(?<!#[A-Z/0]+)!=|><|==|\\*\\*|&&|\\|\\|)|(?<currency>(?!\\$)\\p{Sc})|(?<hidden>(?!\\ufeff)\\p{Cf})|(?<mark>[“”„‟«»‘’‚])`,
  "giu",
);

type Found = { text?: string; wide?: string; sign?: string; currency?: string; hidden?: string; mark?: string };

const replacementFor = ({ text, wide, sign, currency, hidden }: Found): string | undefined => {
  if (text !== undefined) {
    const within = text.slice(1, -1);
    return `"${text.startsWith("'") ? within.replaceAll("''", "'").replaceAll('"', '""') : within}"`;
  }
  if (wide !== undefined) return String.fromCharCode(wide.charCodeAt(0) - fullWidthOffset);
  if (sign !== undefined) return excelSigns[sign];
  return currency === undefined && hidden === undefined ? undefined : "";
};

const describeSign = (found: Found): string | undefined => {
  const { text, mark, hidden, currency } = found;
  const written = found.sign ?? found.wide;
  if (text !== undefined || mark !== undefined) return 'Put text in straight quotation marks, as in "yes".';
  if (hidden !== undefined)
    return `This formula has an invisible character, U+${hidden.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}. Delete it.`;
  if (currency !== undefined) return `Leave out ${quoteText(currency)}. A number format can show it.`;
  if (written === undefined) return undefined;
  const name = signFunctions[written];
  if (name !== undefined)
    return `Excel cannot read ${quoteText(written)} in a formula. Use the function ${name} instead.`;
  return `Excel cannot read ${names[written] ?? ""}${quoteText(written)} in a formula. Type ${quoteText(replacementFor(found) ?? "")} instead.`;
};

/** Replaces signs that Excel's formulas lack: `A1×B1` becomes `A1*B1`, and `“yes”` becomes `"yes"`. */
export const withPlainSigns = (formula: string): string =>
  formula.replaceAll(unusualSign, (whole, ...rest) => replacementFor(rest.at(-1) as Found) ?? whole);

/** Names the first sign that Excel lacks, and its replacement (S-2.5). */
export const signProblem = (formula: string): string | undefined => {
  for (const { groups } of formula.matchAll(unusualSign)) {
    const problem = describeSign(groups as Found);
    if (problem !== undefined) return problem;
  }
  return undefined;
};
