import type { JsonObject } from "#infra/ports/json.ts";
import type {
  AttributeNames,
  BulkReader,
  OrderPage,
  PlatformError,
  ShopAccess,
  ShopProfile,
  StorePlatform,
  Subscription,
  SuggestionKind,
  Suggestions,
} from "#infra/ports/store-platform.ts";
import { matchesOneOf, queryDigest, webhookDigest } from "#infra/store-platform/calls/signatures.ts";
import { askedPart } from "../columns/asked-part.ts";
import { isFoundBy } from "./orders-within.ts";

const secret = "hush";

/** Returns an order, by name, that couldn't be read in full, with what it lacks. The search still finds it. */
const answered = (order: JsonObject, fields: readonly string[]): JsonObject => {
  const { name = null, unread } = order;
  const given = fields.filter((field) => !Array.isArray(unread) || !unread.includes(field));
  return { ...askedPart(order, given), ...(unread === undefined ? {} : { name, unread }) };
};

/** Reads orders by pages alone. */
export const noBulk: BulkReader = {
  start: async () => ({ kind: "pages", reason: "There is no bulk here." }),
  poll: async () => ({ kind: "lost", reason: "There is no bulk here." }),
  cancel: async () => undefined,
  readOrders: () => {
    throw new Error("There is no bulk here.");
  },
};

/** Signs a query like the platform. */
export const signed = (query: Record<string, string>): Record<string, string> => ({
  ...query,
  hmac: queryDigest(secret, query),
});

export const webhookSignature = (body: string | Uint8Array): string => webhookDigest(secret, Buffer.from(body));

/** Creates a store platform that answers from memory, notes calls and fails on demand. */
export const createPlatformForTests = () => {
  const asked: string[] = [];
  const subscriptions: Subscription[] = [];
  const failing = new Map<string, PlatformError>();
  const counts = new Map<string, number>();
  const pages: OrderPage[] = [];
  /** By shop, newest first. */
  const ordersOf = new Map<string, JsonObject[]>();
  const fieldsAsked: (readonly string[])[] = [];
  const places: { id: string; name: string }[] = [];
  const words: { -readonly [Kind in SuggestionKind]: string[] } = {
    salesChannels: [],
    orderTags: [],
    noteAttributes: [],
    discountCodes: [],
    properties: [],
    vendors: [],
    productTags: [],
    productTypes: [],
    productTitles: [],
    productIds: [],
    skus: [],
    customerTags: [],
    countries: [],
    cities: [],
    billingCountries: [],
    provinces: [],
    currencies: [],
    sources: [],
    shippingMethods: [],
    paymentGateways: [],
  };
  const attributeNames: { -readonly [Kind in keyof AttributeNames]: string[] } = {
    noteAttributes: [],
    properties: [],
    orderMetafields: [],
    customerMetafields: [],
    productMetafields: [],
    variantMetafields: [],
  };
  /** Time zones of shops outside Athens. */
  const zones = new Map<string, string>();
  /** Scopes granted beyond the usual ones. */
  const granted: string[] = [];
  /** Delay parts of the orders, and orders. */
  type Hook = (access: ShopAccess) => Promise<void> | undefined;
  const hooks: { beforePart: Hook; beforeOrders: Hook } = {
    beforePart: () => undefined,
    beforeOrders: () => undefined,
  };
  let charges = 0;
  const note = (call: string, detail = "") => {
    asked.push(detail === "" ? call : `${call} ${detail}`);
    const failure = failing.get(call);
    if (failure) throw failure;
  };
  const profileOf = (shop: string): ShopProfile => ({
    platformId: "7001",
    name: shop,
    email: `owner@${shop}.example`,
    myshopifyDomain: `${shop}.myshopify.com`,
    ianaTimezone: zones.get(shop) ?? "Europe/Athens",
    currencyCode: "EUR",
    moneyFormat: "{{amount}} EUR",
    weightUnit: "KILOGRAMS",
    taxesIncluded: true,
    plan: "Basic",
    primaryLocale: "el",
  });
  const platform: StorePlatform = {
    bulk: noBulk,
    buildAuthorizeUrl: ({ shop, state, redirectUri, further = [] }) =>
      `https://platform.example/${shop}/admin/oauth/authorize?${new URLSearchParams({ state, redirect_uri: redirectUri, further: further.join(",") })}`,
    verifyQuery: (query) => matchesOneOf(query.hmac ?? "", [queryDigest(secret, query)]),
    verifyWebhook: (body, hmac) => matchesOneOf(hmac, [webhookDigest(secret, body)]),
    exchangeCode: async (access, code) => {
      note("exchangeCode", `${access.shop} ${code}`);
      return ["read_orders", ...granted];
    },
    forgetTokens: async (tenant) => note("forgetTokens", tenant),
    fetchShopProfile: async ({ shop }) => {
      note("shopProfile", shop);
      return profileOf(shop);
    },
    fetchLocations: async () => {
      note("locations");
      return places;
    },
    fetchSuggestions: async ({ shop }) => {
      note("suggestions", shop);
      const counted = Object.entries(words).map(([kind, list]) => [
        kind,
        list.map((word) => ({ word, orderCount: 33 })),
      ]);
      return { ordersRead: 250, isPartial: false, words: Object.fromEntries(counted) as Suggestions["words"] };
    },
    fetchAttributeNames: async ({ shop }) => {
      note("attributes", shop);
      return attributeNames;
    },
    createSubscription: async (_access, options) => {
      note("createSubscription", `${options.name} ${options.price} test=${options.test}`);
      charges += 1;
      return {
        id: `gid://shopify/AppSubscription/${charges}`,
        confirmationUrl: `https://platform.example/charge/${charges}`,
      };
    },
    fetchActiveSubscriptions: async () => {
      note("activeSubscriptions");
      return subscriptions;
    },
    registerWebhooks: async (_access, webhooks) =>
      note("registerWebhooks", webhooks.map(({ address }) => address).join(" ")),
    countOrders: async ({ shop }, query) => {
      note("ordersCount", query);
      return counts.get(shop) ?? 0;
    },
    fetchOrderPage: async (_access, { query, first, after, before }) => {
      note("orderPage", `${query} first=${first} after=${after ?? ""} before=${before ?? ""}`);
      return pages.shift() ?? { orders: [], previous: null, next: null };
    },
    streamOrders: async function* (access, { query, atMost, fields }) {
      const { shop } = access;
      note("orders", `${shop} ${query} atMost=${atMost ?? "all"}`);
      fieldsAsked.push(fields);
      await hooks.beforeOrders(access);
      const found = (ordersOf.get(shop) ?? []).filter(isFoundBy(query));
      const wanted = found.slice(0, atMost);
      if (wanted.length > 0) yield wanted.map((order) => answered(order, fields));
    },
    fetchOrdersPart: async (access, { query, atMost = 250, fields }, after) => {
      const { shop } = access;
      note("fetchOrdersPart", `${shop} ${query} atMost=${atMost} after=${after ?? ""}`);
      fieldsAsked.push(fields);
      await hooks.beforePart(access);
      const found = (ordersOf.get(shop) ?? []).filter(isFoundBy(query));
      const end = Number(after ?? 0) + atMost;
      const orders = found.slice(Number(after ?? 0), end).map((order) => answered(order, fields));
      return { orders: orders as JsonObject[], after: end < found.length ? String(end) : null };
    },
  };
  return {
    ...platform,
    asked,
    subscriptions,
    failing,
    counts,
    pages,
    ordersOf,
    fieldsAsked,
    places,
    words,
    attributeNames,
    zones,
    granted,
    profileOf,
    hooks,
  };
};
