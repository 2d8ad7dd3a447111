import type { JsonObject } from "./json.ts";
import type { ScratchSpool } from "./stores/scratch.ts";
import type { WorkFiles } from "./stores/work-files.ts";

/**
 * `shop`: its name on the platform; `tenant`: owner of the token. `signal` also aborts retries and waits. If a person
 * waits, pass the HTTP call's (application/http/call-signal.ts).
 */
export type ShopAccess = { tenant: string; shop: string; signal: AbortSignal };

export type ShopProfile = {
  /** Numeric, as text. */
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
  /** BCP 47, for collation. */
  primaryLocale: string;
};

export type Subscription = { id: string; name: string; status: string; test: boolean };

/** `topic`: as in X-Shopify-Topic (`app/uninstalled`). */
export type WebhookAddress = {
  topic: string;
  address: string;
  /** Absent: the whole body. */
  fields?: readonly string[];
};

/** Unreadable orders that a report may lack. More are a platform failure (ADR 107). */
export const maxUnreadOrders = 20;

export type OrdersRequest = {
  /** The platform's search syntax; instants quoted, UTC with Z. */
  query: string;
  /**
   * Dotted paths below Order, in the platform's names: `name`, `refunds.refundLineItems.nodes.quantity`. `id` is always
   * fetched, on every level.
   */
  fields: readonly string[];
  /**
   * Must not be missing; absent: all of `fields`. Others are left out if unreadable (P-1.7), and listed in every
   * order's `denied`.
   */
  requiredFields?: readonly string[];
  /**
   * Left out if unreadable (P-1.7). If too many orders fail for them, some pages go without, and their orders list them
   * in `unread`.
   */
  optional?: readonly string[];
  /** A report's queries share them: each doesn't wait again. */
  drops?: OptionalDrops;
  /** The newest ones; absent: all. */
  atMost?: number;
  /** Absent: {@link maxUnreadOrders}. */
  unreadAtMost?: number;
  /** Nobody waits: many failing orders are retried like other faults. */
  isPatient?: boolean;
};

/** Pages still to read without optional fields, and pages of the next drop. Mutable. */
type OptionalDrops = { pages: number; nextPages: number };

export type OrdersPart = {
  orders: JsonObject[];
  /** Cursor; null at the end. */
  after: string | null;
};

/** At most one of `after` and `before`, from an earlier page. */
export type OrderPageRequest = {
  query: string;
  /** At most 250 a page. */
  first: number;
  after?: string | undefined;
  before?: string | undefined;
  /** Ids and names only; absent: all of {@link ListedOrder}. */
  only?: "numbers";
};

/**
 * `price`: decimal text in the shop's currency. Statuses are the platform's words. Absent if it failed to give them;
 * `name` falls back to the number in the id.
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
  /** For `before`; null at the beginning. */
  previous: string | null;
  /** For `after`; null at the end. */
  next: string | null;
  /** Orders left out for an unreadable ID; absent if none. */
  missing?: number;
  /** Those, and orders without a name; absent if none. */
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
 * Most frequent first, at most {@link maxSuggestions} of each kind, up to 255 characters. Inner `orders`: newest orders
 * with the word; 0 if only a platform list has it. Outer `orders`: orders read, at most 250. `isPartial`: some were
 * unreadable.
 */
export type Suggestions = {
  orders: number;
  isPartial: boolean;
  words: Readonly<Record<SuggestionKind, readonly { word: string; orders: number }[]>>;
};

/** Metafields are named `namespace.key`. */
export type AttributeKind =
  | "noteAttributes"
  | "properties"
  | "orderMetafields"
  | "customerMetafields"
  | "productMetafields"
  | "variantMetafields";

/** Most frequent first, at most 200 of each kind. */
export type AttributeNames = Readonly<Record<AttributeKind, readonly string[]>>;

/** Identifies a running operation. */
export type BulkOperation = {
  id: string;
  query: string;
  /** The requested fields we may read. */
  fields: string[];
  /** Fields that may fail without failing the report. Absent: none. */
  optional?: string[];
  denied: string[];
  lacking: string[];
};

