import type { JsonObject } from "./json.ts";
import type { ScratchSpool } from "./stores/scratch.ts";
import type { WorkFiles } from "./stores/work-files.ts";

/**
 * `shop`: its name on the platform; `tenant`: whose token is used. `signal` aborts the call with its retries and waits.
 * When a person waits, pass the HTTP call's own signal (application/http/call-signal.ts).
 */
export type ShopAccess = { tenant: string; shop: string; signal: AbortSignal };

export type ShopProfile = {
  /** Numeric id on the platform, as text. */
  platformId: string;
  name: string;
  email: string;
  myshopifyDomain: string;
  ianaTimezone: string;
  currencyCode: string;
  moneyFormat: string;
  weightUnit: string;
  taxesIncluded: boolean;
  /** The plan's public name: Basic, Shopify (standard), Advanced, Plus. */
  plan: string;
  /** BCP 47, for collation. */
  primaryLocale: string;
};

export type Subscription = { id: string; name: string; status: string; test: boolean };

/** A topic as in X-Shopify-Topic (`app/uninstalled`), and its target URL. */
export type WebhookAddress = {
  topic: string;
  address: string;
  /** Send only these fields of the body; if absent, all. */
  fields?: readonly string[];
};

/** Most unreadable orders in a report. More count as a failure of the platform (ADR 107). */
export const maxUnreadOrders = 20;

export type OrdersRequest = {
  /** In the platform's search syntax; instants quoted, UTC with Z. */
  query: string;
  /**
   * Dotted paths below Order in the platform's names, connections with `nodes`: `name`, `lineItems.nodes.title`,
   * `refunds.refundLineItems.nodes.quantity`. `id` is always fetched, on every level.
   */
  fields: readonly string[];
  /**
   * Fields of `fields` that must not be missing; if absent, all. Others are left out if we may not read them (P-1.7),
   * and listed in every order's `denied`.
   */
  requiredFields?: readonly string[];
  /**
   * Further fields, left out if we may not read them (P-1.7). If too many orders fail for them, they are dropped for
   * some pages, and listed in the `unread` of these pages' orders.
   */
  optional?: readonly string[];
  /** Drops of `optional`. The queries of one report share them, so that each doesn't wait again. */
  drops?: OptionalDrops;
  /** Maximum of orders, the newest; if absent, all. */
  atMost?: number;
  /** Most orders that may lack a field; absent: {@link maxUnreadOrders}. */
  unreadAtMost?: number;
  /** True if no person waits. Many failing orders are then retried as often as other faults of the platform. */
  isPatient?: boolean;
};

/** Pages still to read without the optional fields, and pages of the next drop. Changed while reading. */
type OptionalDrops = { pages: number; nextPages: number };

export type OrdersPart = {
  orders: JsonObject[];
  /** The cursor to continue from; null at the end. */
  after: string | null;
};

/** Has at most one of `after` and `before`, cursors of an earlier page of the query. The first page has neither. */
export type OrderPageRequest = {
  query: string;
  /** Orders a page, at most 250. */
  first: number;
  after?: string | undefined;
  before?: string | undefined;
  /** Ids and names only; if absent, all of {@link ListedOrder}. */
  only?: "numbers";
};

/**
 * An order in a list. `price` is decimal text in the shop's currency; statuses are in the platform's words. Fields that
 * the platform failed to give are absent; `name` falls back to the number in the id.
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
  /** Number of orders left out because their ID is unreadable; absent if none. */
  missing?: number;
  /** Number of those and of orders without a name; absent if none. */
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
 * Distinct words, most frequent first: at most {@link maxSuggestions} of each kind, up to 255 characters. Inner
 * `orders`: newest orders with the word; 0 if only a list of the platform has it. Outer `orders`: orders read, at most
 * 250. `isPartial`: orders among them were left out, as the platform fails to read them.
 */
export type Suggestions = {
  orders: number;
  isPartial: boolean;
  words: Readonly<Record<SuggestionKind, readonly { word: string; orders: number }[]>>;
};

/** Custom attributes of orders, products and customers; metafields as `namespace.key`. */
export type AttributeKind =
  | "noteAttributes"
  | "properties"
  | "orderMetafields"
  | "customerMetafields"
  | "productMetafields"
  | "variantMetafields";

/** Attribute names, most frequent first, at most 200 of each kind. */
export type AttributeNames = Readonly<Record<AttributeKind, readonly string[]>>;

/** A running bulk operation. */
export type BulkOperation = {
  id: string;
  /** The request's text. */
  query: string;
  /** The requested fields that we may read. */
  fields: string[];
  /** Those that no report fails for. Absent: none. */
  optional?: string[];
  denied: string[];
  lacking: string[];
};

/**
 * `busy`: the limit of concurrent operations is reached. `pages`: not read in bulk; use {@link
 * StorePlatform.streamOrders}.
 */
export type BulkStartResult =
  | { kind: "begun"; ticket: BulkOperation }
  | { kind: "busy" }
  | { kind: "pages"; reason: string };

/**
 * Progress in lines (`objects`) and orders. `file` is null when nothing was found. `lost`: failed, canceled or expired.
 */
