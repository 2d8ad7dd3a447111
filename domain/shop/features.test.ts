import { describe, expect, it } from "vitest";
import { Grouping } from "../enumerations.ts";
import { resolveFeatures, type ShopFlag } from "./features.ts";

const { Orders, ProductVariants, OnePerOrder, Fulfillments, ProductCombined } = Grouping;
const { BundleAndCustomizer, MassConstructionMealPrep } = Grouping;
const ofAll = [Orders, ProductVariants, OnePerOrder, Fulfillments, ProductCombined];
const groupings = (flags: ShopFlag[], allowExperimental: boolean) =>
  resolveFeatures({ flags, allowExperimental }).groupings;

describe("What a shop may use (R-37)", () => {
  it("without flags allows what every shop may do, experimental or not", () => {
    for (const allowExperimental of [false, true])
      expect(resolveFeatures({ flags: [], allowExperimental })).toEqual({
        customColumnEditor: false,
        groupings: ofAll,
      });
  });

  it("with a grouping's flag is that grouping too, once experimental is allowed", () => {
    expect(groupings(["bundles"], true)).toEqual([...ofAll, BundleAndCustomizer]);
    expect(groupings(["meal-prep"], true)).toEqual([...ofAll, MassConstructionMealPrep]);
    expect(groupings(["bundles", "meal-prep"], false)).toEqual(ofAll);
  });

  it("with the flag of custom columns is their editor, experimental or not, and no grouping", () => {
    for (const allowExperimental of [false, true])
      expect(resolveFeatures({ flags: ["custom-columns"], allowExperimental })).toEqual({
        customColumnEditor: true,
        groupings: ofAll,
      });
  });
});
