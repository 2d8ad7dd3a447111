import type { ShopEvent } from "../shop/events.ts";
import { formatPreference, preferenceNames } from "../shop/preference-labels.ts";
import { quoteText } from "../text/quote-text.ts";
import type { Quotas } from "../tiers/tiers.ts";

type PreferenceEvent = Extract<ShopEvent, { type: "PreferenceChanged" }>;

const describePreferenceChange = ({ data: { field, from, to } }: PreferenceEvent): string =>
  `${preferenceNames[field]}: from ${formatPreference(field, from)} to ${formatPreference(field, to)}.`;

const describeFlagChange = ({ flag, value }: Extract<ShopEvent, { type: "FlagChanged" }>["data"]): string =>
  value === null
    ? `The flag ${quoteText(flag)} follows the server settings.`
    : `The flag ${quoteText(flag)} was switched ${value ? "on" : "off"}.`;

/** `25 report designs, 25 filters and 10 automated reports`. */
export const describeQuotaCounts = ({ reports, filters, automations }: Quotas): string =>
  `${reports} report designs, ${filters} filters and ${automations} automated reports`;

/** Describes an account event for support. */
export const describeAccountEvent = (event: ShopEvent): string => {
  switch (event.type) {
    case "ShopInstalled":
      return "Sheaf was installed.";
    case "ShopAuthorized":
      return "The shop's owner gave consent.";
    case "ShopProfileChanged":
      return "The shop's profile was updated from the store platform.";
    case "TierSelected":
      return event.data.by === "plan"
        ? `The shop's plan set the tier ${event.data.tier}.`
        : `Support set the tier ${event.data.tier}.`;
    case "ChargeRequested":
      return `A charge of ${event.data.price} ${event.data.currency} for the tier ${event.data.tier} was requested.`;
    case "ChargeActivated":
      return "The charge was approved.";
    case "ChargeEnded":
      return `The charge ended: ${event.data.status}.`;
    case "ChargeWaived":
      return `The charge for the tier ${event.data.tier} was waived.`;
    case "ChargeWaiverEnded":
      return `The charge for the tier ${event.data.tier} is no longer waived.`;
    case "QuotasChanged":
      return event.data.quotas === null
        ? "The quotas were reset to those of the tier."
        : `The quotas were set to ${describeQuotaCounts(event.data.quotas)}.`;
    case "FlagChanged":
      return describeFlagChange(event.data);
    case "TermsAccepted":
      return `The terms of ${event.data.version} were accepted${event.data.acceptsMarketing ? ", and news by e-mail" : ""}.`;
    case "TermsDeclined":
      return `The terms of ${event.data.version} were declined.`;
    case "MarketingChoiceChanged":
      return event.data.acceptsMarketing ? "News by e-mail was turned on." : "News by e-mail was turned off.";
    case "PreferenceChanged":
      return describePreferenceChange(event);
    case "AlertAddressChanged":
      return event.data.to === "" ? "Alerts go to the shop's own address." : "Alerts go to another address.";
    case "ShopUninstalled":
      return "Sheaf was uninstalled.";
    case "ShopErased":
      return "The shop's data was erased.";
  }
};
