import { describe, expect, it } from "vitest";
import { Grouping } from "../enumerations.ts";
import { resolveFeatures, type ShopFlag } from "./features.ts";

const { Orders, ProductVariants, OnePerOrder, Fulfillments, ProductCombined } = Grouping;
const { BundleAndCustomizer, MassConstructionMealPrep } = Grouping;
const ofAll = [Orders, ProductVariants, OnePerOrder, Fulfillments, ProductCombined];
const groupings = (flags: ShopFlag[], allowExperimental: boolean) =>
  resolveFeatures({ flags, allowExperimental }).groupings;

describe("Features of a shop (R-37)", () => {
  it("are the common ones without flags, experimental or not", () => {
    for (const allowExperimental of [false, true])
      expect(resolveFeatures({ flags: [], allowExperimental })).toEqual({
        customColumnEditor: false,
        groupings: ofAll,
      });
  });

  it("include a flagged grouping only if experimental features are allowed", () => {
    expect(groupings(["bundles"], true)).toEqual([...ofAll, BundleAndCustomizer]);
    expect(groupings(["meal-prep"], true)).toEqual([...ofAll, MassConstructionMealPrep]);
    expect(groupings(["bundles", "meal-prep"], false)).toEqual(ofAll);
  });

  it("include the custom column editor with its flag, experimental or not", () => {
    for (const allowExperimental of [false, true])
      expect(resolveFeatures({ flags: ["custom-columns"], allowExperimental })).toEqual({
        customColumnEditor: true,
        groupings: ofAll,
      });
  });
});
