import { describe, expect, it } from "vitest";
import type { ShopPlan } from "#domain/wire/account/plan.ts";
import { describePayment, formatPrice } from "./plan-texts.ts";

const now = Date.parse("2026-11-20T12:00:00Z");
const charge: ShopPlan["Charge"] = { Status: "active", Price: "19.00", Currency: "USD", TrialDays: 14 };
const describeIn = (plan: Partial<ShopPlan>, zone = "Europe/Berlin") =>
  describePayment(
    { Charge: charge, TrialEnd: null, IsWaived: false, IsFrozen: false, StillPays: null, ...plan },
    now,
    zone,
  );

describe("what a shop pays", () => {
  it("names the last free day in the shop's zone while the trial lasts", () => {
    expect(describeIn({ TrialEnd: "2026-12-03T23:30:00Z" })).toBe(
      "Free until 2026/12/04. Then $19.00 USD every 30 days, on your store's bill.",
    );
    expect(describeIn({ TrialEnd: "2026-12-03T23:30:00Z" }, "America/New_York")).toContain("until 2026/12/03");
    expect(describeIn({ TrialEnd: "2026-11-20T11:59:59Z" })).toBe("$19.00 USD every 30 days, on your store's bill.");
  });

  it("says that the charge isn't approved yet, or is waived", () => {
    expect(describeIn({ Charge: { ...charge, Status: "pending" } })).toMatch(
      /^Free for 14 days\. Then \$19\.00 USD .*haven't approved/,
    );
    expect(describeIn({ Charge: { ...charge, Status: "none", Price: null } })).toMatch(/^Log in again/);
    expect(describeIn({ Charge: { ...charge, Status: "none", Price: "0.00" }, IsWaived: true })).toMatch(/pay nothing/);
    expect(describeIn({ IsWaived: true })).toContain("$19.00 USD");
  });

  it("says what is on hold, and what is still paid after support changed the plan", () => {
    const open = { ...charge, Status: "none" as const };
    expect(describeIn({ Charge: open, IsFrozen: true })).toBe(
      "Your store's bill is frozen, so its charge of $19.00 USD every 30 days is on hold.",
    );
    expect(describeIn({ Charge: open, StillPays: "9.00" })).toMatch(
      /^\$9\.00 USD every 30 days, on your store's bill\. This plan costs \$19\.00 USD\./,
    );
    expect(describeIn({ Charge: open, StillPays: "9.00", TrialEnd: "2026-12-03T12:00:00Z" })).toMatch(
      /^Free until .*2026.*\. Then \$9\.00 USD .* This plan costs \$19\.00 USD\./,
    );
  });

  it("has the currency beside the sign", () => {
    expect(formatPrice("9.00", "USD")).toBe("$9.00 USD");
    expect(formatPrice("1234.5", "EUR")).toBe("€1,234.50 EUR");
  });
});
