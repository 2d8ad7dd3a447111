import type { Call } from "#application/http/route.ts";
import { assertAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import { isRefusal } from "#domain/core/decider.ts";
import type { WithoutContext } from "#domain/core/message.ts";
import { LoginAction } from "#domain/enumerations.ts";
import { chargeStep } from "#domain/shop/charge-step.ts";
import type { ShopCommand } from "#domain/shop/commands.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { getLoginAction } from "#domain/shop/login-action.ts";
import type { AuthorizedShop } from "#domain/shop/state.ts";
import { findWaitingCharge } from "#domain/shop/waiting-charge.ts";
import { chargeCurrency, isTestCharge, tiers, trialDays } from "#domain/tiers/tiers.ts";
import type { CommandApiDeps } from "../deps.ts";
import { createAccountStepError } from "./account-step-error.ts";

/**
 * Executes a command of a login, which a refusal ends. Costs no budget, so that changes in a shop keep nobody from
 * logging in (ADR 35). Needs no command id, as the commands are idempotent.
 */
export const executeOnShop = async (
  { runner }: Pick<CommandApiDeps, "runner">,
  call: Call,
  tenant: string,
  command: WithoutContext<ShopCommand>,
) => {
  const result = await runner.execute(shopDecider, tenant, (context) => ({ ...command, context }), {
    tenant,
    actor: { kind: "merchant" },
    correlation: call.requestId,
  });
  if (isRefusal(result)) throw createAccountStepError("FeAuth-002", 200, result.message);
  call.setPosition(result.position);
  return result.state;
};

/** Approved charges become active; those without a subscription end. */
export const syncCharges = async (deps: CommandApiDeps, call: Call, shop: AuthorizedShop): Promise<AuthorizedShop> => {
  const { activeCharge, pendingCharge, endedCharge, tenant } = shop;
  if (!activeCharge && !pendingCharge && !endedCharge) return shop;
  const subscriptions = await deps.platform.fetchActiveSubscriptions({ tenant, shop: shop.shop, signal: call.signal });
  const step = chargeStep(shop, subscriptions, deps.config.ENVIRONMENT);
  return step ? assertAuthorizedShop(await executeOnShop(deps, call, tenant, step)) : shop;
};

/** Requests the charge if it is the shop's next gate. `unlessWaiting`: not if a charge of the same terms is pending. */
export const ensureCharge = async (
  deps: CommandApiDeps,
  call: Call,
  shop: AuthorizedShop,
  { unlessWaiting }: { unlessWaiting?: true } = {},
): Promise<AuthorizedShop> => {
  if (getLoginAction(shop) !== LoginAction.ActivateCharge || !shop.tier) return shop;
  const terms = { price: tiers[shop.tier.tier].monthlyPrice, currency: chargeCurrency };
  if (unlessWaiting && findWaitingCharge(shop, terms, deps.clock.now().toISOString())) return shop;
  const subscription = await deps.platform.createSubscription(
    { tenant: shop.tenant, shop: shop.shop, signal: call.signal },
    {
      name: `Sheaf ${shop.tier.tier}`,
      ...terms,
      trialDays,
      returnUrl: `${deps.config.APP_URL}/account/accept-charge`,
      test: isTestCharge(deps.config.ENVIRONMENT),
    },
  );
  return assertAuthorizedShop(
    await executeOnShop(deps, call, shop.tenant, {
      type: "RequestCharge",
      subscriptionId: subscription.id,
      ...terms,
      confirmationUrl: subscription.confirmationUrl,
      ...(unlessWaiting && { unlessWaiting }),
    }),
  );
};
