import { describe, expect, it } from "vitest";
import { defaultPreferences, type Preferences } from "#domain/shop/preferences.ts";
import { preferenceProblems } from "#domain/shop/validate-preferences.ts";
import { amount, csvSample, word } from "./csv-sample.ts";
import { presets, toPresetChange } from "./presets.ts";

const sampleOf = (changes: Partial<Preferences>) =>
  csvSample({ ...defaultPreferences, ...changes }, { titles: ["Name"], rows: [[word("Zoë Ω")], [amount("-7.5")]] });

describe("a sample of a CSV file", () => {
  it("shows the file in its encoding, and as Excel reads it", () => {
    expect(sampleOf({})).toEqual({
      text: "\ufeffName\r\nZoë Ω\r\n-7.5\r\n",
      excel: "Name\r\nZoë Ω\r\n-7.5\r\n",
      replaced: 0,
    });
    expect(sampleOf({ CsvBom: false }).excel).toContain("ZoÃ«");
    expect(sampleOf({ CsvEncoding: 1252, ShowCsvHeaders: false, CsvUseCommaForDecimals: true })).toMatchObject({
      text: 'Zoë ?\r\n"-7,5"\r\n',
      replaced: 1,
    });
  });
});

it("a sample of a CSV file has the same replaced characters as a real file", () => {
  const sample = (changes: Partial<Preferences>): string => {
    const preferences = { ...defaultPreferences, CsvBom: false, CsvEncoding: 1252, ...changes };
    const { text, replaced } = csvSample(preferences, {
      titles: ["Zoë"],
      rows: [[word("Łuczak 5/2"), amount("-12.5")]],
    });
    return `${text.trim().replace("\r\n", "; ")} (${replaced})`;
  };
  expect(sample({})).toBe("Zoë; ?uczak 5/2,-12.5 (1)");
  expect(sample({ SatinizeLetters: true })).toBe("Zoë; Luczak 5/2,-12.5 (0)");
  expect(sample({ SatinizeLetters: true, ReplaceDashesSlashes: true })).toBe("Zoë; Luczak 5 2,-12.5 (0)");
});

describe("a preset", () => {
  it.each(presets)("$name has valid settings, describes each change, and changes nothing once it is set", (preset) => {
    const { after, words } = toPresetChange(preset, defaultPreferences);
    const set = { ...defaultPreferences, ...after };
    expect(preferenceProblems(set)).toEqual([]);
    expect(words.length).toBe(Object.keys(after).length);
    expect(toPresetChange(preset, set).words).toEqual([]);
  });

  it("can be applied after another", () => {
    const [europe, us] = presets;
    if (!europe || !us) throw new Error("There are two presets.");
    const inEurope = { ...defaultPreferences, ...toPresetChange(europe, defaultPreferences).after };
    expect(toPresetChange(us, inEurope).words).toContain("CSV separator: Semicolon → Comma");
  });
});
