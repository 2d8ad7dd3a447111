import { collections, type ShopDocument } from "#domain/read-models/documents.ts";
import { normalizeForSearch } from "#domain/read-models/title-keys.ts";
import { versions } from "#domain/read-models/versions.ts";
import type { ShopEvent, ShopProfileFacts } from "#domain/shop/events.ts";
import { defineProjection, type Projected } from "../projection.ts";

const { name } = collections.shops;

/** The stream is `shop-{tenant}`; only its first event contains the tenant. */
const parseTenant = (stream: string) => stream.slice("shop-".length);

const installed = ({ stream, data }: Projected<Extract<ShopEvent, { type: "ShopInstalled" }>>) => {
  const document: ShopDocument = {
    tenant: data.tenant,
    shop: data.shop,
    name: data.shop,
    nameKey: normalizeForSearch(data.shop),
    emailRef: "",
    ianaTimezone: "UTC",
    tier: null,
    charge: "none",
    chargeWaived: false,
    quotas: null,
    termsAcceptedAt: null,
    installed: false,
  };
  return [{ collection: name, kind: "put", id: parseTenant(stream), document } as const];
};

const merge = ({ stream }: Pick<Projected, "stream">, fields: Partial<Omit<ShopDocument, "stale">>) => [
  { collection: name, kind: "merge", id: parseTenant(stream), fields } as const,
];

const shownOf = ({ profile: { name, emailRef, ianaTimezone } }: { profile: ShopProfileFacts }) => ({
  name,
  nameKey: normalizeForSearch(name),
  emailRef,
  ianaTimezone,
});

/** One document per installation of a shop. Only its name is known until the owner has consented. */
export const shops = defineProjection({
  name,
  version: versions.shops,
  collection: collections.shops,
  toDocumentKey: (event) => ({ collection: name, id: parseTenant(event.stream) }),
  on: {
    ShopInstalled: installed,
    ShopAuthorized: (event) => merge(event, { ...shownOf(event.data), installed: true }),
    ShopProfileChanged: (event) => merge(event, shownOf(event.data)),
    // A waiver holds for one tier. If both events come together, the waiver's comes second.
    TierSelected: (event) => merge(event, { tier: event.data.tier, chargeWaived: false }),
    ChargeRequested: (event) => merge(event, { charge: "pending" }),
    ChargeActivated: (event) => merge(event, { charge: "active" }),
    ChargeEnded: (event) => merge(event, { charge: event.data.left }),
    ChargeWaived: (event) => merge(event, { chargeWaived: true }),
    ChargeWaiverEnded: (event) => merge(event, { chargeWaived: false }),
    QuotasChanged: (event) => merge(event, { quotas: event.data.quotas }),
    FlagChanged: ({ stream, data: { flag, value } }) =>
      merge({ stream }, { [`flag.${flag}`]: value } as Partial<ShopDocument>),
    TermsAccepted: (event) => merge(event, { termsAcceptedAt: event.metadata.instant }),
    TermsDeclined: (event) => merge(event, { termsAcceptedAt: null }),
    ShopUninstalled: (event) => merge(event, { installed: false, charge: "none", chargeWaived: false }),
    ShopErased: (event) => merge(event, { installed: false, name: "", nameKey: "", emailRef: "" }),
  },
});
