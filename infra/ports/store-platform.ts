import type { JsonObject } from "./json.ts";
import type { ScratchSpool } from "./stores/scratch.ts";
import type { WorkFiles } from "./stores/work-files.ts";

/**
 * `shop`: its name on the platform; `tenant`: owner of the token. `signal` also aborts retries and waits. If a person
 * waits, pass the HTTP call's (application/http/call-signal.ts).
 */
export type ShopAccess = { tenant: string; shop: string; signal: AbortSignal };

export type ShopProfile = {
  platformId: string;
  name: string;
  email: string;
  myshopifyDomain: string;
  ianaTimezone: string;
  currencyCode: string;
  moneyFormat: string;
  weightUnit: string;
  taxesIncluded: boolean;
  /** Public name: Basic, Shopify (standard), Advanced, Plus. */
  plan: string;
  /** Language (BCP 47), for collation. */
  primaryLocale: string;
};

export type Subscription = { id: string; name: string; status: string; test: boolean };

/** `topic`: as in X-Shopify-Topic (`app/uninstalled`). */
export type WebhookAddress = {
  topic: string;
  address: string;
  /** Fields of the body; absent: the whole body. */
  fields?: readonly string[];
};

/** Unreadable orders that a report may lack. More are a platform failure (ADR 107). */
export const maxUnreadOrders = 20;

export type OrdersRequest = {
  /** Search in the platform's syntax; instants quoted, UTC with Z. */
  query: string;
  /**
   * Dotted paths below Order, in the platform's names: `name`, `refunds.refundLineItems.nodes.quantity`. `id` is always
   * fetched, on every level.
   */
  fields: readonly string[];
  /**
   * Fields that the report can't do without; absent: all of `fields`. Others are left out if access to them is denied
   * (P-1.7), and listed in every order's `denied`.
   */
  requiredFields?: readonly string[];
  /**
   * Further fields, left out if access to them is denied (P-1.7). If too many orders fail because of them, some pages
   * are read without them, and the orders of those pages list them in `unread`.
   */
  optional?: readonly string[];
  /** Shared by a report's queries, so that each doesn't first have to fail because of optional fields. */
  drops?: OptionalDrops;
  /** Maximum number of orders, newest first; absent: all. */
  atMost?: number;
  /** Maximum number of unreadable orders; absent: {@link maxUnreadOrders}. */
  unreadAtMost?: number;
  /** True if nobody waits: many failing orders are then retried like other faults. */
  isPatient?: boolean;
};

/**
 * `pages`: pages still to be read without optional fields. `nextPages`: how many it will be if they fail again.
 * Mutable.
 */
type OptionalDrops = { pages: number; nextPages: number };

export type OrdersPart = {
  orders: JsonObject[];
  /** Cursor for the next part; null at the end. */
  after: string | null;
};

/** Request for a page. At most one of `after` and `before` is set, from an earlier page. */
export type OrderPageRequest = {
  query: string;
  /** Orders per page, at most 250. */
  first: number;
  after?: string | undefined;
  before?: string | undefined;
  /** Ids and names only; absent: all of {@link ListedOrder}. */
  only?: "numbers";
};

/**
 * `price`: decimal text in the shop's currency. Statuses are the platform's words. A field is absent if the platform
 * failed to give it; `name` falls back to the number in the id.
 */
export type ListedOrder = {
  id: string;
  name: string;
  createdAt?: string;
  customer?: string | null;
  financialStatus?: string | null;
  fulfillmentStatus?: string;
  price?: string;
};

export type OrderPage = {
  orders: ListedOrder[];
  /** Cursor for `before`; null at the beginning. */
  previous: string | null;
  /** Cursor for `after`; null at the end. */
  next: string | null;
  /** Orders left out for an unreadable ID; absent if none. */
  missing?: number;
  /** Number of orders left out or without a name; absent if none. */
  unread?: number;
};

/** `productIds` are numeric ids as text; `noteAttributes` and `properties` are `name:value`. */
export type SuggestionKind =
  | "salesChannels"
  | "orderTags"
  | "noteAttributes"
  | "discountCodes"
  | "properties"
  | "vendors"
  | "productTags"
  | "productTypes"
  | "productTitles"
  | "productIds"
  | "skus"
  | "customerTags"
  | "countries"
  | "cities"
  | "billingCountries"
  | "provinces"
  | "currencies"
  | "sources"
  | "shippingMethods"
  | "paymentGateways";

export const maxSuggestions = 200;

/**
 * Suggestions, the most frequent first, at most {@link maxSuggestions} of each kind, up to 255 characters.
 * `ordersRead`: number of newest orders read, at most 250. `isPartial`: some were unreadable. `orderCount`: orders read
 * that have the word; 0 if only a platform list has it.
 */
export type Suggestions = {
  ordersRead: number;
  isPartial: boolean;
  words: Readonly<Record<SuggestionKind, readonly { word: string; orderCount: number }[]>>;
};

/** Metafields are named `namespace.key`. */
export type AttributeKind =
  | "noteAttributes"
  | "properties"
  | "orderMetafields"
  | "customerMetafields"
  | "productMetafields"
  | "variantMetafields";

/** Attribute names, the most frequent first, at most 200 of each kind. */
export type AttributeNames = Readonly<Record<AttributeKind, readonly string[]>>;

/** Identifies a running operation. */
export type BulkOperation = {
  id: string;
  query: string;
  fields: string[];
  /** Fields that may fail without failing the report. Absent: none. */
  optional?: string[];
  denied: string[];
  lacking: string[];
};