export type BulkStatus =
  | { kind: "running"; objects: number; orders: number }
  | { kind: "ready"; objects: number; orders: number; file: { url: string; bytes: number } | null }
  | { kind: "lost"; reason: string };

/** Storage for reading a bulk file, and for sorting its lines. */
export type BulkStorage = { workFiles: WorkFiles; spool: ScratchSpool };

/** Reads orders by a bulk operation (ADR 64): start, poll until ready, read. The calls may be far apart. */
export type BulkReader = {
  /** Idempotent for the same `key`. */
  start(access: ShopAccess, request: OrdersRequest, key: string): Promise<BulkStartResult>;
  poll(access: ShopAccess, ticket: Pick<BulkOperation, "id">): Promise<BulkStatus>;
  cancel(access: ShopAccess, ticket: Pick<BulkOperation, "id">): Promise<void>;
  /**
   * Reads the orders of a ready operation in the order of {@link StorePlatform.streamOrders}. Throws on a malformed
   * file: orders are never silently missing. Closes its work files and removes its runs.
   */
  readOrders(access: ShopAccess, ticket: BulkOperation, room: BulkStorage): AsyncIterable<JsonObject[]>;
};

/**
 * The store platform's API. Every call with an access may throw {PlatformError}. It handles throttling, passing faults
 * and expired tokens.
 */
export type StorePlatform = {
  /** Builds the address for the merchant's consent. `further`: scopes beyond the usual ones. */
  buildAuthorizeUrl(options: { shop: string; state: string; redirectUri: string; further?: readonly string[] }): string;
  /** Checks the query's hmac against our secrets in constant time. */
  verifyQuery(query: Readonly<Record<string, string>>): boolean;
  /** Checks the raw body's X-Shopify-Hmac-Sha256. */
  verifyWebhook(body: Uint8Array, hmac: string): boolean;
  /**
   * Exchanges the code for tokens, checks the scopes and stores the tokens encrypted under `token:{tenant}`. Returns
   * the granted scopes.
   */
  exchangeCode(access: ShopAccess, code: string): Promise<string[]>;
  /** Deletes the tokens (uninstall). */
  forgetTokens(tenant: string): Promise<void>;
  fetchShopProfile(access: ShopAccess): Promise<ShopProfile>;
  fetchLocations(access: ShopAccess): Promise<{ id: string; name: string }[]>;
  createSubscription(
    access: ShopAccess,
    options: { name: string; price: string; currency: string; trialDays: number; returnUrl: string; test: boolean },
  ): Promise<{ id: string; confirmationUrl: string }>;
  fetchActiveSubscriptions(access: ShopAccess): Promise<Subscription[]>;
  /** Registers each topic's address unless it already is. */
  registerWebhooks(access: ShopAccess, webhooks: readonly WebhookAddress[]): Promise<void>;
  countOrders(access: ShopAccess, query: string): Promise<number>;
  /**
   * Streams orders by CREATED_AT, newest first, a page per batch; no order twice. Nested connections are complete,
   * flattened from `{nodes: […]}` to arrays. A search warning is an error. If the platform fails for parts of at most
   * {@link maxUnreadOrders} orders, their `unread` lists the missing paths (ADR 107).
   */
  streamOrders(access: ShopAccess, request: OrdersRequest): AsyncIterable<JsonObject[]>;
  bulk: BulkReader;
  /**
   * Fetches one batch of those orders, at most `atMost`. `after`: an earlier batch's cursor, null for the first. The
   * calls may be far apart; an order that moves in between may come twice.
   */
  fetchOrdersPart(access: ShopAccess, request: OrdersRequest, after: string | null): Promise<OrdersPart>;
  /**
   * Fetches suggestions for the filter editor: the contents of 250 orders, and the platform's product tags, types and
   * vendors. Never e-mail addresses. Orders that the platform fails to read are left out. Usually one request; cache it.
   */
  fetchSuggestions(access: ShopAccess): Promise<Suggestions>;
  /** Fetches the attribute names of the newest 54 orders, except unreadable ones. Usually one request; cache it. */
  fetchAttributeNames(access: ShopAccess): Promise<AttributeNames>;
  /** Fetches one page of orders by CREATED_AT, newest first. */
  fetchOrderPage(access: ShopAccess, request: OrderPageRequest): Promise<OrderPage>;
};

export type PlatformErrorCode =
  /** The shop must log in again: token or refresh refused, or app removed. */
  | "reconnect-needed"
  /** A scope is missing; `detail` names it. */
  | "access-denied"
  /** The shop is frozen, locked or gone. */
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
  /** The denied paths of access-denied, without list indexes; empty if everything was denied. */
  readonly denied: readonly string[];
  constructor(code: PlatformErrorCode, message: string, detail = "", denied: readonly string[] = []) {
    super(message);
    this.code = code;
    this.detail = detail;
    this.denied = denied;
  }
}

/** Thrown when more orders fail than a report may lack. */
export class TooManyUnread extends PlatformError {
  /** Paths below an order that failed. */
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
