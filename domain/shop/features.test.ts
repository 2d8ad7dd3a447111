import { describe, expect, it } from "vitest";
import { Grouping } from "../enumerations.ts";
import { resolveFeatures, type ShopFlag } from "./features.ts";

const { Orders, ProductVariants, OnePerOrder, Fulfillments, ProductCombined } = Grouping;
const { BundleAndCustomizer, MassConstructionMealPrep } = Grouping;
const ofAll = [Orders, ProductVariants, OnePerOrder, Fulfillments, ProductCombined];
const groupings = (flags: ShopFlag[], allowExperimental: boolean) =>
  resolveFeatures({ flags, allowExperimental }).groupings;

describe("Features of a shop (R-37)", () => {
  it("include everything common without flags, experimental or not", () => {
    for (const allowExperimental of [false, true])
      expect(resolveFeatures({ flags: [], allowExperimental })).toEqual({
        customColumnEditor: false,
        groupings: ofAll,
      });
  });

  it("include a flagged grouping once experimental is allowed", () => {
    expect(groupings(["bundles"], true)).toEqual([...ofAll, BundleAndCustomizer]);
    expect(groupings(["meal-prep"], true)).toEqual([...ofAll, MassConstructionMealPrep]);
    expect(groupings(["bundles", "meal-prep"], false)).toEqual(ofAll);
  });

  it("include the editor of custom columns with its flag, experimental or not, but no grouping", () => {
    for (const allowExperimental of [false, true])
      expect(resolveFeatures({ flags: ["custom-columns"], allowExperimental })).toEqual({
        customColumnEditor: true,
        groupings: ofAll,
      });
  });
});
