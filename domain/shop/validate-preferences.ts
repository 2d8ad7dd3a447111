import { z } from "zod";
import type { Refusal } from "../core/decider.ts";
import { refuseFields } from "../core/field-problem.ts";
import { preferenceNames } from "./preference-words.ts";
import type { Preferences } from "./preferences.ts";

const oneOf = (...values: number[]) =>
  z.number().refine((value) => values.includes(value), "doesn't have this choice. Choose one that the page offers");

/** Endings of files that a browser shows as pages, or an office or desk runs: what customers typed would run with them. */
const active =
  /^(?:x?html?|xht|shtml?|mhtml?|svgz?|xml|xsl|xslt|js|mjs|jse|vbs?|vbe|ws[fh]?|hta|exe|com|bat|cmd|ps1|scr|pif|msi|cpl|jar|lnk|url|reg|slk|iqy|dde|sh|app|command|php|asp|aspx|jsp)$/i;

/** What a preference may be (S-2.3 and S-2.5). An empty separator was turned into a comma before it comes here. */
export const PreferencesSchema: z.ZodType<Preferences> = z.strictObject({
  SatinizeLetters: z.boolean(),
  ReplaceDashesSlashes: z.boolean(),
  // A quote or a line break as the separator would make files that no program can read back.
  CsvSeparator: z.string().regex(/^[^"\r\n\p{Cs}]$/u, "must be one character, not a quote or a line break"),
  CsvFileExtension: z
    .string()
    .regex(/^[A-Za-z0-9]{1,10}$/, "must be 1 to 10 letters or digits, without the dot")
    .refine((ending) => !active.test(ending), "must be one of a file of data, for example csv or txt"),
  ShowCsvHeaders: z.boolean(),
  CsvIncludeNewlines: z.boolean(),
  CsvUseCommaForDecimals: z.boolean(),
  CsvEncoding: oneOf(0, 1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258),
  CsvBom: z.boolean(),
  UserDateFormat: oneOf(0, 1, 2),
  AlternateRowsStyle: oneOf(0, 1, 2),
  AllowExperimental: z.boolean(),
});

/**
 * Undefined when those that are meant may be so, else a refusal that names every bad one. Only these are judged: an old value that today's
 * rules would refuse never blocks an edit beside it.
 */
export const refuseBadPreferences = (
  preferences: Preferences,
  meant: readonly (keyof Preferences)[],
): Refusal | undefined => {
  const problems = (PreferencesSchema.safeParse(preferences).error?.issues ?? []).map(({ path, message }) => {
    const field = path.join(".");
    const name = preferenceNames[field as keyof Preferences] ?? field;
    return { field, message: `${name} ${message}.` };
  });
  return refuseFields(problems.filter(({ field }) => meant.some((one) => one === field)));
};