/** `busy`: too many at once. `pages`: use {@link StorePlatform.streamOrders}. */
export type BulkStartResult =
  | { kind: "begun"; ticket: BulkOperation }
  | { kind: "busy" }
  | { kind: "pages"; reason: string };

/** `objects` counts lines. `file`: null if nothing was found. `lost`: failed, canceled or expired. */
export type BulkStatus =
  | { kind: "running"; objects: number; orders: number }
  | { kind: "ready"; objects: number; orders: number; file: { url: string; bytes: number } | null }
  | { kind: "lost"; reason: string };

/** For reading a bulk file and sorting its lines. */
export type BulkStorage = { workFiles: WorkFiles; spool: ScratchSpool };

/** Reads orders in bulk (ADR 64): start, poll until ready, read. Calls may be far apart. */
export type BulkReader = {
  /** Idempotent for the same `key`. */
  start(access: ShopAccess, request: OrdersRequest, key: string): Promise<BulkStartResult>;
  poll(access: ShopAccess, ticket: Pick<BulkOperation, "id">): Promise<BulkStatus>;
  cancel(access: ShopAccess, ticket: Pick<BulkOperation, "id">): Promise<void>;
  /**
   * Keeps the order of {@link StorePlatform.streamOrders}. A malformed file throws: orders are never silently missing.
   * Closes its work files and removes its runs.
   */
  readOrders(access: ShopAccess, ticket: BulkOperation, room: BulkStorage): AsyncIterable<JsonObject[]>;
};

/** Calls with an access may throw {PlatformError}. Throttling, passing faults and expired tokens are handled. */
export type StorePlatform = {
  /** For the merchant's consent. `further`: scopes beyond the usual ones. */
  buildAuthorizeUrl(options: { shop: string; state: string; redirectUri: string; further?: readonly string[] }): string;
  /** Checks the query's hmac in constant time. */
  verifyQuery(query: Readonly<Record<string, string>>): boolean;
  /** Checks the raw body's X-Shopify-Hmac-Sha256. */
  verifyWebhook(body: Uint8Array, hmac: string): boolean;
  /** Stores the tokens encrypted under `token:{tenant}`; returns the granted scopes. */
  exchangeCode(access: ShopAccess, code: string): Promise<string[]>;
  /** For an uninstall. */
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
   * By CREATED_AT, newest first, a page per batch; no order twice. Nested connections are complete, flattened from
   * `{nodes: […]}` to arrays. A search warning is an error. If parts of at most {@link maxUnreadOrders} orders fail,
   * their `unread` lists the missing paths (ADR 107).
   */
  streamOrders(access: ShopAccess, request: OrdersRequest): AsyncIterable<JsonObject[]>;
  bulk: BulkReader;
  /**
   * One batch of those orders. `after`: an earlier batch's cursor, null for the first. Calls may be far apart; an order
   * that moves in between may come twice.
   */
  fetchOrdersPart(access: ShopAccess, request: OrdersRequest, after: string | null): Promise<OrdersPart>;
  /**
   * For the filter editor: contents of 250 orders, and the platform's product tags, types and vendors. No e-mail
   * addresses, no unreadable orders. Usually one request; cache it.
   */
  fetchSuggestions(access: ShopAccess): Promise<Suggestions>;
  /** Reads the newest 54 orders, without unreadable ones. Usually one request; cache it. */
  fetchAttributeNames(access: ShopAccess): Promise<AttributeNames>;
  /** Orders by CREATED_AT, newest first. */
  fetchOrderPage(access: ShopAccess, request: OrderPageRequest): Promise<OrderPage>;
};

export type PlatformErrorCode =
  /** Log in again: token or refresh refused, or app removed. */
  | "reconnect-needed"
  /** `detail` names the missing scope. */
  | "access-denied"
  /** Frozen, locked or gone. */
  | "shop-unavailable"
  /** Warned about our search: never export on a guess. */
  | "search-refused"
  /** All tries failed: 5xx, cut connections, no response. */
  | "unavailable"
  | "unexpected-answer";

/** `message` is for merchants. */
export class PlatformError extends Error {
  override name = "PlatformError";
  readonly code: PlatformErrorCode;
  readonly detail: string;
  /** Paths, without list indexes; empty if everything was denied. */
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
  /** Failed paths below an order. */
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
