import { describe, expect, it } from "vitest";
import { contextAt, metadataAt } from "../core/context-for-tests.ts";
import { isRefusal } from "../core/decider.ts";
import type { Actor, WithoutContext } from "../core/message.ts";
import { LoginAction } from "../enumerations.ts";
import { type Tier, tiers } from "../tiers/tiers.ts";
import type { ShopCommand } from "./commands.ts";
import { shopDecider } from "./decider.ts";
import type { ShopProfileFacts } from "./events.ts";
import { gateBetweenLogIns } from "./login-action.ts";
import type { ShopState } from "./state.ts";

/** ADR 102: when an unapproved charge locks a shop out. */
type Step = WithoutContext<ShopCommand>;

const instant = "2026-11-20T10:00:00.000Z";
const agent: Actor = { kind: "agent", agent: "agent-1" };
const merchant: Actor = { kind: "merchant" };

const run = (state: ShopState, actor: Actor, steps: readonly Step[]): ShopState =>
  steps.reduce((before, step) => {
    const decided = shopDecider.decide({ ...step, context: contextAt(instant) } as ShopCommand, before);
    if (isRefusal(decided)) throw new Error(decided.message);
    return decided.reduce(
      (reached, event, n) => shopDecider.evolve(reached, event, metadataAt(instant, { actor }), n),
      before,
    );
  }, state);

const authorized = (plan: string): Step => ({
  type: "AuthorizeShop",
  scopes: ["read_orders"],
  profile: { plan, ianaTimezone: "Europe/Athens", name: "Aurora" } as ShopProfileFacts,
});
const asked = (subscriptionId: string, tier: Tier): Step => ({
  type: "RequestCharge",
  subscriptionId,
  price: tiers[tier].monthlyPrice,
  currency: "USD",
  confirmationUrl: "https://pay",
});

/** It has the Growth plan and pays for it. */
const paying = run(shopDecider.initialState, merchant, [
  { type: "InstallShop", tenant: "t", shop: "aurora-demo" },
  authorized("Shopify"),
  { type: "SelectTier" },
  asked("sub-1", "Growth"),
  { type: "ActivateCharge", subscriptionId: "sub-1" },
  { type: "AcceptTerms", version: "1", acceptsMarketing: false },
]);

/** Applies steps by their actors to that shop. Returns its gate after each. */
const gatesAfter = (...steps: readonly (readonly [Actor, Step])[]): LoginAction[] => {
  let state = paying;
  return steps.map(([actor, step]) => {
    state = run(state, actor, [step]);
    if (state.status !== "authorized") throw new Error(`The shop is ${state.status}.`);
    return gateBetweenLogIns(state);
  });
};

const { Nothing, ActivateCharge, SelectTier } = LoginAction;
const raise: Step = { type: "ChangeTier", tier: "Unlimited" };
const setBack: Step = { type: "ChangeTier", tier: "Growth" };

describe("a tier that comes with the plan", () => {
  it("waits for its charge at once, even if the login was cut off before requesting it", () => {
    expect(gatesAfter([merchant, authorized("Shopify Plus")], [merchant, { type: "SelectTier" }])).toEqual([
      SelectTier,
      ActivateCharge,
    ]);
  });

  it("still waits for its charge if support sets the same tier", () => {
    const steps = [authorized("Shopify Plus"), { type: "SelectTier" }] as const;
    expect(gatesAfter(...steps.map((step) => [merchant, step] as const), [agent, raise]).at(-1)).toBe(ActivateCharge);
  });

  it("waits for its charge even after support has changed the tier", () => {
    const gates = gatesAfter(
      [agent, raise],
      [agent, { type: "ChangeTier", tier: null }],
      [merchant, authorized("Shopify Plus")],
      [merchant, { type: "SelectTier" }],
    );
    expect(gates).toEqual([Nothing, Nothing, SelectTier, ActivateCharge]);
  });
});

describe("a tier that support raises", () => {
  it("locks nothing before the next login, even if an earlier login requested such a charge", () => {
    const gates = gatesAfter(
      [agent, raise],
      [merchant, asked("sub-2", "Unlimited")],
      [agent, setBack],
      [agent, raise],
      [merchant, asked("sub-3", "Unlimited")],
    );
    expect(gates).toEqual([Nothing, ActivateCharge, Nothing, Nothing, ActivateCharge]);
  });

  it("locks nothing before the next login when a waiver ends, even if a charge was requested before it", () => {
    const gates = gatesAfter(
      [agent, raise],
      [merchant, asked("sub-2", "Unlimited")],
      [agent, { type: "WaiveCharge", seen: "Unlimited" }],
      [agent, { type: "EndWaiver" }],
      [merchant, asked("sub-3", "Unlimited")],
    );
    expect(gates).toEqual([Nothing, ActivateCharge, Nothing, Nothing, ActivateCharge]);
  });

  it("is no longer charged later once the shop has left and come back", () => {
    const gone = run(paying, agent, [raise]);
    const back = run(gone, merchant, [{ type: "UninstallShop", webhookId: "w1" }, authorized("Shopify")]);
    expect(back).toMatchObject({ status: "authorized", chargedLater: false });
  });
});