/** Result of a start. `busy`: too many operations at once. `pages`: use {@link StorePlatform.streamOrders}. */
export type BulkStartResult =
  | { kind: "begun"; ticket: BulkOperation }
  | { kind: "busy" }
  | { kind: "pages"; reason: string };

/** `objects` counts lines. `file`: null if nothing was found. `lost`: the operation failed, was canceled or expired. */
export type BulkStatus =
  | { kind: "running"; objects: number; orders: number }
  | { kind: "ready"; objects: number; orders: number; file: { url: string; bytes: number } | null }
  | { kind: "lost"; reason: string };

/** Storage for reading a bulk file and sorting its lines. */
export type BulkStorage = { workFiles: WorkFiles; spool: ScratchSpool };

/** Reads orders in bulk (ADR 64): start, poll until ready, read. Calls may be far apart. */
export type BulkReader = {
  /** Idempotent for the same `key`. */
  start(access: ShopAccess, request: OrdersRequest, key: string): Promise<BulkStartResult>;
  poll(access: ShopAccess, ticket: Pick<BulkOperation, "id">): Promise<BulkStatus>;
  cancel(access: ShopAccess, ticket: Pick<BulkOperation, "id">): Promise<void>;
  /**
   * Reads orders in the order of {@link StorePlatform.streamOrders}. A malformed file throws: orders are never silently
   * missing. Closes its work files and removes its runs.
   */
  readOrders(access: ShopAccess, ticket: BulkOperation, room: BulkStorage): AsyncIterable<JsonObject[]>;
};

/** Calls with an access may throw {PlatformError}. Throttling, passing faults and expired tokens are handled. */
export type StorePlatform = {
  /** Address for the merchant's consent. `further`: scopes beyond the usual ones. */
  buildAuthorizeUrl(options: { shop: string; state: string; redirectUri: string; further?: readonly string[] }): string;
  /** Checks the query's hmac in constant time. */
  verifyQuery(query: Readonly<Record<string, string>>): boolean;
  /** Checks the raw body's X-Shopify-Hmac-Sha256. */
  verifyWebhook(body: Uint8Array, hmac: string): boolean;
  /** Stores the tokens encrypted under `token:{tenant}`; returns the granted scopes. */
  exchangeCode(access: ShopAccess, code: string): Promise<string[]>;
  forgetTokens(tenant: string): Promise<void>;
  fetchShopProfile(access: ShopAccess): Promise<ShopProfile>;
  fetchLocations(access: ShopAccess): Promise<{ id: string; name: string }[]>;
  createSubscription(
    access: ShopAccess,
    options: { name: string; price: string; currency: string; trialDays: number; returnUrl: string; test: boolean },
  ): Promise<{ id: string; confirmationUrl: string }>;
  fetchActiveSubscriptions(access: ShopAccess): Promise<Subscription[]>;
  /** Skips addresses that are registered. */
  registerWebhooks(access: ShopAccess, webhooks: readonly WebhookAddress[]): Promise<void>;
  countOrders(access: ShopAccess, query: string): Promise<number>;
  /**
   * Streams orders by CREATED_AT, newest first, one page per batch, no order twice. Nested connections are complete,
   * flattened from `{nodes: […]}` to arrays. A search warning is an error. If parts of at most {@link maxUnreadOrders}
   * orders fail, their `unread` lists the missing paths (ADR 107).
   */
  streamOrders(access: ShopAccess, request: OrdersRequest): AsyncIterable<JsonObject[]>;
  bulk: BulkReader;
  /**
   * Reads one batch of what {@link streamOrders} yields. `after`: an earlier batch's cursor, null for the first. Calls
   * may be far apart; an order that moves between them may come twice.
   */
  fetchOrdersPart(access: ShopAccess, request: OrdersRequest, after: string | null): Promise<OrdersPart>;
  /**
   * Reads words for the filter editor: contents of 250 orders, and the platform's product tags, types and vendors. No
   * e-mail addresses, no unreadable orders. Usually one request; cache the result.
   */
  fetchSuggestions(access: ShopAccess): Promise<Suggestions>;
  /**
   * Reads attribute names from the newest 54 orders, without unreadable ones. Usually one request; cache the result.
   */
  fetchAttributeNames(access: ShopAccess): Promise<AttributeNames>;
  /** Reads a page of orders by CREATED_AT, newest first. */
  fetchOrderPage(access: ShopAccess, request: OrderPageRequest): Promise<OrderPage>;
};

export type PlatformErrorCode =
  /** The merchant must log in again: token or refresh refused, or app removed. */
  | "reconnect-needed"
  /** A scope is missing, which `detail` names. */
  | "access-denied"
  | "shop-unavailable"
  /** The platform warned about our search: never export on a guess. */
  | "search-refused"
  /** All tries failed: 5xx, cut connections, no response. */
  | "unavailable"
  | "unexpected-answer";

/** `message` is for merchants. */
export class PlatformError extends Error {
  override name = "PlatformError";
  readonly code: PlatformErrorCode;
  readonly detail: string;
  /** Denied paths, without list indexes; empty if everything was denied. */
  readonly denied: readonly string[];
  constructor(code: PlatformErrorCode, message: string, detail = "", denied: readonly string[] = []) {
    super(message);
    this.code = code;
    this.detail = detail;
    this.denied = denied;
  }
}

/** More orders failed than a report may lack. */
export class TooManyUnread extends PlatformError {
  readonly paths: readonly string[];
  constructor(reason: string, paths: readonly string[] = []) {
    super(
      "unavailable",
      "The store platform can't read many of your orders right now. Try again in a few minutes.",
      reason,
    );
    this.paths = paths;
  }
}
