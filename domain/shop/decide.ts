import { refuseConflicts } from "../core/conflict.ts";
import { isRefusal, type Refusal, refuse } from "../core/decider.ts";
import { applyIntent, deriveIntent } from "../core/intent.ts";
import { isJsonEqual } from "../core/is-json-equal.ts";
import { getTierForPlan } from "../tiers/tiers.ts";
import { changeAlertAddress } from "./alert-address.ts";
import { determineChargeStatus } from "./charge-status.ts";
import type { ShopCommand } from "./commands.ts";
import type { ShopEvent } from "./events.ts";
import { formatPreference, preferenceNames } from "./preference-labels.ts";
import type { AuthorizedShop, ShopState } from "./state.ts";
import { changeFlag, changeQuotas, changeTier, endWaiver, waiveCharge } from "./support-changes.ts";
import { refuseBadPreferences } from "./validate-preferences.ts";
import { findWaitingCharge } from "./waiting-charge.ts";

type Decision = readonly ShopEvent[] | Refusal;
type CommandOf<Type extends ShopCommand["type"]> = Extract<ShopCommand, { type: Type }>;

const hasSameMembers = (one: readonly string[], other: readonly string[]) =>
  isJsonEqual([...one].sort(), [...other].sort());

const install = ({ tenant, shop }: CommandOf<"InstallShop">, state: ShopState): Decision => {
  switch (state.status) {
    case "unknown":
      return [{ type: "ShopInstalled", data: { tenant, shop } }];
    case "erased":
      return refuse("rule", "This installation of the shop was erased. Install the application again.");
    default:
      return state.tenant === tenant && state.shop === shop
        ? []
        : refuse("invalid", `This tenant belongs to the shop ${state.shop}. Install ${shop} as a tenant of its own.`);
  }
};

const authorize = ({ scopes, profile }: CommandOf<"AuthorizeShop">, state: ShopState): Decision => {
  switch (state.status) {
    case "unknown":
      return refuse("unknown", "This shop is not installed. Install the application from the store platform.");
    case "erased":
      return refuse("rule", "This installation of the shop was erased. Install the application again.");
    case "authorized":
      if (hasSameMembers(scopes, state.scopes))
        return isJsonEqual(profile, state.profile) ? [] : [{ type: "ShopProfileChanged", data: { profile } }];
      return [{ type: "ShopAuthorized", data: { scopes, profile } }];
    default:
      return [{ type: "ShopAuthorized", data: { scopes, profile } }];
  }
};

/** A tier set by support stays. */
const selectTier = (shop: AuthorizedShop): Decision => {
  if (shop.tier?.by === "support") return [];
  const selected = { tier: getTierForPlan(shop.profile.plan), by: "plan" } as const;
  return isJsonEqual(selected, shop.tier) ? [] : [{ type: "TierSelected", data: selected }];
};

/** Refused if the tier's subscription is active. Replaces a waiting request, unless the command accepts that one. */
const requestCharge = (command: CommandOf<"RequestCharge">, shop: AuthorizedShop): Decision => {
  const { subscriptionId, price, currency, confirmationUrl } = command;
  if (!shop.tier) return refuse("rule", "The shop has no tier yet. Select a tier first.");
  if (shop.activeCharge?.tier === shop.tier.tier)
    return refuse("rule", `The charge for the tier ${shop.tier.tier} is already active. There is nothing to pay now.`);
  if (shop.pendingCharge?.subscriptionId === subscriptionId) return [];
  if (command.unlessWaiting && findWaitingCharge(shop, command, command.context.instant)) return [];
  const charge = { subscriptionId, tier: shop.tier.tier, price, currency, confirmationUrl };
  return [{ type: "ChargeRequested", data: charge }];
};

const activateCharge = ({ subscriptionId }: CommandOf<"ActivateCharge">, shop: AuthorizedShop): Decision => {
  if (shop.activeCharge?.subscriptionId === subscriptionId) return [];
  if ([shop.pendingCharge, shop.endedCharge].some((charge) => charge?.subscriptionId === subscriptionId))
    return [{ type: "ChargeActivated", data: { subscriptionId } }];
  return refuse("unknown", "This charge is not waiting for approval. Log in again to get a new one.");
};

const endCharge = ({ subscriptionId, status }: CommandOf<"EndCharge">, shop: AuthorizedShop): Decision => {
  const { activeCharge, pendingCharge } = shop;
  if (![activeCharge, pendingCharge].some((charge) => charge?.subscriptionId === subscriptionId)) return [];
  const left = determineChargeStatus({
    activeCharge: activeCharge?.subscriptionId === subscriptionId ? null : activeCharge,
    pendingCharge: pendingCharge?.subscriptionId === subscriptionId ? null : pendingCharge,
  });
  return [{ type: "ChargeEnded", data: { subscriptionId, status, left } }];
};

