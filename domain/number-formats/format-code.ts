import { format, formatColor, type Token, tokenize } from "numfmt";
import { isExactInExcel } from "../text/significant-digits.ts";

/** Excel's limit, in characters. */
const maxFormatCodeLength = 255;

/** Excel reads these letters as date parts; next to digits they are unquoted words. */
const eras = /^[abg]/i;
const digits: ReadonlySet<string> = new Set(["ZERO", "HASH", "QMARK"]);

const isBareWord = ({ type, value }: Token, withDigits: boolean): boolean =>
  (type === "CHAR" && /[a-z]/i.test(value)) || (type === "DATETIME" && withDigits && eras.test(value));

/** Excel numbers its colors from 1 to this. */
const maxColors = 56;

const isUnknownColor = ({ type, value }: Token): boolean => {
  const [number] = (type === "COLOR" && /\d+$/.exec(value)) || [];
  return number !== undefined && (Number(number) < 1 || Number(number) > maxColors);
};

/** Signs that open something that Excel can't read. */
const unreadableSigns: Readonly<Record<string, string>> = {
  '"': "A quotation mark isn't closed. Close it.",
  "[": "Excel cannot read the square brackets of this format. They hold a color such as [Red], or a condition such as [>=100].",
};

const onceInSection: readonly string[] = ["COLOR", "CONDITION", "EXP"];
/** Tokens not allowed next to `@`. */
const notBesideText: ReadonlySet<string> = new Set([...digits, "DATETIME", "GENERAL"]);

/** [MS-OI29500] 2.1.712: text has its own section, the last one. */
const hasGoodSections = (tokens: readonly Token[]): boolean => {
  const sections: string[][] = [[]];
  for (const { type } of tokens) {
    if (type === "BREAK") sections.push([]);
    else sections.at(-1)?.push(type);
  }
  return sections.every((types, at) => {
    const isText = types.includes("TEXT");
    if (isText && (at < sections.length - 1 || types.some((type) => notBesideText.has(type)))) return false;
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
 * The fault of a format such as `#,##0.00` (S-2.5); undefined if valid. As strict as Excel, which 'repairs' files with
 * unreadable codes.
 */
export const formatCodeProblem = (code: string): string | undefined => {
  if (code.length > maxFormatCodeLength) return `The maximum length allowed is ${maxFormatCodeLength}`;
  const tokens = tokenize(code);
  const withDigits = tokens.some(({ type }) => digits.has(type));
  const unread = tokens.find(({ type, raw }) => type === "ERROR" && raw in unreadableSigns);
  if (unread) return unreadableSigns[unread.raw];
  if (tokens.some((token) => isBareWord(token, withDigits)))
    return 'Excel reads letters as parts of a date. Put words between quotation marks, as in 0 "pieces".';
  if (tokens.some(isUnknownColor))
    return `Excel's numbered colors are [Color1] to [Color${maxColors}]. Choose one of these.`;
  return hasGoodSections(tokens) && works(code)
    ? undefined
    : "Excel cannot read this format. Write it as in #,##0.00 or 0.0%.";
};

export type FormattedNumber = { text: string; red: boolean };

/** Shows hashes for dates that are negative or after the year 9999, like Excel. */
const asExcel = { dateErrorNumber: false, dateSpanLarge: false, bigintErrorNumber: false } as const;

/** `[$€-407]` names a currency and a language. Excel uses the language only for dates, not for separators. */
const languageOfNumbers = /\[\$([^\]-]*)-[\dA-F]{1,4}\]/i;

const withoutLanguage = (code: string): string =>
  languageOfNumbers.test(code) && !tokenize(code).some(({ type }) => type === "DATETIME")
    ? code.replaceAll(new RegExp(languageOfNumbers, "gi"), (_, currency: string) =>
        currency === "" ? "" : `[$${currency}]`,
      )
    : code;

/**
 * Formats a number as Excel does, with the separators and month names of a language (BCP 47; English if unknown).
 * Decimals of more than {@link isExactInExcel|15 digits} appear digit for digit, as files hold them; so do numbers with
 * an unreadable code.
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
