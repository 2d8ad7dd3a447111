import type { JsonObject } from "./json.ts";
import type { ScratchSpool } from "./stores/scratch.ts";
import type { WorkFiles } from "./stores/work-files.ts";

/**
 * `shop`: its name on the platform; `tenant`: whose token is used. `signal` aborts the call with all its retries and
 * waits; the call rejects with its reason. When a person waits, pass the HTTP call's own signal
 * (application/http/call-signal.ts).
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

/**
 * A topic as in X-Shopify-Topic (`app/uninstalled`), and its target URL. `fields`: send only these of the body; absent:
 * all.
 */
export type WebhookAddress = { topic: string; address: string; fields?: readonly string[] };

/** More unreadable orders in a report count as a failure of the platform (ADR 107). */
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
   * Those of `fields` that must not be missing; absent: all. Others are left out if we may not read them (a scope never
   * granted, protected customer data, P-1.7). Every order lists their paths in `denied`.
   */
  requiredFields?: readonly string[];
  /**
   * Further fields, left out if the platform has not approved us to read them (protected customer data, P-1.7). If it
   * fails for too many orders with them, they are dropped, and every further order lists them in `unread`.
   */
  optional?: readonly string[];
  /** At most this many of the newest; absent: all. */
  atMost?: number;
  /** Most orders that may lack a field the platform failed to give; absent: {@link maxUnreadOrders}. */
  unreadAtMost?: number;
};

/** `after`: the cursor to continue from; null at the end. */
export type OrdersPart = { orders: JsonObject[]; after: string | null };

/**
 * At most one of `after` and `before`; neither for the first page. Both are cursors of an earlier page of the same
 * query.
 */
