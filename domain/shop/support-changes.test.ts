import { describe, expect, it } from "vitest";
import { isRefusal } from "../core/decider.ts";
import { given, refusalOf } from "../core/given-for-tests.ts";
import { LoginAction } from "../enumerations.ts";
import type { Tier } from "../tiers/tiers.ts";
import { shopDecider } from "./decider.ts";
import type { ShopEvent, ShopProfileFacts } from "./events.ts";
import { gateBetweenLogIns, getLoginAction } from "./login-action.ts";
import { getShopQuotas } from "./quotas.ts";
import type { AuthorizedShop } from "./state.ts";

/** ADR 102: support's changes to a shop. The shop has the Growth plan and pays for it. */

const profile = { plan: "Shopify", ianaTimezone: "Europe/Athens", name: "Aurora" } as ShopProfileFacts;
const charge = { price: "19.00", currency: "USD", confirmationUrl: "https://pay" };
const requested = (subscriptionId: string, tier: Tier, price: string): ShopEvent => ({
  type: "ChargeRequested",
  data: { ...charge, subscriptionId, tier, price },
});
const growth: ShopEvent[] = [
  { type: "ShopInstalled", data: { tenant: "t", shop: "aurora-demo" } },
  { type: "ShopAuthorized", data: { scopes: ["read_orders"], profile } },
  { type: "TierSelected", data: { tier: "Growth", by: "plan" } },
  { type: "TermsAccepted", data: { version: "1", acceptsMarketing: false } },
];
const paying: ShopEvent[] = [
  ...growth,
  requested("sub-1", "Growth", "19.00"),
  { type: "ChargeActivated", data: { subscriptionId: "sub-1" } },
];
const to = (tier: Tier): ShopEvent => ({ type: "TierSelected", data: { tier, by: "support" } });
const waived = (tier: Tier): ShopEvent => ({ type: "ChargeWaived", data: { tier } });

/** All events are by an agent: it matters who sets the tier. */
const metadata = { actor: { kind: "agent", agent: "agent-1" } } as const;
const shop = (events: readonly ShopEvent[]) => given(shopDecider, events, { metadata });
const account = (events: readonly ShopEvent[]): AuthorizedShop => {
  const { state } = shop(events);
  if (state.status !== "authorized") throw new Error(`The shop is ${state.status}`);
  return state;
};
const gates = (events: readonly ShopEvent[]) => [getLoginAction(account(events)), gateBetweenLogIns(account(events))];

describe("a tier that support changes", () => {
  it("is set once and at once, and can follow the plan again", () => {
    const raise = { type: "ChangeTier", tier: "Unlimited", seen: "Growth" } as const;
    expect(shop(paying).when(raise)).toEqual([to("Unlimited")]);
    expect(shop([...paying, to("Unlimited")]).when({ ...raise, seen: "Unlimited" })).toEqual([]);
    expect(shop([...paying, to("Unlimited")]).when({ type: "ChangeTier", tier: null, seen: "Unlimited" })).toEqual([
      { type: "TierSelected", data: { tier: "Growth", by: "plan" } },
    ]);
  });

  it("is not changed if the agent saw another one", () => {
    const refusal = refusalOf(shop(paying).when({ type: "ChangeTier", tier: "Unlimited", seen: "Starter" }));
    expect([refusal.code, refusal.message]).toEqual(["conflict", expect.stringContaining("The tier is Growth now")]);
  });

  it.each(["Unlimited", "Starter"] as const)(
    "locks nothing until the next login requests the charge of %s, and then waits for it",
    (tier) => {
      const changed = [...paying, to(tier)];
      expect(gates(changed)).toEqual([LoginAction.ActivateCharge, LoginAction.Nothing]);
      const asked = [...changed, requested("sub-2", tier, "39.00")];
      expect(gates(asked)).toEqual([LoginAction.ActivateCharge, LoginAction.ActivateCharge]);
      const approved: ShopEvent = { type: "ChargeActivated", data: { subscriptionId: "sub-2" } };
      expect(gates([...asked, approved])).toEqual([LoginAction.Nothing, LoginAction.Nothing]);
      // Reverted before the approval.
      expect(gates([...asked, to("Growth")])).toEqual([LoginAction.Nothing, LoginAction.Nothing]);
    },
  );

  it("locks nothing if it follows the plan again", () => {
    const byPlan: ShopEvent = { type: "TierSelected", data: { tier: "Growth", by: "plan" } };
    const raised = [...growth, to("Unlimited"), requested("sub-2", "Unlimited", "39.00")];
    const paid: ShopEvent = { type: "ChargeActivated", data: { subscriptionId: "sub-2" } };
    expect(gates([...raised, paid, byPlan])).toEqual([LoginAction.ActivateCharge, LoginAction.Nothing]);
  });

  it("does not let in a shop that pays nothing", () => {
    expect(gates([...growth, to("Unlimited")])).toEqual([LoginAction.ActivateCharge, LoginAction.ActivateCharge]);
    const ended: ShopEvent = {
      type: "ChargeEnded",
      data: { subscriptionId: "sub-1", status: "CANCELLED", left: "none" },
    };
    expect(gates([...paying, to("Unlimited"), ended])[1]).toBe(LoginAction.ActivateCharge);
  });
});

