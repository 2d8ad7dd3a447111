import { z } from "zod";
import type { Preferences } from "../../shop/preferences.ts";

/**
 * Settings for all reports, named as in S-2.3.11 with the spelling `CsvSeperator`. Checks only the shape;
 * `domain/shop/validate-preferences.ts` validates values.
 */
const UserPreferencesData = z.strictObject({
  UserDateFormat: z.number().describe("0 YYYY/MM/DD, 1 DD/MM/YYYY, 2 MM/DD/YYYY"),
  AllowExperimental: z.boolean(),
  ReportDisplayOptions: z.strictObject({
    AlternateRowsStyle: z.number().describe("0 none, 1 every other line, 2 every other order"),
  }),
  SatinizeLetters: z.boolean(),
  ReplaceDashesSlashes: z.boolean(),
  CsvSeperator: z.string().max(10).describe("The character itself; empty stands for the comma"),
  CsvFileExtension: z.string().max(100).describe("Without the dot"),
  ShowCsvHeaders: z.boolean(),
  CsvIncludeNewlines: z.boolean(),
  CsvUseCommaForDecimals: z.boolean(),
  CsvEncoding: z.number().describe("0 UTF-8, else a Windows code page (1250 to 1258)"),
  CsvBom: z.boolean(),
});
export type UserPreferences = z.infer<typeof UserPreferencesData>;

const AllPreferencesData = UserPreferencesData.extend({
  AutomSendToMail: z
    .string()
    .max(1_000)
    .describe("Where alerts about automated reports go; empty: to the shop's own address"),
});

/** Body of `configuration/update`: absent fields stay unchanged. */
export const UpdateConfigurationPayload = AllPreferencesData.partial();
export type UpdateConfigurationPayload = z.infer<typeof UpdateConfigurationPayload>;

/** Response of `configuration/get` and `configuration/update`. */
export const ConfigurationData = z.strictObject({
  UserPreferences: AllPreferencesData,
  AcceptsMarketing: z.boolean().describe("Changed by configuration/accepts-marketing"),
  AdminUrl: z.string().optional().describe("The store's admin, without a slash at the end"),
});
export type Configuration = z.infer<typeof ConfigurationData>;

export const preferencesOnWire = ({ AlternateRowsStyle, CsvSeparator, ...others }: Preferences): UserPreferences => ({
  ...others,
  CsvSeperator: CsvSeparator,
  ReportDisplayOptions: { AlternateRowsStyle },
});

/** `alertAddress`: plaintext. */
export const configurationOnWire = ({
  preferences,
  acceptsMarketing,
  alertAddress,
  adminUrl,
}: {
  preferences: Preferences;
  acceptsMarketing: boolean;
  alertAddress: string;
  adminUrl?: string;
}): Configuration => ({
  UserPreferences: { ...preferencesOnWire(preferences), AutomSendToMail: alertAddress },
  AcceptsMarketing: acceptsMarketing,
  ...(adminUrl !== undefined && { AdminUrl: adminUrl }),
});

/** Applies the sent changes to the version that the sender saw. */
export const preferencesFromWire = (sent: UpdateConfigurationPayload, base: Preferences): Preferences => {
  const { ReportDisplayOptions, CsvSeperator, AutomSendToMail: _, ...others } = sent;
  return {
    ...base,
    ...(Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined)) as Partial<Preferences>),
    ...(ReportDisplayOptions === undefined ? {} : ReportDisplayOptions),
    ...(CsvSeperator === undefined ? {} : { CsvSeparator: CsvSeperator === "" ? "," : CsvSeperator }),
  };
};