export type OrderPageRequest = {
  query: string;
  /** Orders a page, at most 250. */
  first: number;
  after?: string | undefined;
  before?: string | undefined;
  /** Ids and names alone; absent: all of {@link ListedOrder}. */
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

/**
 * `previous` and `next`: cursors for `before` and `after`, null at either end. `missing`: orders left out since their id
 * can't be read. `unread`: these and those without a name. Both are absent if there are none.
 */
export type OrderPage = {
  orders: ListedOrder[];
  previous: string | null;
  next: string | null;
  missing?: number;
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
  | "cities";

export const maxSuggestions = 200;

/**
 * At most {@link maxSuggestions} distinct words of each kind, of at most 255 characters, most frequent first. Inner
 * `orders`: number of newest orders with the word; 0 if only a list of the platform has it. Outer `orders`: number of
 * orders read, at most 250.
 */
export type Suggestions = {
  orders: number;
  words: Readonly<Record<SuggestionKind, readonly { word: string; orders: number }[]>>;
};

/** Named additions of a store to its orders, products and customers; metafields as `namespace.key`. */
export type AttributeKind =
  | "noteAttributes"
  | "properties"
  | "orderMetafields"
  | "customerMetafields"
  | "productMetafields"
  | "variantMetafields";

/** At most 200 names of each kind, most frequent first. */
export type AttributeNames = Readonly<Record<AttributeKind, readonly string[]>>;

/**
 * A running bulk operation and the data for reading its file. `fields`: the requested ones that we may read; `query`:
 * the request's text.
 */
export type BulkOperation = { id: string; query: string; fields: string[]; denied: string[]; lacking: string[] };

/**
 * `busy`: the limit of concurrent operations is reached. `pages`: not read in bulk; use {@link StorePlatform.streamOrders}.
 */
export type BulkStartResult =
  | { kind: "begun"; ticket: BulkOperation }
  | { kind: "busy" }
  | { kind: "pages"; reason: string };

/**
 * Progress in lines (`objects`) and orders. `file` of a ready operation is null when it found nothing. `lost`: it
 * failed, was canceled or expired.
 */
export type BulkStatus =
  | { kind: "running"; objects: number; orders: number }
  | { kind: "ready"; objects: number; orders: number; file: { url: string; bytes: number } | null }
  | { kind: "lost"; reason: string };

/** Storage for reading a bulk file, and for sorting its lines. */
export type BulkStorage = { workFiles: WorkFiles; spool: ScratchSpool };

/** Orders read by a bulk operation (ADR 64): begin, look until ready, then read. The calls may be far apart. */
export type BulkReader = {
  /** Idempotent for the same `key`. */
  start(access: ShopAccess, request: OrdersRequest, key: string): Promise<BulkStartResult>;
  poll(access: ShopAccess, ticket: Pick<BulkOperation, "id">): Promise<BulkStatus>;
  cancel(access: ShopAccess, ticket: Pick<BulkOperation, "id">): Promise<void>;
  /**
   * The orders of a ready operation, complete and in the order of {@link StorePlatform.streamOrders}. A malformed file is an
   * error; orders are never silently missing. Closes its work files and removes its runs.
   */
  readOrders(access: ShopAccess, ticket: BulkOperation, room: BulkStorage): AsyncIterable<JsonObject[]>;
};

/**
 * The store platform's API. Every call with an access may throw {PlatformError}. Throttling, passing faults and expired
 * tokens are dealt with inside.
 */
export type StorePlatform = {
  /** Address for the merchant's consent. `further`: scopes beyond those that every shop is asked for. */
  buildAuthorizeUrl(options: { shop: string; state: string; redirectUri: string; further?: readonly string[] }): string;
  /** True if the query's hmac matches one of our secrets (constant time). */
  verifyQuery(query: Readonly<Record<string, string>>): boolean;
  /** True if the raw body's X-Shopify-Hmac-Sha256 is right. */
  verifyWebhook(body: Uint8Array, hmac: string): boolean;
  /**
   * Trades the code for tokens, checks the scopes and stores the tokens encrypted under `token:{tenant}`. Answers the
   * granted scopes.
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
  /** Registers each topic to its address unless it is registered already. */
  registerWebhooks(access: ShopAccess, webhooks: readonly WebhookAddress[]): Promise<void>;
  countOrders(access: ShopAccess, query: string): Promise<number>;
  /**
   * Orders by CREATED_AT, newest first, in batches of a page; no order twice. Nested connections are complete and
   * flattened from `{nodes: […]}` to plain arrays. A search warning is an error. If the platform fails for parts of
   * single orders, at most {@link maxUnreadOrders}, their `unread` lists the missing paths (ADR 107).
   */
  streamOrders(access: ShopAccess, request: OrdersRequest): AsyncIterable<JsonObject[]>;
  bulk: BulkReader;
  /**
   * One batch of those orders; `after` is an earlier batch's cursor, null for the first. The calls may be far apart.
   * `atMost` bounds the batch. An order that moves in the meantime may come twice.
   */
  fetchOrdersPart(access: ShopAccess, request: OrdersRequest, after: string | null): Promise<OrdersPart>;
  /**
   * Suggestions for the filter editor from the shop's own data: the contents of 250 orders, and the platform's lists of
   * product tags, types and vendors. Never e-mail addresses. One request; frequent callers should cache it.
   */
  fetchSuggestions(access: ShopAccess): Promise<Suggestions>;
  /** Attribute names in the newest 54 orders. One request; frequent callers should cache it. */
  fetchAttributeNames(access: ShopAccess): Promise<AttributeNames>;
  /** One page of orders by CREATED_AT, newest first. */
  fetchOrderPage(access: ShopAccess, request: OrderPageRequest): Promise<OrderPage>;
};

export type PlatformErrorCode =
  /** The shop must go through log-in again: token refused, refresh refused, app removed. */
  | "reconnect-needed"
  /** A scope is missing; `detail` names it. */
  | "access-denied"
  /** The shop is frozen, locked or gone. */
  | "shop-unavailable"
  /** The platform warned about our search: never export on a guess. */
  | "search-refused"
  /** Still failing after all tries: 5xx, cut connections, no answer. */
  | "unavailable"
  | "unexpected-answer";

/** `message` is a sentence for a merchant. */
export class PlatformError extends Error {
  override name = "PlatformError";
  readonly code: PlatformErrorCode;
  readonly detail: string;
  /** For access-denied: the denied paths, without list indexes; empty if everything was denied. */
  readonly denied: readonly string[];
  constructor(code: PlatformErrorCode, message: string, detail = "", denied: readonly string[] = []) {
    super(message);
    this.code = code;
    this.detail = detail;
    this.denied = denied;
  }
}

/** The platform answers, but fails for more orders than a report may lack. */
export class TooManyUnread extends PlatformError {
  constructor(reason: string) {
    super(
      "unavailable",
      "The store platform can't read many of your orders right now. Try again in a few minutes.",
      reason,
    );
  }
}
