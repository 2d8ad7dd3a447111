import type { LastChange } from "../core/conflict.ts";
import type { Quotas, Tier } from "../tiers/tiers.ts";
import type { ShopProfileFacts } from "./events.ts";
import type { ShopFlag } from "./features.ts";
import type { alertAddressName, Preferences } from "./preferences.ts";

export type Charge = { subscriptionId: string; tier: Tier; price: string; currency: string };

/** `activatedAt`: ISO UTC. The trial began then. */
type ApprovedCharge = Charge & { activatedAt: string };

/** `status`: in the platform's words, such as FROZEN. */
type EndedCharge = ApprovedCharge & { status: string };

type Terms =
  | { status: "open" }
  | { status: "declined"; version: string }
  | { status: "accepted"; version: string; acceptedAt: string };

export type ZoneSince = {
  since: string;
  /** The platform's name of the zone. */
  zone: string;
};

/** An account exists from the first consent until the erasure. */
export type ShopAccount = {
  tenant: string;
  shop: string;
  /** Instant, ISO UTC. */
  installedAt: string;
  scopes: readonly string[];
  profile: ShopProfileFacts;
  /** Oldest first, with the instant (ISO UTC) of each change; at most {@link maxZones}. Slots were planned by them. */
  zones: readonly ZoneSince[];
  tier: { tier: Tier; by: "plan" | "support" } | null;
  /** Set by support; null means the tier's quotas. */
  quotas: Quotas | null;
  /** Set by support. Settings decide on the others. */
  flags: { readonly [Flag in ShopFlag]?: boolean };
  /** The tier whose charge support has waived. The waiver ends with the tier. */
  chargeWaived: Tier | null;
  /** Support caused the open charge, and no login has asked for it yet. */
  chargedLater: boolean;
  activeCharge: ApprovedCharge | null;
  /** Kept because a frozen subscription may come back. */
  endedCharge: EndedCharge | null;
  /** `requestedAt`: ISO UTC. */
  pendingCharge: (Charge & { confirmationUrl: string; requestedAt: string }) | null;
  terms: Terms;
  acceptsMarketing: boolean;
  preferences: Preferences;
  /** Vault reference of the address for alerts; '' is the shop's own address. */
  alertAddress: string;
  /** Absent while a preference has its default. */
  preferenceChanges: { readonly [F in keyof Preferences | typeof alertAddressName]?: LastChange };
  /** Ids of received webhooks. The platform repeats them, even after a new installation. */
  uninstallWebhooks: readonly string[];
};

/** One variant per status, so the compiler keeps an authorized shop's fields from the others. */
export type ShopState =
  | { status: "unknown" }
  /** Named, but without the owner's consent. */
  | { status: "installed"; tenant: string; shop: string; installedAt: string }
  | ({ status: "authorized" } & ShopAccount)
  | ({ status: "uninstalled" } & ShopAccount)
  | { status: "erased"; tenant: string; shop: string };

export type AuthorizedShop = Extract<ShopState, { status: "authorized" }>;
