import { collections, type ShopDocument } from "#domain/read-models/documents.ts";
import type { ShopEvent } from "#domain/shop/events.ts";
import type { Projection } from "../projection.ts";

const { name } = collections.shops;

/** The stream is `shop-{tenant}`: only the first event says the tenant itself. */
const tenantOf = (stream: string) => stream.slice("shop-".length);

type Shown = Exclude<
  ShopEvent,
  { type: "ChargeRequested" | "ChargeActivated" | "ChargeEnded" | "MarketingChoiceChanged" | "PreferenceChanged" }
>;

const fieldsAfter = (
  event: Exclude<Shown, { type: "ShopInstalled" }>,
  instant: string,
): Partial<Omit<ShopDocument, "stale">> => {
  switch (event.type) {
    case "ShopAuthorized":
    case "ShopProfileChanged": {
      const { name, emailRef, ianaTimezone } = event.data.profile;
      return { name, emailRef, ianaTimezone, ...(event.type === "ShopAuthorized" ? { installed: true } : {}) };
    }
    case "TierSelected":
      return { tier: event.data.tier };
    case "TermsAccepted":
      return { termsAcceptedAt: instant };
    case "TermsDeclined":
      return { termsAcceptedAt: null };
    case "ShopUninstalled":
      return { installed: false };
    case "ShopErased":
      return { installed: false, name: "", emailRef: "" };
  }
};

/** A document per installation of a shop. Until its owner has consented, all that is known is what it is called. */
export const shops: Projection<Shown["type"]> = {
  name,
  version: 1,
  collection: collections.shops,
  types: [
    "ShopInstalled",
    "ShopAuthorized",
    "ShopProfileChanged",
    "TierSelected",
    "TermsAccepted",
    "TermsDeclined",
    "ShopUninstalled",
    "ShopErased",
  ],
  documentOf: (event) => ({ collection: name, id: tenantOf(event.stream) }),
  project: (event) => {
    const id = tenantOf(event.stream);
    if (event.type !== "ShopInstalled")
      return [{ collection: name, kind: "merge", id, fields: fieldsAfter(event, event.metadata.instant) }];
    const document: ShopDocument = {
      tenant: event.data.tenant,
      shop: event.data.shop,
      name: event.data.shop,
      emailRef: "",
      ianaTimezone: "UTC",
      tier: null,
      termsAcceptedAt: null,
      installed: false,
    };
    return [{ collection: name, kind: "put", id, document }];
  },
};
