import type { CommandContext } from "../core/message.ts";
import type { Quotas, Tier } from "../tiers/tiers.ts";
import type { ShopProfileFacts } from "./events.ts";
import type { ShopFlag } from "./features.ts";
import type { Preferences } from "./preferences.ts";

/** Addresses as vault references. */
export type AlertAddressEdit = {
  /** Seen by the merchant. */
  base: string;
  wanted: string;
  /** Plaintext, for validation. */
  typed: string;
};

/** Commands on `shop-{tenant}`. */
export type ShopCommand = { context: CommandContext } & (
  | { type: "InstallShop"; tenant: string; shop: string }
  /** Comes after consent: the first time, and when scopes or profile changed. */
  | { type: "AuthorizeShop"; scopes: string[]; profile: ShopProfileFacts }
  /** The tier follows the plan, unless support has set another. */
  | { type: "SelectTier" }
  /** This and the next four come from support (ADR 102). `seen`: by the agent. */
  | { type: "ChangeTier"; tier: Tier | null; seen?: Tier | null; waive?: boolean }
  | { type: "WaiveCharge"; seen: Tier | null }
  | { type: "EndWaiver" }
  | { type: "ChangeQuotas"; quotas: Quotas | null; seen: Quotas }
  | { type: "ChangeFlag"; flag: ShopFlag; value: boolean | null; seen: boolean | null }
  /** Replaces a waiting charge. `unlessWaiting`: no-op while {@link findWaitingCharge} finds one of these terms. */
  | {
      type: "RequestCharge";
      subscriptionId: string;
      price: string;
      currency: string;
      confirmationUrl: string;
      unlessWaiting?: true;
    }
  | { type: "ActivateCharge"; subscriptionId: string }
  | { type: "EndCharge"; subscriptionId: string; status: string }
  | { type: "AcceptTerms"; version: string; acceptsMarketing: boolean }
  | { type: "DeclineTerms"; version: string }
  /** `base`: seen by the user. `wanted`: after the user's changes (D-4). */
  | { type: "ChangePreferences"; base: Preferences; wanted: Preferences; alerts?: AlertAddressEdit }
  | { type: "ChangeMarketingChoice"; acceptsMarketing: boolean }
  | { type: "UninstallShop"; webhookId: string }
  | { type: "EraseShop"; reason: string }
);
