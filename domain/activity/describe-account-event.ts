import type { ShopEvent } from "../shop/events.ts";
import { formatPreference, preferenceNames } from "../shop/preference-labels.ts";
import { quoteText } from "../text/quote-text.ts";
import type { Quotas } from "../tiers/tiers.ts";

type PreferenceEvent = Extract<ShopEvent, { type: "PreferenceChanged" }>;

const describePreferenceChange = ({ data: { field, from, to } }: PreferenceEvent): string =>
  `${preferenceNames[field]}: from ${formatPreference(field, from)} to ${formatPreference(field, to)}.`;

const describeFlagChange = ({ flag, value }: Extract<ShopEvent, { type: "FlagChanged" }>["data"]): string =>
  value === null
    ? `The flag ${quoteText(flag)} is as the settings say.`
    : `The flag ${quoteText(flag)} was switched ${value ? "on" : "off"}.`;

/** The quotas in words. */
export const describeQuotaCounts = ({ reports, filters, automations }: Quotas): string =>
  `${reports} report designs, ${filters} filters and ${automations} automated reports`;

/** An account event, as a sentence for support. */
export const describeAccountEvent = (event: ShopEvent): string => {
  switch (event.type) {
    case "ShopInstalled":
      return "Sheaf was installed.";
    case "ShopAuthorized":
      return "The shop's owner gave consent.";
    case "ShopProfileChanged":
      return "The platform told what is new in the shop's profile.";
    case "TierSelected":
      return event.data.by === "plan"
        ? `The tier ${event.data.tier} followed from the shop's plan.`
        : `Support set the tier ${event.data.tier}.`;
    case "ChargeRequested":
      return `A charge of ${event.data.price} ${event.data.currency} for the tier ${event.data.tier} was asked for.`;
    case "ChargeActivated":
      return "The charge was approved.";
    case "ChargeEnded":
      return `The charge ended: ${event.data.status}.`;
    case "ChargeWaived":
      return `The charge of the tier ${event.data.tier} was waived.`;
    case "ChargeWaiverEnded":
      return `The charge of the tier ${event.data.tier} is waived no more.`;
    case "QuotasChanged":
      return event.data.quotas === null
        ? "The quotas are those of the tier again."
        : `The quotas are ${describeQuotaCounts(event.data.quotas)}.`;
    case "FlagChanged":
      return describeFlagChange(event.data);
    case "TermsAccepted":
      return `The terms of ${event.data.version} were accepted${event.data.acceptsMarketing ? ", and news by e-mail" : ""}.`;
    case "TermsDeclined":
      return `The terms of ${event.data.version} were declined.`;
    case "MarketingChoiceChanged":
      return event.data.acceptsMarketing ? "News by e-mail were allowed." : "News by e-mail are no longer allowed.";
    case "PreferenceChanged":
      return describePreferenceChange(event);
    case "AlertAddressChanged":
      return event.data.to === "" ? "Alerts go to the shop's own address." : "Alerts go to another address.";
    case "ShopUninstalled":
      return "Sheaf was uninstalled.";
    case "ShopErased":
      return "What was kept of the shop was erased.";
  }
};
