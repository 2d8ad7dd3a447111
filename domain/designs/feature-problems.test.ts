import { describe, expect, it } from "vitest";
import { columnByKey } from "../columns/catalogue.ts";
import { CustomColumnCategory, Grouping } from "../enumerations.ts";
import { resolveFeatures } from "../shop/features.ts";
import { everyFeature, noFeature } from "../shop/features-for-tests.ts";
import type { CustomColumn } from "./design.ts";
import { featureProblems, groupingNotOfShop } from "./feature-problems.ts";

const { Empty, ExcelFormula, NoteAttributes } = CustomColumnCategory;
const of = (wanted: Parameters<typeof featureProblems>[0], features: typeof noFeature) =>
  featureProblems(wanted, columnByKey, features);
const custom = (value: CustomColumn | null) => ({ "columns.Custom1.custom": value });

describe("Changes to a design that need a flag (R-37)", () => {
  it.each([Grouping.BundleAndCustomizer, Grouping.MassConstructionMealPrep])(
    "include the grouping %s, which a shop with every flag may use",
    (grouping) => {
      expect(of({ grouping }, noFeature)).toEqual([{ field: "grouping", message: groupingNotOfShop }]);
      expect(of({ grouping }, everyFeature)).toEqual([]);
    },
  );

  it("include an experimental grouping while experimental features are off, whatever the flags", () => {
    const flagged = resolveFeatures({ flags: ["bundles", "meal-prep"], allowExperimental: false });
    expect(of({ grouping: Grouping.BundleAndCustomizer }, flagged)).toHaveLength(1);
  });

  it.each<CustomColumn>([{ category: ExcelFormula, formula: "=A1*2" }, { category: Empty }])(
    "include setting a custom column to %j, and the error names the column",
    (value) => {
      const [problem] = of(custom(value), noFeature);
      expect(problem?.field).toBe("columns.Custom1.custom");
      expect(problem?.message).toBe(
        `Column “${columnByKey.get("Custom1")?.title}”: Your shop can't edit custom columns. Leave this one as it is.`,
      );
      expect(of(custom(value), everyFeature)).toEqual([]);
    },
  );

  it("do not include choosing an attribute, removing a column's content, or any of the five groupings", () => {
    expect(of(custom({ category: NoteAttributes, name: "Gift" }), noFeature)).toEqual([]);
    expect(of(custom(null), noFeature)).toEqual([]);
    for (const grouping of noFeature.groupings) expect(of({ grouping }, noFeature)).toEqual([]);
    expect(of({ title: "Sales" }, noFeature)).toEqual([]);
  });
});
