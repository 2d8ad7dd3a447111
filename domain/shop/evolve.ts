import type { EventMetadata } from "../core/message.ts";
import type { ShopEvent } from "./events.ts";
import { defaultPreferences } from "./preferences.ts";
import type { ShopAccount, ShopState } from "./state.ts";

const hasAccount = (state: ShopState): state is Extract<ShopState, { status: "authorized" | "uninstalled" }> =>
  state.status === "authorized" || state.status === "uninstalled";

/** Changes the account where there is one. An event that does not fit the state changes nothing: `decide` never lets one be. */
const withAccount = (state: ShopState, change: (account: ShopAccount) => Partial<ShopAccount>): ShopState =>
  hasAccount(state) ? { ...state, ...change(state) } : state;

/** Without the charge of that subscription, wherever it stands. */
const withoutCharge = (account: ShopAccount, subscriptionId: string): Partial<ShopAccount> => ({
  activeCharge: account.activeCharge?.subscriptionId === subscriptionId ? null : account.activeCharge,
  pendingCharge: account.pendingCharge?.subscriptionId === subscriptionId ? null : account.pendingCharge,
});

const authorize = (state: ShopState, facts: Pick<ShopAccount, "scopes" | "profile">): ShopState => {
  if (hasAccount(state)) return { ...state, ...facts, status: "authorized" };
  if (state.status !== "installed") return state;
  return {
    ...state,
    ...facts,
    status: "authorized",
    tier: null,
    activeCharge: null,
    pendingCharge: null,
    terms: { status: "open" },
    acceptsMarketing: false,
    preferences: defaultPreferences,
    preferenceChanges: {},
    uninstallWebhooks: [],
  };
};

/** Shop after an event. An uninstall ends the charges: the platform cancels them itself. */
export const evolveShop = (state: ShopState, event: ShopEvent, { actor, instant }: EventMetadata): ShopState => {
  switch (event.type) {
    case "ShopInstalled":
      return { status: "installed", tenant: event.data.tenant, shop: event.data.shop, installedAt: instant };
    case "ShopAuthorized":
      return authorize(state, event.data);
    case "ShopProfileChanged":
      return withAccount(state, () => ({ profile: event.data.profile }));
    case "TierSelected":
      return withAccount(state, () => ({ tier: event.data }));
    case "ChargeRequested":
      return withAccount(state, () => ({ pendingCharge: event.data }));
    case "ChargeActivated":
      return withAccount(state, ({ pendingCharge }) => {
        if (pendingCharge?.subscriptionId !== event.data.subscriptionId) return {};
        const { confirmationUrl: _, ...activeCharge } = pendingCharge;
        return { activeCharge, pendingCharge: null };
      });
    case "ChargeEnded":
      return withAccount(state, (account) => withoutCharge(account, event.data.subscriptionId));
    case "TermsAccepted":
      return withAccount(state, () => ({
        terms: { status: "accepted", version: event.data.version, acceptedAt: instant },
        acceptsMarketing: event.data.acceptsMarketing,
      }));
    case "TermsDeclined":
      return withAccount(state, () => ({ terms: { status: "declined", version: event.data.version } }));
    case "MarketingChoiceChanged":
      return withAccount(state, () => event.data);
    case "PreferenceChanged":
      return withAccount(state, ({ preferences, preferenceChanges }) => ({
        preferences: { ...preferences, [event.data.field]: event.data.to },
        preferenceChanges: { ...preferenceChanges, [event.data.field]: { actor, instant } },
      }));
    case "ShopUninstalled":
      return hasAccount(state)
        ? {
            ...state,
            status: "uninstalled",
            activeCharge: null,
            pendingCharge: null,
            uninstallWebhooks: [...state.uninstallWebhooks, event.data.webhookId],
          }
        : state;
    case "ShopErased":
      return state.status === "unknown" ? state : { status: "erased", tenant: state.tenant, shop: state.shop };
  }
};
