import { isRefusal } from "#domain/core/decider.ts";
import { type ChargeStep, chargeStep } from "#domain/shop/charge-step.ts";
import type { ShopCommand } from "#domain/shop/commands.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import type { AuthorizedShop } from "#domain/shop/state.ts";
import type { Config } from "#infra/config/config.ts";
import type { StorePlatform } from "#infra/ports/store-platform.ts";
import type { CommandRequest, CommandRunner } from "../commands/command-runner-types.ts";

/** So often at most is the platform asked in one check: a subscription that turns faster is caught by the next check. */
const rounds = 3;

export type SubscriptionCheck = {
  runner: CommandRunner;
  platform: Pick<StorePlatform, "activeSubscriptions">;
  environment: Config["ENVIRONMENT"];
};

/**
 * Brings a shop's charges in line with what the platform answers to our own token, and to nothing else. A change is followed by another
 * look, so that of two checks at the same time the one with the older answer does not have the last word. Answers the shop as it then
 * stands; undefined when it is not connected.
 * @throws {PlatformError} nothing is known, and nothing was changed on the strength of it
 */
export const checkSubscription = async (
  { runner, platform, environment }: SubscriptionCheck,
  tenant: string,
  request: Pick<CommandRequest, "actor" | "correlation" | "causation">,
  signal: AbortSignal,
): Promise<AuthorizedShop | undefined> => {
  const apply = async (step: ChargeStep) => {
    const command = (context: ShopCommand["context"]): ShopCommand => ({ ...step, context });
    const result = await runner.execute(shopDecider, tenant, command, { ...request, tenant });
    // Another log-in has just dealt with that charge; the next look tells.
    return isRefusal(result) ? (await runner.load(shopDecider, tenant)).state : result.state;
  };
  let { state } = await runner.load(shopDecider, tenant);
  for (let round = 0; round < rounds; round += 1) {
    if (state.status !== "authorized") return undefined;
    if (!isCharged(state)) return state;
    const subscriptions = await platform.activeSubscriptions({ tenant, shop: state.shop, signal });
    const step = chargeStep(state, subscriptions, environment);
    if (!step) return state;
    state = await apply(step);
  }
  return state.status === "authorized" ? state : undefined;
};

/** True when there is a charge that the platform could say something new about. */
export const isCharged = ({ activeCharge, pendingCharge, endedCharge }: AuthorizedShop): boolean =>
  [activeCharge, pendingCharge, endedCharge].some((charge) => charge !== null);
