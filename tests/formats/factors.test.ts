import { describe, expect, it } from "vitest";
import { FileType, Grouping, NumberFormatType, Sorting, WorksheetSplitter } from "#domain/enumerations.ts";
import { csvSeparators, dateFormats, rowStyles } from "#domain/shop/preference-labels.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { preferenceProblems } from "#domain/shop/validate-preferences.ts";
import { codePages } from "#domain/text/code-page.ts";
import { designNames, designOf } from "./designs.ts";
import { factors, type ReportCase, reportCases } from "./factors.ts";

const cases = reportCases();
const names = Object.keys(factors) as (keyof ReportCase)[];

const preferencesOf = ({ format, grouping, splitter, design, filter, ...preferences }: ReportCase) => preferences;
const valuesOf = (name: keyof ReportCase): readonly unknown[] => factors[name].values;
const showsIn = (name: keyof ReportCase, format: FileType): boolean =>
  factors[name].shownBeside?.includes(format) ?? true;

describe("the reports whose files are read back", () => {
  it("have every preference, with every value that the configuration offers", () => {
    expect(names).toEqual(expect.arrayContaining(Object.keys(defaultPreferences)));
    const offered: Partial<Record<keyof ReportCase, readonly unknown[]>> = {
      UserDateFormat: dateFormats.map(({ value }) => value),
      AlternateRowsStyle: rowStyles.map(({ value }) => value),
      CsvSeparator: csvSeparators.map(({ value }) => value),
      CsvEncoding: codePages.map(({ value }) => value),
    };
    for (const [name, value] of Object.entries(defaultPreferences)) {
      const preference = name as keyof ReportCase;
      const wanted = offered[preference] ?? (typeof value === "boolean" ? [false, true] : [value]);
      expect(valuesOf(preference), name).toEqual(expect.arrayContaining([...wanted]));
      expect(valuesOf(preference).length, name).toBeGreaterThan(1);
    }
  });

  it("have every format, grouping and splitter, and designs with every format of numbers and direction of sorting", () => {
    expect([valuesOf("format"), valuesOf("grouping"), valuesOf("splitter")]).toEqual(
      [FileType, Grouping, WorksheetSplitter].map((all) => Object.values(all)),
    );
    const designs = designNames.map(designOf);
    const formats = designs.flatMap(({ columns }) =>
      columns.map(({ format }) => format?.type ?? NumberFormatType.None),
    );
    expect(new Set(formats)).toEqual(new Set(Object.values(NumberFormatType)));
    const sortings = designs.map(({ sortedBy }) => sortedBy?.sorting ?? Sorting.None);
    expect(new Set(sortings)).toEqual(new Set(Object.values(Sorting)));
  });

  it("have any two values of any two of these in one file that shows both", () => {
    const missing: string[] = [];
    for (const [place, one] of names.entries())
      for (const other of names.slice(place + 1))
        for (const value of valuesOf(one))
          for (const second of valuesOf(other)) {
            const together = { [one]: value, [other]: second };
            const formats = Object.values(FileType).filter((format) => {
              const { format: asked = format } = together as Partial<ReportCase>;
              return asked === format && showsIn(one, format) && showsIn(other, format);
            });
            const isRefused = preferenceProblems({ ...defaultPreferences, CsvSeparator: ";", ...together }).length > 0;
            if (formats.length === 0 || isRefused) continue;
            const found = cases.some(
              (report) => formats.includes(report.format) && report[one] === value && report[other] === second,
            );
            if (!found) missing.push(`${one} ${JSON.stringify(value)} with ${other} ${JSON.stringify(second)}`);
          }
    expect(missing).toEqual([]);
  });

  it("are possible for a merchant: the configuration refuses none of them", () => {
    expect(cases.flatMap((report) => preferenceProblems(preferencesOf(report)))).toEqual([]);
  });

  it("are the same each time, and few enough to wait for", () => {
    expect(reportCases()).toEqual(cases);
    expect(cases.length).toBeLessThan(260);
  });
});