const acceptTerms = ({ version, acceptsMarketing }: CommandOf<"AcceptTerms">, shop: AuthorizedShop): Decision => {
  if (shop.terms.status !== "accepted" || shop.terms.version !== version)
    return [{ type: "TermsAccepted", data: { version, acceptsMarketing } }];
  return changeMarketingChoice(acceptsMarketing, shop);
};

const declineTerms = ({ version }: CommandOf<"DeclineTerms">, shop: AuthorizedShop): Decision => {
  if (shop.terms.status === "accepted" && shop.terms.version === version)
    return refuse("rule", "The legal documents are already accepted. To withdraw, uninstall the application.");
  return shop.terms.status === "declined" && shop.terms.version === version
    ? []
    : [{ type: "TermsDeclined", data: { version } }];
};

const changeMarketingChoice = (acceptsMarketing: boolean, shop: AuthorizedShop): Decision =>
  shop.acceptsMarketing === acceptsMarketing ? [] : [{ type: "MarketingChoiceChanged", data: { acceptsMarketing } }];

/** One event per changed field that nobody else touched (D-4). */
const changePreferences = (
  { base, wanted, alerts }: CommandOf<"ChangePreferences">,
  shop: AuthorizedShop,
): Decision => {
  const intent = deriveIntent(base, wanted);
  // Includes concurrent changes by others.
  const bad = refuseBadPreferences(
    { ...shop.preferences, ...Object.fromEntries(intent.map(({ field }) => [field, wanted[field]])) },
    intent.map(({ field }) => field),
  );
  if (bad) return bad;
  const { changes, conflicts } = applyIntent(intent, shop.preferences);
  if (conflicts.length > 0)
    return refuseConflicts(conflicts, (field) => shop.preferenceChanges[field], {
      field: (field) => preferenceNames[field],
      value: formatPreference,
    });
  const changed = changes.map((data): ShopEvent => ({ type: "PreferenceChanged", data }));
  const ofAlerts = alerts ? changeAlertAddress(alerts, shop) : [];
  return isRefusal(ofAlerts) ? ofAlerts : [...changed, ...ofAlerts];
};

const uninstall = ({ webhookId }: CommandOf<"UninstallShop">, state: ShopState): Decision =>
  state.status === "authorized" && !state.uninstallWebhooks.includes(webhookId)
    ? [{ type: "ShopUninstalled", data: { webhookId } }]
    : [];

const erase = ({ reason }: CommandOf<"EraseShop">, state: ShopState): Decision => {
  if (state.status === "unknown") return refuse("unknown", "There is no such shop. Check the tenant.");
  if (state.status === "authorized")
    return refuse("rule", "The shop is connected. Only one that has uninstalled the application is erased.");
  return state.status === "erased" ? [] : [{ type: "ShopErased", data: { reason } }];
};

const decideAuthorized = (
  command: Exclude<ShopCommand, { type: "InstallShop" | "AuthorizeShop" | "UninstallShop" | "EraseShop" }>,
  shop: AuthorizedShop,
): Decision => {
  switch (command.type) {
    case "SelectTier":
      return selectTier(shop);
    case "ChangeTier":
      return changeTier(command, shop);
    case "WaiveCharge":
      return waiveCharge(command, shop);
    case "EndWaiver":
      return endWaiver(shop);
    case "ChangeQuotas":
      return changeQuotas(command, shop);
    case "ChangeFlag":
      return changeFlag(command, shop);
    case "RequestCharge":
      return requestCharge(command, shop);
    case "ActivateCharge":
      return activateCharge(command, shop);
    case "EndCharge":
      return endCharge(command, shop);
    case "AcceptTerms":
      return acceptTerms(command, shop);
    case "DeclineTerms":
      return declineTerms(command, shop);
    case "ChangePreferences":
      return changePreferences(command, shop);
    case "ChangeMarketingChoice":
      return changeMarketingChoice(command.acceptsMarketing, shop);
  }
};

/** Decides a command on a shop. An erased shop accepts none (D-3). */
export const decideShop = (command: ShopCommand, state: ShopState): Decision => {
  switch (command.type) {
    case "InstallShop":
      return install(command, state);
    case "AuthorizeShop":
      return authorize(command, state);
    case "UninstallShop":
      return uninstall(command, state);
    case "EraseShop":
      return erase(command, state);
    default:
      if (state.status === "authorized") return decideAuthorized(command, state);
      return state.status === "unknown"
        ? refuse("unknown", "There is no such shop. Log in through the store platform first.")
        : refuse("not-allowed", "The shop isn't connected. Log in again through the store platform.");
  }
};
