import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { resolveShopFlags } from "./shop-flags.ts";

const forReal = {
  ENVIRONMENT: "local",
  STORE_URL_TEMPLATE: "https://{shop}.myshopify.com",
  STORE_CLIENT_ID: "an-id",
  STORE_CLIENT_SECRET: "hush",
  SMTP_URL: "smtp://mail.example:587",
  SUPPORT_EMAIL: "help@sheaf.example",
};
const flagsOf = (environment: Record<string, string>, shop: string) =>
  resolveShopFlags(readConfig(environment).SHOP_FLAGS, { shop, flags: {} });

describe("The setting SHOP_FLAGS (R-37)", () => {
  it("gives the demo shops their flags if it isn't set, and shops of other platforms none", () => {
    expect(flagsOf({}, "borealis-demo")).toEqual(["bundles", "meal-prep", "custom-columns"]);
    expect(flagsOf({}, "aurora-demo")).toEqual(["custom-columns"]);
    expect(flagsOf({}, "cumulus-demo")).toEqual(["custom-columns"]);
    expect(flagsOf({}, "nimbus-demo")).toEqual([]);
    expect(flagsOf(forReal, "borealis-demo")).toEqual([]);
  });

  it("names the shops of each flag, and a flag that it doesn't name has none", () => {
    const SHOP_FLAGS = " bundles = harbour-bakery ; custom-columns=harbour-bakery, north-prints;";
    expect(flagsOf({ SHOP_FLAGS }, "harbour-bakery")).toEqual(["bundles", "custom-columns"]);
    expect(flagsOf({ SHOP_FLAGS }, "north-prints")).toEqual(["custom-columns"]);
    expect(flagsOf({ SHOP_FLAGS }, "borealis-demo")).toEqual([]);
    expect(flagsOf({ SHOP_FLAGS: "bundles=" }, "borealis-demo")).toEqual([]);
  });

  it.each([
    [
      "bundels=one-shop",
      /SHOP_FLAGS: must name flags among bundles, meal-prep, custom-columns.*"bundels" isn't one of them/,
    ],
    [" ", /SHOP_FLAGS: names no flag; leave it out .*, or give one without shops, such as bundles=/],
    [" ; ", /SHOP_FLAGS: names no flag/],
    ["one-shop", /SHOP_FLAGS: must name flags.*"one-shop" isn't one of them/],
    ["bundles", /SHOP_FLAGS: must say which shops have bundles, such as bundles=one-shop/],
    ["bundles=one-shop;bundles=another-shop", /SHOP_FLAGS: names bundles twice/],
    ["bundles=one-shop.myshopify.com", /SHOP_FLAGS: .*"one-shop\.myshopify\.com" isn't such a name/],
    ["bundles=one-shop meal-prep=one-shop", /SHOP_FLAGS: .* isn't such a name/],
  ])("stops the start when it is %j, and says what to write", (SHOP_FLAGS, said) => {
    expect(() => readConfig({ SHOP_FLAGS })).toThrow(said);
  });

  it("gives way to a flag that support has set for a shop, on or off (ADR 102)", () => {
    const { SHOP_FLAGS } = readConfig({ SHOP_FLAGS: "bundles=harbour-bakery" });
    const flagsWith = (flags: object) => resolveShopFlags(SHOP_FLAGS, { shop: "harbour-bakery", flags });
    expect(flagsWith({ bundles: false, "meal-prep": true })).toEqual(["meal-prep"]);
    expect(flagsWith({})).toEqual(["bundles"]);
  });
});
