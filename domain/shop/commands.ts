import type { CommandContext } from "../core/message.ts";
import type { Tier } from "../tiers/tiers.ts";
import type { ShopProfileFacts } from "./events.ts";
import type { Preferences } from "./preferences.ts";

/** Where alerts are to go, as it is kept: what the user saw, and what they made of it. `typed`: the words of that, for the rules. */
export type AlertAddressEdit = { base: string; wanted: string; typed: string };

/** Commands on `shop-{tenant}`. */
export type ShopCommand = { context: CommandContext } & (
  | { type: "InstallShop"; tenant: string; shop: string }
  /** After consent: the first time, and whenever scopes or profile changed. Without a change there is no event. */
  | { type: "AuthorizeShop"; scopes: string[]; profile: ShopProfileFacts }
  /** Without `tier` it follows the plan. */
  | { type: "SelectTier"; tier?: Tier }
  /** `unlessWaiting`: nothing while a charge of the same terms waits ({@link waitingChargeOf}); else it takes that one's place. */
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
  /** `base` is what the user saw, `wanted` what they made of it (D-4). */
  | { type: "ChangePreferences"; base: Preferences; wanted: Preferences; alerts?: AlertAddressEdit }
  | { type: "ChangeMarketingChoice"; acceptsMarketing: boolean }
  | { type: "UninstallShop"; webhookId: string }
  | { type: "EraseShop"; reason: string }
);
