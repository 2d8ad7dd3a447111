import type { LastChange } from "../core/conflict.ts";
import type { Quotas, Tier } from "../tiers/tiers.ts";
import type { ShopProfileFacts } from "./events.ts";
import type { ShopFlag } from "./features.ts";
import type { alertAddressName, Preferences } from "./preferences.ts";

export type Charge = { subscriptionId: string; tier: Tier; price: string; currency: string };

type Terms =
  | { status: "open" }
  | { status: "declined"; version: string }
  | { status: "accepted"; version: string; acceptedAt: string };

/** As the platform calls it. */
export type ZoneSince = { since: string; zone: string };

/** What is kept of a shop from its first consent until it is erased. */
export type ShopAccount = {
  tenant: string;
  shop: string;
  /** When it was installed, ISO UTC. */
  installedAt: string;
  scopes: readonly string[];
  profile: ShopProfileFacts;
  /** Its time zones, oldest first, each with the instant (ISO UTC) since which it is known: by them slots were planned ({@link zonesKept}). */
  zones: readonly ZoneSince[];
  tier: { tier: Tier; by: "plan" | "support" } | null;
  /** What support has set; null: those of the tier. */
  quotas: Quotas | null;
  /** What support has said of flags; of the others the settings say it. */
  flags: { readonly [Flag in ShopFlag]?: boolean };
  /** The tier whose charge support has waived; it ends with the tier. */
  chargeWaived: Tier | null;
  /** What the shop owes comes of an act of support, and no log-in has asked for its charge since. */
  chargedLater: boolean;
  activeCharge: Charge | null;
  /** The one that ended last: a subscription that was frozen for a while may come back. */
  endedCharge: Charge | null;
  /** `requestedAt`: ISO UTC. */
  pendingCharge: (Charge & { confirmationUrl: string; requestedAt: string }) | null;
  terms: Terms;
  acceptsMarketing: boolean;
  preferences: Preferences;
  /** Where alerts about automated reports go: a reference to the vault; '' is the shop's own address. */
  alertAddress: string;
  /** Who last changed a preference; absent for one that still has its default. */
  preferenceChanges: { readonly [F in keyof Preferences | typeof alertAddressName]?: LastChange };
  /** Ids of the uninstall webhooks seen: the platform repeats them, also after the shop has come back. */
  uninstallWebhooks: readonly string[];
};

/** A status each, so that what only an authorized shop has cannot be read of another. */
export type ShopState =
  | { status: "unknown" }
  /** Named, but its owner has not consented yet. */
  | { status: "installed"; tenant: string; shop: string; installedAt: string }
  | ({ status: "authorized" } & ShopAccount)
  | ({ status: "uninstalled" } & ShopAccount)
  | { status: "erased"; tenant: string; shop: string };

export type AuthorizedShop = Extract<ShopState, { status: "authorized" }>;
