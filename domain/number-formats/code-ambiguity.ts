import { type Token, tokenize } from "numfmt";
import { singleMeaningName, translations } from "./english-code.ts";
import { formatCodeProblem } from "./format-code.ts";

export type CodeAmbiguity = {
  reason: string;
  /** Meanings, likeliest first, each with its Excel code. */
  meanings: readonly { name: string; code: string }[];
};

/** A part of a code between semicolons. */
type Section = {
  code: string;
  /** The last number: digit placeholders and their separators, with plain spaces. Empty if none. */
  number: string;
  at: number;
};

const signs: ReadonlySet<string> = new Set(["ZERO", "HASH", "QMARK", "POINT", "GROUP", "SCALE", "COMMA", "SPACE"]);
/** A comma directly after one of these is part of the text. */
const texts: ReadonlySet<string> = new Set(["STRING", "ESCAPED"]);

/** A space or an apostrophe separates thousands if three digit placeholders follow. */
const numbers = /(?:(?<!t),(?=[0#?]))?[0#?](?:[0#?.,]|[ '][0#?]{3}(?![0#?]))*/g;

/** Text becomes `t` and everything else but numbers `x`, at the same length. */
const keepNumberSigns = ({ type, raw }: Token): string => {
  if (/^[\u00a0\u202f]$/.test(raw)) return " ";
  if (/^['’]$/.test(raw)) return "'";
  return signs.has(type) ? raw : (texts.has(type) ? "t" : "x").repeat(raw.length);
};

const sectionOf = (tokens: readonly Token[]): Section => {
  const code = tokens.map(({ raw }) => raw).join("");
  const exponent = tokens.findIndex(({ type }) => type === "EXP");
  const mantissa = exponent === -1 ? tokens : tokens.slice(0, exponent);
  const last = [...mantissa.map(keepNumberSigns).join("").matchAll(numbers)].at(-1);
  return { code, number: last?.[0] ?? "", at: last?.index ?? 0 };
};

const sectionsOf = (code: string): Section[] => {
  const sections: Token[][] = [[]];
  for (const token of tokenize(code)) {
    if (token.type === "BREAK") sections.push([]);
    else sections.at(-1)?.push(token);
  }
  return sections.map(sectionOf);
};

/** A decimal comma, or points where Excel allows none: `0,00`, `#.##0,000`, `#.##0,-`, `#.###.##0`. */
const european = [
  /,(?:[0#?]{1,2}|[0#?]{4,})\.*$/,
  /\.[0#?]{3},[0#?]+\.*$/,
  /^[0#?]{1,3}\.#[#0]0,$/,
  /^[0#?]{1,3}(?:\.[0#?]{3}){2,},?$/,
  /^[0#?]{1,3}(?:\.[0#?]{3})+\.[0#?]{1,2}$/,
];
/** Thousands with a space or an apostrophe: `# ##0`, `0'000.00`. `0 000` may be an area code. */
const grouped = [/^#{1,3}(?:[ '][0#?]{3})+(?:\.[0#?]*)?,*$/, /^[0#?]{1,3}(?:[ '][0#?]{3})+\.[0#?]+,*$/];
/** The last point begins decimals: `#.##0.00`. */
const endsInPoint = /\.[0#?]{3}\.[0#?]{1,2}$/;
/** Probably European if another number of the code surely is. */
const maybeEuropean = /^[0#?]{1,3}(?:[. '][0#?]{3})*(?:,[0#?]*)?$/;
const thousandsOfExcel = /,#[#0]0$/;
/** Thousands in Europe, three decimals in Excel; nobody writes decimals with a `#` before a `0`. */
const pointBeforeThree = /^[0#?]{1,3}\.#[#0]0$/;

/** Thousands in Excel, one decimal in Europe. */
const commaBeforeOne = /^#+,#$/;

const isGrouped = ({ number }: Section): boolean => grouped.some((one) => one.test(number));
const isEuropean = ({ number }: Section): boolean =>
  european.some((one) => one.test(number)) && !commaBeforeOne.test(number);
const isMaybeEuropean = (section: Section): boolean =>
  isEuropean(section) || (maybeEuropean.test(section.number) && !thousandsOfExcel.test(section.number));
const hasPointBeforeThree = ({ number }: Section): boolean => pointBeforeThree.test(number);
const hasCommaBeforeOne = ({ number }: Section): boolean => commaBeforeOne.test(number);

/** Rewrites a European number. Only the last comma begins decimals: `#,##0,00` is European too. */
const withPoint = (number: string): string => {
  const beforeDecimals = number.search(/,(?=[0#?])(?!.*,[0#?])/);
  const last = number.lastIndexOf(endsInPoint.test(number) ? "." : ",");
  const decimal = beforeDecimals === -1 ? last : beforeDecimals;
  return number.replaceAll(/[., ']/g, (_, at: number) => (at === decimal ? "." : ","));
};

const withCommas = (number: string): string => number.replaceAll(/[ ']/g, ",");

const withThreeDecimals = (number: string): string => number.replace(/.\....$/, "0.000");

const rewritten = (
  sections: readonly Section[],
  isMeant: (section: Section) => boolean,
  rewrite: (number: string) => string,
): string =>
  sections
    .map((section) => {
      const { code, number, at } = section;
      return isMeant(section) ? code.slice(0, at) + rewrite(number) + code.slice(at + number.length) : code;
    })
    .join(";");

const findCommaAmbiguity = (sections: readonly Section[]): CodeAmbiguity | undefined =>
  sections.some(isEuropean)
    ? {
        reason: "Excel's codes use a point for decimals and a comma for thousands.",
        meanings: [{ name: singleMeaningName, code: rewritten(sections, isMaybeEuropean, withPoint) }],
      }
    : undefined;

const findGroupAmbiguity = (sections: readonly Section[]): CodeAmbiguity | undefined =>
  sections.some(isGrouped)
    ? {
        reason: "Excel's codes use a comma for thousands.",
        meanings: [{ name: singleMeaningName, code: rewritten(sections, isGrouped, withCommas) }],
      }
    : undefined;

const findPointAmbiguity = (sections: readonly Section[]): CodeAmbiguity | undefined =>
  sections.some(hasPointBeforeThree)
    ? {
        reason: "The point can mean thousands or three decimals.",
        meanings: [
          { name: "Thousands", code: rewritten(sections, isMaybeEuropean, withPoint) },
          { name: "Three decimals", code: rewritten(sections, hasPointBeforeThree, withThreeDecimals) },
        ],
      }
    : undefined;

const findCommaBeforeOneAmbiguity = (sections: readonly Section[]): CodeAmbiguity | undefined =>
  sections.some(hasCommaBeforeOne)
    ? {
        reason: "The comma can mean thousands or one decimal.",
        meanings: [
          { name: "Thousands", code: rewritten(sections, hasCommaBeforeOne, (number) => `${number}##`) },
          { name: "One decimal", code: rewritten(sections, isMaybeEuropean, withPoint) },
        ],
      }
    : undefined;

/**
 * Typed instead of a code, such as `1.234,56`. Fractions (`?/8`) and phone numbers have no separator between digits.
 */
const typedAmount =
  /(?<![\d.,#?/])(?=[\d.,]*[1-9])(\d{1,3}(?:[., '’\u00a0\u202f]\d{3})+|\d+)(?:[.,](\d{1,2}|\d{4,}))?(?![\d.,#?/]|[ -]\d)/;

const findAmountAmbiguity = (code: string): CodeAmbiguity | undefined => {
  const [amount, whole = "", decimals = ""] = code.includes(";") ? [] : (typedAmount.exec(code) ?? []);
  if (amount === undefined || !/\D/.test(amount) || /["\\[\]]/.test(code)) return undefined;
  const meant = (/\D/.test(whole) ? "#,##0" : "0") + (decimals === "" ? "" : `.${"0".repeat(decimals.length)}`);
  return {
    reason: "Excel's codes use # and 0 for digits.",
    meanings: [{ name: singleMeaningName, code: code.replace(amount, meant) }],
  };
};

const numberAmbiguityFinders = [
  findCommaAmbiguity,
  findGroupAmbiguity,
  findPointAmbiguity,
  findCommaBeforeOneAmbiguity,
];

/** Applied in sequence: in `#.##0,00 kr` the word is quoted first, then the number is read. */
const ambiguityFinders = [
  findAmountAmbiguity,
  ...translations,
  ...numberAmbiguityFinders.map((doubtOf) => (code: string) => doubtOf(sectionsOf(code))),
];

/**
 * Finds what a typed number format may mean; undefined if Excel can't read one of the meanings. Excel's files
 * have English codes, so a code typed the European way, such as `0,00 €`, would silently show other amounts.
 */
export const findCodeAmbiguity = (code: string): CodeAmbiguity | undefined => {
  let doubt: CodeAmbiguity = { reason: "", meanings: [{ name: singleMeaningName, code }] };
  for (const step of ambiguityFinders) {
    const [only, ...others] = doubt.meanings;
    if (only === undefined || others.length > 0) break;
    const next = step(only.code);
    if (next) doubt = { reason: `${doubt.reason} ${next.reason}`.trimStart(), meanings: next.meanings };
  }
  const isReadable = doubt.meanings.every((meaning) => formatCodeProblem(meaning.code) === undefined);
  return doubt.reason !== "" && isReadable ? doubt : undefined;
};

/** Says which code to write instead. */
export const ambiguityMessage = ({ reason, meanings }: CodeAmbiguity): string => {
  const codes = meanings.map(({ name, code }) =>
    meanings.length === 1 ? `“${code}”` : `“${code}” for ${name.toLowerCase()}`,
  );
  return `${reason} Write ${codes.join(", or ")}.`;
};
