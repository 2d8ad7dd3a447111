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

describe("the report cases whose files are checked", () => {
  it("cover every value of every preference in the configuration", () => {
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

  it("cover every file format, grouping, splitter, number format and sort direction", () => {
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

  it("cover any two values of any two factors, in a file that shows both", () => {
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

  it("are all accepted by the configuration", () => {
    expect(cases.flatMap((report) => preferenceProblems(preferencesOf(report)))).toEqual([]);
  });

  it("are always the same, and fewer than 260", () => {
    expect(reportCases()).toEqual(cases);
    expect(cases.length).toBeLessThan(260);
  });
});
