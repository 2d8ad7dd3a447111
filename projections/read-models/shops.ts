import { collections, type ShopDocument } from "#domain/read-models/documents.ts";
import type { ShopEvent, ShopProfileFacts } from "#domain/shop/events.ts";
import { type Projected, projectionOf } from "../projection.ts";

const { name } = collections.shops;

/** The stream is `shop-{tenant}`: only the first event says the tenant itself. */
const tenantOf = (stream: string) => stream.slice("shop-".length);

const installed = ({ stream, data }: Projected<Extract<ShopEvent, { type: "ShopInstalled" }>>) => {
  const document: ShopDocument = {
    tenant: data.tenant,
    shop: data.shop,
    name: data.shop,
    emailRef: "",
    ianaTimezone: "UTC",
    tier: null,
    termsAcceptedAt: null,
    installed: false,
  };
  return [{ collection: name, kind: "put", id: tenantOf(stream), document } as const];
};

const merge = ({ stream }: Pick<Projected, "stream">, fields: Partial<Omit<ShopDocument, "stale">>) => [
  { collection: name, kind: "merge", id: tenantOf(stream), fields } as const,
];

const shownOf = ({ profile: { name, emailRef, ianaTimezone } }: { profile: ShopProfileFacts }) => ({
  name,
  emailRef,
  ianaTimezone,
});

/** A document per installation of a shop. Until its owner has consented, all that is known is what it is called. */
export const shops = projectionOf({
  name,
  version: 1,
  collection: collections.shops,
  documentOf: (event) => ({ collection: name, id: tenantOf(event.stream) }),
  on: {
    ShopInstalled: installed,
    ShopAuthorized: (event) => merge(event, { ...shownOf(event.data), installed: true }),
    ShopProfileChanged: (event) => merge(event, shownOf(event.data)),
    TierSelected: (event) => merge(event, { tier: event.data.tier }),
    TermsAccepted: (event) => merge(event, { termsAcceptedAt: event.metadata.instant }),
    TermsDeclined: (event) => merge(event, { termsAcceptedAt: null }),
    ShopUninstalled: (event) => merge(event, { installed: false }),
    ShopErased: (event) => merge(event, { installed: false, name: "", emailRef: "" }),
  },
});
