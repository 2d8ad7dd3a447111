import { format, formatColor, type Token, tokenize } from "numfmt";
import { isExactInExcel } from "../text/significant-digits.ts";

/** What Excel takes of a number format. */
const longestFormatCode = 255;

/** Letters that Excel reads as parts of a date; beside digits they are words without quotation marks. */
const eras = /^[abg]/i;
const digits: ReadonlySet<string> = new Set(["ZERO", "HASH", "QMARK"]);

const isBareWord = ({ type, value }: Token, withDigits: boolean): boolean =>
  (type === "CHAR" && /[a-z]/i.test(value)) || (type === "DATETIME" && withDigits && eras.test(value));

/** Excel's numbered colors. */
const mostColors = 56;

const isUnknownColor = ({ type, value }: Token): boolean => {
  const [number] = (type === "COLOR" && /\d+$/.exec(value)) || [];
  return number !== undefined && (Number(number) < 1 || Number(number) > mostColors);
};

/** Signs that open something which Excel can't read. */
const unreadSigns: Readonly<Record<string, string>> = {
  '"': "A quotation mark is open. Close it.",
  "[": "Excel cannot read the square brackets of this format. They hold a color such as [Red], or a condition such as [>=100].",
};

/** Tokens that a section may have once. */
const onceInSection: readonly string[] = ["COLOR", "CONDITION", "EXP"];
/** Tokens that don't stand beside `@`. */
const besideNoText: ReadonlySet<string> = new Set([...digits, "DATETIME", "GENERAL"]);

/** Tells if the sections of a code follow the grammar of [MS-OI29500] 2.1.712: text has a section of its own, the last one. */
const hasGoodSections = (tokens: readonly Token[]): boolean => {
  const sections: string[][] = [[]];
  for (const { type } of tokens) {
    if (type === "BREAK") sections.push([]);
    else sections.at(-1)?.push(type);
  }
  return sections.every((types, at) => {
    const isText = types.includes("TEXT");
    if (isText && (at < sections.length - 1 || types.some((type) => besideNoText.has(type)))) return false;
    return onceInSection.every((type) => types.indexOf(type) === types.lastIndexOf(type));
  });
};

const works = (code: string): boolean => {
  try {
    for (const sample of [1234.567, -1234.567, 0]) format(code, sample);
    return true;
  } catch {
    return false;
  }
};

/**
 * What is wrong with an Excel number format (S-2.5), such as `#,##0.00`; undefined of a good one. It takes no more than Excel does, which
 * 'repairs' a file for a code that it cannot read.
 */
export const formatCodeProblem = (code: string): string | undefined => {
  if (code.length > longestFormatCode) return `The maximum length allowed is ${longestFormatCode}`;
  const tokens = tokenize(code);
  const withDigits = tokens.some(({ type }) => digits.has(type));
  const unread = tokens.find(({ type, raw }) => type === "ERROR" && raw in unreadSigns);
  if (unread) return unreadSigns[unread.raw];
  if (tokens.some((token) => isBareWord(token, withDigits)))
    return 'Excel reads letters as parts of a date. Put words between quotation marks, as in 0 "pieces".';
  if (tokens.some(isUnknownColor))
    return `Excel's numbered colors are [Color1] to [Color${mostColors}]. Choose one of these.`;
  return hasGoodSections(tokens) && works(code)
    ? undefined
    : "Excel cannot read this format. Write it as in #,##0.00 or 0.0%.";
};

export type FormattedNumber = { text: string; red: boolean };

/** As Excel shows it: of the negative moments that a date format cannot show, and of those after the year 9999, it makes hashes. */
const asExcel = { dateErrorNumber: false, dateSpanLarge: false, bigintErrorNumber: false } as const;

/** `[$€-407]` names a currency and a language. Excel uses its language for dates alone, so it doesn't change separators. */
const languageOfNumbers = /\[\$([^\]-]*)-[\dA-F]{1,4}\]/i;

const withoutLanguage = (code: string): string =>
  languageOfNumbers.test(code) && !tokenize(code).some(({ type }) => type === "DATETIME")
    ? code.replaceAll(new RegExp(languageOfNumbers, "gi"), (_, currency: string) =>
        currency === "" ? "" : `[$${currency}]`,
      )
    : code;

/**
 * A number as Excel shows it under a format code, with the separators and the names of months of a language (BCP 47; of an unknown one the
 * English ones). Excel keeps {@link isExactInExcel|15 digits}: a decimal of more is shown digit for digit, as files hold it, and so is
 * every one under a code that cannot be read.
 */
export const formattedByCode = (decimal: string, code: string, locale: string): FormattedNumber => {
  const plain = { text: decimal, red: false };
  if (!isExactInExcel(decimal)) return plain;
  const number = Number(decimal);
  try {
    return {
      text: format(withoutLanguage(code), number, { ...asExcel, locale }),
      red: formatColor(code, number) === "red",
    };
  } catch {
    return plain;
  }
};
