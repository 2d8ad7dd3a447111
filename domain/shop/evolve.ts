import type { EventMetadata } from "../core/message.ts";
import type { ShopEvent, ShopProfileFacts } from "./events.ts";
import { alertAddressName, defaultPreferences } from "./preferences.ts";
import type { ShopAccount, ShopState, ZoneSince } from "./state.ts";

const hasAccount = (state: ShopState): state is Extract<ShopState, { status: "authorized" | "uninstalled" }> =>
  state.status === "authorized" || state.status === "uninstalled";

/** Changes the account. Ignores events that don't fit the state; `decide` never emits them. */
const withAccount = (state: ShopState, change: (account: ShopAccount) => Partial<ShopAccount>): ShopState =>
  hasAccount(state) ? { ...state, ...change(state) } : state;

/** Remembers an active charge. */
const withoutCharge = (
  account: ShopAccount,
  { subscriptionId, status }: { subscriptionId: string; status: string },
): Partial<ShopAccount> => {
  const { activeCharge, pendingCharge } = account;
  return {
    ...(activeCharge?.subscriptionId === subscriptionId
      ? { activeCharge: null, endedCharge: { ...activeCharge, status } }
      : {}),
    ...(pendingCharge?.subscriptionId === subscriptionId ? { pendingCharge: null } : {}),
  };
};

const withActiveCharge = (account: ShopAccount, subscriptionId: string, instant: string): Partial<ShopAccount> => {
  const { pendingCharge, endedCharge } = account;
  if (pendingCharge?.subscriptionId === subscriptionId) {
    const { confirmationUrl: _url, requestedAt: _at, ...charge } = pendingCharge;
    return { activeCharge: { ...charge, activatedAt: instant }, pendingCharge: null, endedCharge: null };
  }
  if (endedCharge?.subscriptionId !== subscriptionId) return {};
  const { status: _status, ...activeCharge } = endedCharge;
  return { activeCharge, endedCharge: null };
};

/**
 * A new tier ends the waiver. The charge of a different tier set by support waits for the next login; a plan's tier,
 * selected at a login, is charged at once.
 */
const withTier = (
  account: ShopAccount,
  tier: NonNullable<ShopAccount["tier"]>,
  { kind }: EventMetadata["actor"],
): Partial<ShopAccount> => ({
  tier,
  chargeWaived: null,
  chargedLater: kind === "agent" && (account.chargedLater || account.tier?.tier !== tier.tier),
});

/** `value` null: removes the flag's override. */
const flagsWith = (
  flags: ShopAccount["flags"],
  { flag, value }: Extract<ShopEvent, { type: "FlagChanged" }>["data"],
): ShopAccount["flags"] => {
  const { [flag]: _, ...others } = flags;
  return value === null ? others : { ...others, [flag]: value };
};

/** Shops move rarely. */
const maxZones = 20;

/** Adds a zone. Beyond {@link maxZones} the oldest zone is dropped, and the second takes over its `since`. */
const zonesWith = (
  zones: readonly ZoneSince[],
  { ianaTimezone: zone }: ShopProfileFacts,
  since: string,
): readonly ZoneSince[] => {
  if (zones.at(-1)?.zone === zone) return zones;
  const all = [...zones, { since, zone }];
  const [oldest, second, ...rest] = all;
  return all.length > maxZones && oldest && second ? [{ ...second, since: oldest.since }, ...rest] : all;
};

const authorize = (state: ShopState, facts: Pick<ShopAccount, "scopes" | "profile">, instant: string): ShopState => {
  if (hasAccount(state))
    return { ...state, ...facts, zones: zonesWith(state.zones, facts.profile, instant), status: "authorized" };
  if (state.status !== "installed") return state;
  return {
    ...state,
    ...facts,
    zones: zonesWith([], facts.profile, instant),
    status: "authorized",
    tier: null,
    quotas: null,
    flags: {},
    chargeWaived: null,
    chargedLater: false,
    activeCharge: null,
    pendingCharge: null,
    endedCharge: null,
    terms: { status: "open" },
    acceptsMarketing: false,
    preferences: defaultPreferences,
    alertAddress: "",
    preferenceChanges: {},
    uninstallWebhooks: [],
  };
};

/** An uninstall ends the charges, because the platform cancels them itself. */
export const evolveShop = (state: ShopState, event: ShopEvent, { actor, instant }: EventMetadata): ShopState => {
  switch (event.type) {
    case "ShopInstalled":
      return { status: "installed", tenant: event.data.tenant, shop: event.data.shop, installedAt: instant };
    case "ShopAuthorized":
      return authorize(state, event.data, instant);
    case "ShopProfileChanged":
      return withAccount(state, ({ zones }) => {
        const { profile } = event.data;
        return { profile, zones: zonesWith(zones, profile, instant) };
      });
    case "TierSelected":
      return withAccount(state, (account) => withTier(account, event.data, actor));
    case "ChargeRequested":
      return withAccount(state, () => ({
        pendingCharge: { ...event.data, requestedAt: instant },
        chargedLater: false,
      }));
    case "ChargeActivated":
      return withAccount(state, (account) => withActiveCharge(account, event.data.subscriptionId, instant));
    case "ChargeEnded":
      return withAccount(state, (account) => withoutCharge(account, event.data));
    case "ChargeWaived":
      return withAccount(state, () => ({ chargeWaived: event.data.tier }));
    case "ChargeWaiverEnded":
      return withAccount(state, () => ({ chargeWaived: null, chargedLater: actor.kind === "agent" }));
    case "QuotasChanged":
      return withAccount(state, () => event.data);
    case "FlagChanged":
      return withAccount(state, ({ flags }) => ({ flags: flagsWith(flags, event.data) }));
    case "TermsAccepted":
      return withAccount(state, () => ({
        terms: { status: "accepted", version: event.data.version, acceptedAt: instant },
        acceptsMarketing: event.data.acceptsMarketing,
      }));
    case "TermsDeclined":
      return withAccount(state, () => ({ terms: { status: "declined", version: event.data.version } }));
    case "MarketingChoiceChanged":
      return withAccount(state, () => event.data);
    case "AlertAddressChanged":
      return withAccount(state, ({ preferenceChanges }) => ({
        alertAddress: event.data.to,
        preferenceChanges: { ...preferenceChanges, [alertAddressName]: { actor, instant } },
      }));
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
            chargeWaived: null,
            chargedLater: false,
            activeCharge: null,
            pendingCharge: null,
            endedCharge: null,
            uninstallWebhooks: [...state.uninstallWebhooks, event.data.webhookId],
          }
        : state;
    case "ShopErased":
      return state.status === "unknown" ? state : { status: "erased", tenant: state.tenant, shop: state.shop };
  }
};
