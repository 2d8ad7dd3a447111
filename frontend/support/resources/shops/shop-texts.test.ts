import { describe, expect, it } from "vitest";
import type { ConsoleShopChangeable } from "#domain/wire/support/console.ts";
import {
  chargeNow,
  chargeText,
  costsMore,
  logInText,
  overText,
  paysText,
  tierChoices,
  tierText,
} from "./shop-texts.ts";

const shop: ConsoleShopChangeable = {
  tier: "Growth",
  tierBy: "plan",
  planTier: "Growth",
  paysFor: { tier: "Growth", price: "19.00" },
  quotasSet: false,
  uses: { reports: 12, filters: 5, automations: 3 },
  flags: [],
};

describe("the tier of a shop", () => {
  const namesOf = (changed: Partial<ConsoleShopChangeable>) =>
    tierChoices({ ...shop, ...changed }).map(({ name }) => name);

  it("is shown with its source and its charge", () => {
    expect(tierText(shop)).toBe("The tier is Growth now, as the store's plan says.");
    expect(tierText({ ...shop, tierBy: "support" })).toBe("The tier is Growth now, set by support.");
    expect(tierText({ ...shop, tier: null, tierBy: null })).toBe("The shop has no tier yet.");
    expect(paysText(shop)).toBe("The shop pays 19.00 USD for Growth now.");
    expect(paysText({ ...shop, paysFor: null })).toBe("The shop pays nothing now.");
  });

  it("can be changed to any other setting", () => {
    expect(namesOf({})).toEqual(["Starter", "Growth, also when the store's plan changes", "Unlimited"]);
    expect(namesOf({ tierBy: "support" })).toEqual(["Starter", "Unlimited", "As the store's plan says (Growth)"]);
    expect(namesOf({ planTier: "Starter" })).toEqual([
      "Starter",
      "Growth, also when the store's plan changes",
      "Unlimited",
      "As the store's plan says (Starter)",
    ]);
    expect(namesOf({ tier: null, tierBy: null })).toHaveLength(4);
  });
});

describe("the charge requested from a shop", () => {
  const known = { tier: "Unlimited", gate: "none", charge: "active", chargeWaived: false, changeable: shop } as const;

  it("is for a raised tier at the next login, next to the current charge", () => {
    expect(chargeNow(known)).toBe("active, pays 19.00 USD for Growth");
    expect(logInText({ ...known, atLogIn: "charge" })).toBe(
      "Asks to approve 39.00 USD for 30 days, for Unlimited. Until then they can keep using Sheaf.",
    );
    expect(logInText({ ...known, gate: "charge", atLogIn: "charge" })).toMatch(/Until then they can't use Sheaf/);
  });

  it("may instead be its plan's tier, the terms, or nothing", () => {
    expect(logInText({ ...known, atLogIn: "tier" })).toBe("Gives it the tier Growth, as the store's plan says.");
    expect(logInText({ ...known, atLogIn: "terms" })).toBe("Asks to accept the terms.");
    expect(logInText({ ...known, atLogIn: "none" })).toBe("Asks for nothing.");
  });

  it("is empty if the shop isn't connected, and unknown for a list's row", () => {
    expect(logInText({ ...known, atLogIn: null, changeable: null })).toBe("The shop isn't connected.");
    const { changeable: _, ...row } = known;
    expect([chargeNow({ ...row, chargeWaived: true }), logInText(row)]).toEqual(["active, waived by support", ""]);
  });
});

describe("the effect of another tier on a shop", () => {
  it("is a higher or lower charge at the next login, or none if it is paid or waived", () => {
    expect(chargeText("Unlimited", shop, false)).toMatch(/pays 19.00 USD for Growth.* next login .* approve 39.00 USD/);
    expect(chargeText("Starter", shop, false)).toMatch(/approve 9.00 USD/);
    expect(chargeText("Growth", shop, false)).toMatch(/already, so there is no new charge/);
    expect(chargeText("Unlimited", shop, true)).toBe(
      "The shop keeps paying 19.00 USD for Growth, without a new charge.",
    );
    expect(chargeText("Growth", { ...shop, paysFor: null }, false)).toMatch(/Until the merchant logs in and approves/);
  });

  it("may be waived only if it costs more", () => {
    expect([costsMore("Unlimited", shop), costsMore("Growth", shop), costsMore("Starter", shop)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(costsMore("Starter", { ...shop, paysFor: null })).toBe(true);
  });

  it("is described with figures where the shop has more than the tier allows, and nothing is removed", () => {
    expect(overText("Starter", shop)).toBe(
      "The shop has 12 report designs (Starter allows 5), 3 automated reports (Starter allows 2). Nothing is deleted, but the merchant can't add more.",
    );
    expect(overText("Growth", shop)).toBeNull();
    expect(overText("Starter", { ...shop, quotasSet: true })).toBeNull();
  });
});
