import { describe, expect, it } from "vitest";
import { getTierForPlan, isTestCharge, tiers } from "./tiers.ts";

describe("the tier of a shop", () => {
  it.each([
    ["Basic", "Starter"],
    ["Shopify", "Growth"],
    ["standard", "Growth"],
    ["Grow", "Growth"],
    ["Advanced", "Unlimited"],
    ["Plus", "Unlimited"],
    ["Basic Shopify", "Starter"],
    ["Advanced Shopify", "Unlimited"],
    ["Shopify Plus", "Unlimited"],
    ["Development", "Starter"],
    ["", "Starter"],
  ])("on the plan '%s' is %s", (plan, tier) => {
    expect(getTierForPlan(plan)).toBe(tier);
  });

  it("has its quotas and a price as decimal text", () => {
    expect(tiers.Starter.quotas).toEqual({ reports: 5, filters: 5, automations: 2 });
    expect(tiers.Growth.quotas).toEqual({ reports: 25, filters: 25, automations: 10 });
    expect(tiers.Unlimited.quotas).toEqual({ reports: 200, filters: 200, automations: 100 });
    for (const { monthlyPrice } of Object.values(tiers)) expect(monthlyPrice).toMatch(/^[1-9]\d*\.\d{2}$/);
  });

  it("has real charges only in production", () => {
    expect([isTestCharge("local"), isTestCharge("staging"), isTestCharge("production")]).toEqual([true, true, false]);
  });
});
