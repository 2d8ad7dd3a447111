import type { Preferences } from "#domain/shop/preferences.ts";
import { describeChanges } from "./texts.ts";

export type Preset = { name: string; note: string; wants: Partial<Preferences> };

const excel = { CsvEncoding: 0, CsvBom: true, CsvFileExtension: "csv" } as const;

export const presets: readonly Preset[] = [
  {
    name: "Excel in Europe",
    note: "For Excel that writes 7,25 and 23/11/2026.",
    wants: { CsvSeparator: ";", CsvUseCommaForDecimals: true, ...excel, UserDateFormat: 1 },
  },
  {
    name: "Excel in the US",
    note: "For Excel that writes 7.25 and 11/23/2026.",
    wants: { CsvSeparator: ",", CsvUseCommaForDecimals: false, ...excel, UserDateFormat: 2 },
  },
];

/** The values that a preset sets, and their descriptions: `CSV separator: Comma → Semicolon`. */
export type PresetChange = { words: string[]; after: Partial<Preferences> };

export const toPresetChange = ({ wants }: Preset, now: Preferences): PresetChange => {
  const fields = (Object.keys(wants) as (keyof Preferences)[]).filter((field) => wants[field] !== now[field]);
  const only = (from: Partial<Preferences>) => Object.fromEntries(fields.map((field) => [field, from[field]]));
  return { words: describeChanges(only(now), only(wants)), after: only(wants) };
};
