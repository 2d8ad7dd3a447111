import { z } from "zod";
import type { Refusal } from "../core/decider.ts";
import { type FieldProblem, refuseFields } from "../core/field-problem.ts";
import { isReservedExtension } from "../file-formats.ts";
import { codePage, codePages, getCodePageName, replacement } from "../text/code-page.ts";
import { quoteText } from "../text/quote-text.ts";
import { preferenceNames } from "./preference-labels.ts";
import type { Preferences } from "./preferences.ts";

const oneOf = (...values: number[]) =>
  z.number().refine((value) => values.includes(value), "doesn't have this option. Choose one that the page offers");

/** Browsers render or programs run these. Customers' text in the file would become active. */
const activeContentExtensions =
  /^(?:x?html?|xht|shtml?|mhtml?|svgz?|xml|xsl|xslt|js|mjs|jse|vbs?|vbe|ws[fh]?|hta|exe|com|bat|cmd|ps1|scr|pif|msi|cpl|jar|lnk|url|reg|slk|iqy|dde|sh|app|command|php|asp|aspx|jsp)$/i;

const oneCharacter = /^.$/su;
const isQuote = /["'\u2018-\u201f]/u;
const isLetterOrDigit = /[\p{L}\p{N}]/u;
/** Excludes line ends, combining marks and invisible characters. */
const isSign = /^[\t \p{P}\p{S}]$/u;

/** Inside cells, the separator would make further columns, or every cell would need quotes. */
const Separator = z
  .string()
  .refine((sign) => oneCharacter.test(sign), { error: "must be one character", abort: true })
  .refine((sign) => !isQuote.test(sign), {
    error: "can't be a quotation mark, because quotation marks enclose cells",
    abort: true,
  })
  .refine((sign) => !isLetterOrDigit.test(sign), {
    error: "can't be a letter or a digit, because cells contain them",
    abort: true,
  })
  .refine((sign) => isSign.test(sign), "must be a sign, for example a semicolon, or a tab");

/** Values by S-2.3 and S-2.5. */
const PreferencesSchema: z.ZodType<Preferences> = z.strictObject({
  SatinizeLetters: z.boolean(),
  ReplaceDashesSlashes: z.boolean(),
  CsvSeparator: Separator,
  CsvFileExtension: z
    .string()
    .regex(/^[A-Za-z0-9]{1,10}$/, "must be 1 to 10 letters or digits, without the dot")
    .refine((ending) => !activeContentExtensions.test(ending), {
      error: "must belong to a data file, for example csv or txt",
      abort: true,
    })
    .refine(
      (ending) => !isReservedExtension(ending),
      "belongs to another file format. Choose another, for example csv or txt",
    ),
  ShowCsvHeaders: z.boolean(),
  CsvIncludeNewlines: z.boolean(),
  CsvUseCommaForDecimals: z.boolean(),
  CsvEncoding: oneOf(...codePages.map(({ value }) => value)),
  CsvBom: z.boolean(),
  UserDateFormat: oneOf(0, 1, 2),
  AlternateRowsStyle: oneOf(0, 1, 2),
  AllowExperimental: z.boolean(),
});

type Problem = FieldProblem<keyof Preferences>;

/** Preferences that exclude each other; reported at both fields. */
const findClashes = ({ CsvSeparator, CsvUseCommaForDecimals, CsvEncoding }: Preferences): Problem[] => {
  const problems: Problem[] = [];
  if (CsvUseCommaForDecimals && CsvSeparator === ",") {
    const message =
      "The comma can't separate columns and be the decimal sign too. Choose another separator, for example the semicolon.";
    problems.push({ field: "CsvSeparator", message }, { field: "CsvUseCommaForDecimals", message });
  }
  if (!CsvUseCommaForDecimals && CsvSeparator === ".") {
    const message =
      "The point can't separate columns and be the decimal sign too. Choose another separator, or the decimal comma.";
    problems.push({ field: "CsvSeparator", message }, { field: "CsvUseCommaForDecimals", message });
  }
  const isKnown = codePages.some(({ value }) => value === CsvEncoding);
  if (isKnown && !codePage(CsvEncoding).canEncode(CsvSeparator)) {
    const message =
      CsvSeparator === replacement
        ? `In ${getCodePageName(CsvEncoding)} a question mark replaces missing characters, so it can't separate columns. Choose another separator or encoding.`
        : `${getCodePageName(CsvEncoding)} doesn't have the separator ${quoteText(CsvSeparator)}. Choose another separator or encoding.`;
    problems.push({ field: "CsvSeparator", message }, { field: "CsvEncoding", message });
  }
  return problems;
};

/** Problems are sentences for the user. */
export const preferenceProblems = (preferences: Preferences): Problem[] => {
  const single = (PreferencesSchema.safeParse(preferences).error?.issues ?? []).map(({ path, message }): Problem => {
    const field = path.join(".") as keyof Preferences;
    return { field, message: `${preferenceNames[field] ?? field} ${message}.` };
  });
  // Last, so the page shows a field's own problem instead of a clash.
  return [...findClashes(preferences), ...single];
};

/** Checks only changed preferences: an old value that is now forbidden never blocks other edits. */
export const refuseBadPreferences = (
  preferences: Preferences,
  meant: readonly (keyof Preferences)[],
): Refusal | undefined =>
  refuseFields(preferenceProblems(preferences).filter(({ field }) => meant.some((one) => one === field)));
