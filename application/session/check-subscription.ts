import { isRefusal } from "#domain/core/decider.ts";
import { type ChargeStep, chargeStep } from "#domain/shop/charge-step.ts";
import type { ShopCommand } from "#domain/shop/commands.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import type { AuthorizedShop } from "#domain/shop/state.ts";
import type { Config } from "#infra/config/config.ts";
import type { StorePlatform } from "#infra/ports/store-platform.ts";
import type { CommandRequest, CommandRunner } from "../commands/command-runner-types.ts";

/** Queries per check. The next check catches a subscription that changes faster. */
const maxQueries = 3;

export type SubscriptionCheck = {
  runner: CommandRunner;
  platform: Pick<StorePlatform, "fetchActiveSubscriptions">;
  environment: Config["ENVIRONMENT"];
};

/**
 * Brings the shop's charge in line with the platform's subscriptions. Trusts only the platform's response to our own
 * token. Checks again after every change, so that of two concurrent checks the older response never wins. Undefined if
 * the shop isn't authorized.
 * @throws {PlatformError} nothing is known, and nothing was changed
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
    // Another login has handled that charge; the next round shows it.
    return isRefusal(result) ? (await runner.load(shopDecider, tenant)).state : result.state;
  };
  let { state } = await runner.load(shopDecider, tenant);
  for (let round = 0; round < maxQueries; round += 1) {
    if (state.status !== "authorized") return undefined;
    if (!hasAnyCharge(state)) return state;
    const subscriptions = await platform.fetchActiveSubscriptions({ tenant, shop: state.shop, signal });
    const step = chargeStep(state, subscriptions, environment);
    if (!step) return state;
    state = await apply(step);
  }
  return state.status === "authorized" ? state : undefined;
};

/** True if there is a charge, of any status, to ask the platform about. */
export const hasAnyCharge = ({ activeCharge, pendingCharge, endedCharge }: AuthorizedShop): boolean =>
  [activeCharge, pendingCharge, endedCharge].some((charge) => charge !== null);
