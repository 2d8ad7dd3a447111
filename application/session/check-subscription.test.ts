import { beforeEach, expect, it } from "vitest";
import type { WithoutContext } from "#domain/core/message.ts";
import type { ShopCommand } from "#domain/shop/commands.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import type { ShopProfileFacts } from "#domain/shop/events.ts";
import type { Subscription } from "#infra/ports/store-platform.ts";
import { type UpkeepForTests, upkeepForTests } from "#tests/support/upkeep-for-tests.ts";
import { checkSubscription } from "./check-subscription.ts";

const subscriptionId = "gid://shopify/AppSubscription/1";
const active: Subscription = { id: subscriptionId, name: "Sheaf", status: "ACTIVE", test: true };
const request = { tenant: "t", actor: { kind: "system", part: "test" }, correlation: "given" } as const;

let upkeep: UpkeepForTests;
beforeEach(async () => {
  upkeep = upkeepForTests();
  const { email: _, ...facts } = upkeep.platform.profileOf("aurora-demo");
  const profile: ShopProfileFacts = { ...facts, emailRef: "vault:1" };
  const charge = { price: "9.00", currency: "USD", confirmationUrl: "https://pay" };
  const commands: WithoutContext<ShopCommand>[] = [
    { type: "InstallShop", tenant: "t", shop: "aurora-demo" },
    { type: "AuthorizeShop", scopes: ["read_orders"], profile },
    { type: "SelectTier" },
    { type: "RequestCharge", subscriptionId, ...charge },
    { type: "ActivateCharge", subscriptionId },
  ];
  for (const command of commands)
    await upkeep.deps.runner.execute(shopDecider, "t", (context): ShopCommand => ({ ...command, context }), request);
});

const types = async () => (await upkeep.eventStore.readStream("shop-t")).map(({ type }) => type).slice(5);

/**
 * Checks against a platform that gives these answers in order, then repeats the last; returns the number of queries.
 */
const checkWith = async (...answers: Subscription[][]): Promise<number> => {
  let asked = 0;
  const platform = {
    fetchActiveSubscriptions: async () => {
      asked += 1;
      return answers[Math.min(asked, answers.length) - 1] ?? [];
    },
  };
  const { runner, environment } = upkeep.deps;
  await checkSubscription({ runner, platform, environment }, "t", request, new AbortController().signal);
  return asked;
};

it("a paying shop takes one request and no event", async () => {
  expect(await checkWith([active])).toBe(1);
  expect(await types()).toEqual([]);
});

it("an outdated answer doesn't decide", async () => {
  await checkWith([], [active]);
  expect(await types()).toEqual(["ChargeEnded", "ChargeActivated"]);
});

it("a subscription that keeps changing is left to the next check", async () => {
  expect(await checkWith([], [active], [], [active])).toBe(3);
});