describe("a charge that support waives", () => {
  it("is not requested, with the tier or later, until the waiver ends", () => {
    const raise = { type: "ChangeTier", tier: "Unlimited", seen: "Growth", waive: true } as const;
    expect(shop(paying).when(raise)).toEqual([to("Unlimited"), waived("Unlimited")]);
    const raised = [...paying, to("Unlimited")];
    expect(shop(raised).when({ type: "WaiveCharge", seen: "Unlimited" })).toEqual([waived("Unlimited")]);
    const free = [...raised, waived("Unlimited")];
    expect(gates(free)).toEqual([LoginAction.Nothing, LoginAction.Nothing]);
    expect(shop(free).when({ type: "WaiveCharge", seen: "Unlimited" })).toEqual([]);
    const ended: ShopEvent = { type: "ChargeWaiverEnded", data: { tier: "Unlimited" } };
    expect(shop(free).when({ type: "EndWaiver" })).toEqual([ended]);
    expect(gates([...free, ended])).toEqual([LoginAction.ActivateCharge, LoginAction.Nothing]);
    expect(shop([...free, ended]).when({ type: "EndWaiver" })).toEqual([]);
  });

  it("does not keep out a shop that has never paid", () => {
    expect(gates([...growth, waived("Growth")])).toEqual([LoginAction.Nothing, LoginAction.Nothing]);
  });

  it("cannot be smaller than the paid one, nor already paid", () => {
    const smaller = refusalOf(shop(paying).when({ type: "ChangeTier", tier: "Starter", waive: true }));
    expect(smaller.message).toContain("is smaller than the one the shop pays");
    const paid = refusalOf(shop(paying).when({ type: "WaiveCharge", seen: "Growth" }));
    expect(paid.message).toContain("pays for the tier Growth already");
  });

  it("is requested again with another tier, or after an uninstall", () => {
    const free = [...paying, to("Unlimited"), waived("Unlimited")];
    expect(account([...free, to("Starter")]).chargeWaived).toBeNull();
    expect(account([...free, to("Starter"), to("Unlimited")]).chargeWaived).toBeNull();
    const back: ShopEvent[] = [
      { type: "ShopUninstalled", data: { webhookId: "w1" } },
      { type: "ShopAuthorized", data: { scopes: ["read_orders"], profile } },
    ];
    expect(gates([...free, ...back])[0]).toBe(LoginAction.ActivateCharge);
  });

  it("stays waived if support sets the tier that came from the plan", () => {
    const free = [...growth, waived("Growth")];
    expect(shop(free).when({ type: "ChangeTier", tier: "Growth", seen: "Growth" })).toEqual([
      to("Growth"),
      waived("Growth"),
    ]);
  });
});

describe("quotas that support sets", () => {
  const ofGrowth = { reports: 25, filters: 25, automations: 10 };
  const more = { reports: 40, filters: 25, automations: 12 };
  const set: ShopEvent = { type: "QuotasChanged", data: { quotas: more } };

  it("replace those of any tier until they are reset", () => {
    expect(shop(paying).when({ type: "ChangeQuotas", quotas: more, seen: ofGrowth })).toEqual([set]);
    expect(getShopQuotas(account([...paying, set, to("Starter")]))).toEqual(more);
    expect(shop([...paying, set]).when({ type: "ChangeQuotas", quotas: more, seen: more })).toEqual([]);
    const reset = shop([...paying, set]).when({ type: "ChangeQuotas", quotas: null, seen: more });
    expect(reset).toEqual([{ type: "QuotasChanged", data: { quotas: null } }]);
    expect(getShopQuotas(account([...paying, set, ...(reset as ShopEvent[])]))).toEqual(ofGrowth);
  });

  it("are not set if the agent saw others", () => {
    const refusal = refusalOf(shop([...paying, set]).when({ type: "ChangeQuotas", quotas: null, seen: ofGrowth }));
    expect([refusal.code, refusal.message]).toEqual(["conflict", expect.stringContaining("40 report designs")]);
  });
});

describe("a flag that support sets", () => {
  const on: ShopEvent = { type: "FlagChanged", data: { flag: "bundles", value: true } };

  it("can be switched on and unset", () => {
    expect(shop(paying).when({ type: "ChangeFlag", flag: "bundles", value: true, seen: null })).toEqual([on]);
    expect(account([...paying, on]).flags).toEqual({ bundles: true });
    const silent = shop([...paying, on]).when({ type: "ChangeFlag", flag: "bundles", value: null, seen: true });
    expect(account([...paying, on, ...(silent as ShopEvent[])]).flags).toEqual({});
    expect(shop([...paying, on]).when({ type: "ChangeFlag", flag: "bundles", value: true, seen: true })).toEqual([]);
  });

  it("is not set if the agent saw another value", () => {
    const decided = shop([...paying, on]).when({ type: "ChangeFlag", flag: "bundles", value: false, seen: null });
    expect(isRefusal(decided) && decided.message).toContain("The flag bundles is on now");
  });

  it("cannot be set for a shop that has left", () => {
    const left: ShopEvent = { type: "ShopUninstalled", data: { webhookId: "w1" } };
    const command = { type: "ChangeFlag", flag: "bundles", value: true, seen: null } as const;
    expect(refusalOf(shop([...paying, left]).when(command)).code).toBe("not-allowed");
  });
});
