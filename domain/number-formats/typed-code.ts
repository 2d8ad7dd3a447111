import { type Token, tokenize } from "numfmt";
import { formatCodeProblem } from "./format-code.ts";

/** A doubt about a code that was typed. */
export type CodeDoubt = {
  /** A sentence. */
  reason: string;
  /** Possible meanings, the likeliest first, each with Excel's code for it. */
  meanings: readonly { name: string; code: string }[];
};

/** A part of a code between semicolons. */
type Section = {
  code: string;
  /** Its last number: digit placeholders and their separators, with plain blanks. Empty if it has none. */
  number: string;
  /** Where the number begins in the code. */
  at: number;
};

const signs: ReadonlySet<string> = new Set(["ZERO", "HASH", "QMARK", "POINT", "GROUP", "SCALE", "COMMA", "SPACE"]);
/** A comma right behind one of these is part of the text. */
const texts: ReadonlySet<string> = new Set(["STRING", "ESCAPED"]);

/** A blank separates thousands if three digit placeholders follow. */
const numbers = /(?:(?<!t),(?=[0#?]))?[0#?](?:[0#?.,]| [0#?]{3}(?![0#?]))*/g;

/** Keeps parts of a number. Text becomes `t` and everything else `x`, at the same length. */
const onlySigns = ({ type, raw }: Token): string => {
  if (/^[\u00a0\u202f]$/.test(raw)) return " ";
  return signs.has(type) ? raw : (texts.has(type) ? "t" : "x").repeat(raw.length);
};

const sectionOf = (tokens: readonly Token[]): Section => {
  const code = tokens.map(({ raw }) => raw).join("");
  const exponent = tokens.findIndex(({ type }) => type === "EXP");
  const mantissa = exponent === -1 ? tokens : tokens.slice(0, exponent);
  const last = [...mantissa.map(onlySigns).join("").matchAll(numbers)].at(-1);
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

/** Numbers with a decimal comma, and those that have points where Excel can have none: `0,00`, `#.##0,000`, `#.##0,-`, `#.###.##0`. */
const european = [
  /,(?:[0#?]{1,2}|[0#?]{4,})\.*$/,
  /\.[0#?]{3},[0#?]+\.*$/,
  /^[0#?]{1,3}\.#[#0]0,$/,
  /^[0#?]{1,3}(?:\.[0#?]{3}){2,},?$/,
  /^[0#?]{1,3}(?:\.[0#?]{3})+\.[0#?]{1,2}$/,
];
/** The last point begins decimals: `#.##0.00`. */
const endsInPoint = /\.[0#?]{3}\.[0#?]{1,2}$/;
/** Numbers that are probably European if the code has one that surely is. */
const maybeEuropean = /^[0#?]{1,3}(?:[. ][0#?]{3})*(?:,[0#?]*)?$/;
const thousandsOfExcel = /,#[#0]0$/;
/** Thousands in Europe, three decimals for Excel, though nobody writes decimals with a `#` before a `0`. */
const pointBeforeThree = /^[0#?]{1,3}\.#[#0]0$/;

const isEuropean = ({ number }: Section): boolean => european.some((one) => one.test(number));
const isMaybeEuropean = (section: Section): boolean =>
  isEuropean(section) || (maybeEuropean.test(section.number) && !thousandsOfExcel.test(section.number));
const hasPointBeforeThree = ({ number }: Section): boolean => pointBeforeThree.test(number);

/** A European number with Excel's separators. Only its last comma begins decimals: `#,##0,00` is European too. */
const withPoint = (number: string): string => {
  const beforeDecimals = number.search(/,(?=[0#?])(?!.*,[0#?])/);
  const last = number.lastIndexOf(endsInPoint.test(number) ? "." : ",");
  const decimal = beforeDecimals === -1 ? last : beforeDecimals;
  return number.replaceAll(/[., ]/g, (_, at: number) => (at === decimal ? "." : ","));
};

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

const doubtOf = (sections: readonly Section[]): CodeDoubt | undefined => {
  const isSure = sections.some(isEuropean);
  if (!isSure && !sections.some(hasPointBeforeThree)) return undefined;
  const translated = rewritten(sections, isMaybeEuropean, withPoint);
  if (isSure)
    return {
      reason: "Excel's codes have a point before decimals and a comma between thousands.",
      meanings: [{ name: "As Excel writes it", code: translated }],
    };
  return {
    reason: "The point can mean thousands or three decimals.",
    meanings: [
      { name: "Thousands", code: translated },
      { name: "Three decimals", code: rewritten(sections, hasPointBeforeThree, withThreeDecimals) },
    ],
  };
};

/** An amount that was typed instead of its code, such as `1.234,56`. Fractions (`?/8`) and telephone numbers have no separator between digits. */
const typedAmount = /(?<![\d.,#?/])(?=[\d.,]*[1-9])(\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.,](\d{1,2}|\d{4,}))?(?![\d.,#?/])/;

const doubtOfAmount = (code: string, sections: readonly Section[]): CodeDoubt | undefined => {
  const [amount, whole = "", decimals = ""] = sections.length === 1 ? (typedAmount.exec(code) ?? []) : [];
  if (amount === undefined || !/[.,]/.test(amount) || /["\\[\]]/.test(code)) return undefined;
  const meant = (/[.,]/.test(whole) ? "#,##0" : "0") + (decimals === "" ? "" : `.${"0".repeat(decimals.length)}`);
  return {
    reason: "Excel's codes have # and 0 for digits.",
    meanings: [{ name: "As Excel writes it", code: code.replace(amount, meant) }],
  };
};

/**
 * Finds what is doubtful about a number format that was typed. undefined if nothing is, or if Excel can't read the code or one of
 * its meanings. Excel's files have codes with a point before decimals and a comma between thousands, whatever the language of its user. A
 * code that is typed the European way, such as `0,00 €`, shows other amounts there without a warning.
 */
export const doubtOfCode = (code: string): CodeDoubt | undefined => {
  const sections = sectionsOf(code);
  const doubt = doubtOf(sections) ?? doubtOfAmount(code, sections);
  const codes = doubt === undefined ? [] : [code, ...doubt.meanings.map((meaning) => meaning.code)];
  return codes.every((one) => formatCodeProblem(one) === undefined) ? doubt : undefined;
};

/** Explains why a doubtful code is refused, and which code to write. */
export const doubtProblem = ({ reason, meanings }: CodeDoubt): string => {
  const codes = meanings.map(({ name, code }) =>
    meanings.length === 1 ? `“${code}”` : `“${code}” for ${name.toLowerCase()}`,
  );
  return `${reason} Write ${codes.join(", or ")}.`;
};
