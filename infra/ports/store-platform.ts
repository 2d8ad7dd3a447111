import type { JsonObject } from "./json.ts";
import type { ScratchSpool } from "./stores/scratch.ts";
import type { WorkFiles } from "./stores/work-files.ts";

/**
 * A shop as the platform knows it, and the tenant whose token is used. `signal` ends whatever is asked with it, all its tries and
 * waits included: it rejects with the signal's reason. Where a person waits it is the call's own (application/http/call-signal.ts).
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

/** A topic as in X-Shopify-Topic (`app/uninstalled`), and the URL that it is to be sent to. `fields`: of its body these alone; absent: all. */
export type WebhookAddress = { topic: string; address: string; fields?: readonly string[] };

/** If more orders of a report can't be read in full, it is the platform that fails (ADR 107). */
export const mostUnread = 20;

export type OrdersRequest = {
  /** In the platform's search syntax; instants quoted, UTC with Z. */
  query: string;
  /**
   * Dotted paths below Order in the platform's names, connections with `nodes`: `name`, `lineItems.nodes.title`,
   * `refunds.refundLineItems.nodes.quantity`. `id` is always fetched, on every level.
   */
  fields: readonly string[];
  /**
   * Those of `fields` that must not be missing; absent: all. Of the others those are left out that the shop or the platform does not let
   * us read (a scope that was never granted, protected customer data, P-1.7), and every order names them: `denied` holds the paths.
   */
  needed?: readonly string[];
  /**
   * More of them, left out where the platform has not approved us to read them (protected customer data, P-1.7). If it fails for too many orders
   * with them, they are no longer asked for, and every further order names them in its `unread`.
   */
  optional?: readonly string[];
  /** The newest of them alone, this many at most; absent: all. */
  atMost?: number;
  /** How many may lack something that the platform failed to give; absent: {@link mostUnread}. */
  unreadAtMost?: number;
};

/** Some orders, and the cursor to go on from; null when there are no more. */
export type OrdersPart = { orders: JsonObject[]; after: string | null };

/** Exactly one of `after` and `before`, or none for the first page; both are cursors of an earlier page of the same query. */
export type OrderPageRequest = {
  /** As for {@link OrdersRequest}. */
  query: string;
  /** Orders a page, at most 250. */
  first: number;
  after?: string | undefined;
  before?: string | undefined;
  /** Their ids and names alone; absent: all of {@link ListedOrder}. */
  only?: "numbers";
};

/**
 * An order as lists show it. `price` is decimal text in the shop's currency; the statuses are the platform's words. What the platform failed to
 * give is absent; a name is then the number of the id.
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

/** `previous` and `next`: the cursors to ask before and after, null where there is nothing more. */
export type OrderPage = { orders: ListedOrder[]; previous: string | null; next: string | null };

/** What a shop's own words are for. `productIds` are numeric ids as text; `noteAttributes` and `properties` are `name:value`. */
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

/** Most words of one kind. */
export const mostSuggestions = 200;

/**
 * At most {@link mostSuggestions} distinct words of each kind, each of at most 255 characters, the most frequent in front. `orders` of a word: in how many of the
 * newest orders it stands, 0 of what is in a list of the platform alone; above: how many orders were read, 250 at most.
 */
export type Suggestions = {
  orders: number;
  words: Readonly<Record<SuggestionKind, readonly { word: string; orders: number }[]>>;
};

/** What a store adds to its orders, products and customers by name; metafields as `namespace.key`. */
export type AttributeKind =
  | "noteAttributes"
  | "properties"
  | "orderMetafields"
  | "customerMetafields"
  | "productMetafields"
  | "variantMetafields";

/** At most 200 names of each kind, the most frequent in front. */
export type AttributeNames = Readonly<Record<AttributeKind, readonly string[]>>;

/**
 * A bulk operation that was begun, and what must be known to read its file; kept by whoever waits for it. `fields` are those of the request
 * that the platform lets us read, `query` its text.
 */
export type BulkTicket = { id: string; query: string; fields: string[]; denied: string[]; lacking: string[] };

/** `busy`: as many as may run do run. `pages`: this is not read in bulk; ask {@link StorePlatform.orders}. */
export type BulkBegun = { kind: "begun"; ticket: BulkTicket } | { kind: "busy" } | { kind: "pages"; reason: string };

/**
 * How far an operation is, in lines (`objects`) and in orders. `file` of a ready one is null when it found nothing. `lost`: it failed, was
 * canceled or expired, and nothing comes of it any more.
 */
export type BulkLook =
  | { kind: "running"; objects: number; orders: number }
  | { kind: "ready"; objects: number; orders: number; file: { url: string; bytes: number } | null }
  | { kind: "lost"; reason: string };

/** Where a bulk file lies while it is read, and where what does not stand in order is sorted. */
export type BulkRoom = { workFiles: WorkFiles; spool: ScratchSpool };

/** Orders read by a bulk operation (ADR 64): begun, looked at until it is ready, then read, in calls that may be far apart. */
export type BulkReading = {
  /** Begins an operation for a request; the same `key` again finds the one of before. */
  begin(access: ShopAccess, request: OrdersRequest, key: string): Promise<BulkBegun>;
  look(access: ShopAccess, ticket: Pick<BulkTicket, "id">): Promise<BulkLook>;
  cancel(access: ShopAccess, ticket: Pick<BulkTicket, "id">): Promise<void>;
  /**
   * The orders of a ready operation, as {@link StorePlatform.orders} gives them: the same orders, as whole, in the same order. A file that is
   * not what it should be is an error before it is an order too few. Closes its work files and removes its runs.
   */
  orders(access: ShopAccess, ticket: BulkTicket, room: BulkRoom): AsyncIterable<JsonObject[]>;
};

/**
 * The store platform's API. Every call with an access may throw {PlatformError}.
 * Throttling, passing faults and expired tokens are dealt with inside.
 */
export type StorePlatform = {
  /** Where to send the merchant for consent. `further`: scopes to ask for beside those that every shop is asked for. */
  authorizeUrl(options: { shop: string; state: string; redirectUri: string; further?: readonly string[] }): string;
  /** True when the query's hmac is right for one of our secrets (constant time). */
  verifyQuery(query: Readonly<Record<string, string>>): boolean;
  /** True when the raw body's X-Shopify-Hmac-Sha256 is right. */
  verifyWebhook(body: Uint8Array, hmac: string): boolean;
  /** Trades the code for tokens, checks the scopes and keeps the tokens encrypted under `token:{tenant}`. Answers the granted scopes. */
  exchangeCode(access: ShopAccess, code: string): Promise<string[]>;
  /** Deletes the tokens (uninstall). */
  forgetTokens(tenant: string): Promise<void>;
  shopProfile(access: ShopAccess): Promise<ShopProfile>;
  locations(access: ShopAccess): Promise<{ id: string; name: string }[]>;
  createSubscription(
    access: ShopAccess,
    options: { name: string; price: string; currency: string; trialDays: number; returnUrl: string; test: boolean },
  ): Promise<{ id: string; confirmationUrl: string }>;
  activeSubscriptions(access: ShopAccess): Promise<Subscription[]>;
  /** Registers each topic to its address unless it is there. */
  registerWebhooks(access: ShopAccess, webhooks: readonly WebhookAddress[]): Promise<void>;
  ordersCount(access: ShopAccess, query: string): Promise<number>;
  /**
   * Orders by CREATED_AT, newest first, in batches of a page; each with every nested connection followed to its end and
   * flattened from `{nodes: […]}` to a plain array; no order twice. A search warning is an error. If the platform fails for parts of single
   * orders, {@link mostUnread} at most, their `unread` names the paths that they lack (ADR 107).
   */
  orders(access: ShopAccess, request: OrdersRequest): AsyncIterable<JsonObject[]>;
  bulk: BulkReading;
  /**
   * One batch of those orders, `after` the cursor of an earlier one, null for the first: for whoever reads piece by piece, in calls that
   * may be far apart. `atMost` bounds the batch. An order that changes its place meanwhile may come twice.
   */
  ordersPart(access: ShopAccess, request: OrdersRequest, after: string | null): Promise<OrdersPart>;
  /**
   * Words from the shop's own data, to choose from while a filter is written: what 250 orders hold, and the platform's lists of
   * product tags, types and vendors. Never e-mail addresses. One request; whoever asks often keeps the answer.
   */
  suggestions(access: ShopAccess): Promise<Suggestions>;
  /** Names of the attributes that the newest 54 orders hold. One request; whoever asks often keeps the answer. */
  attributes(access: ShopAccess): Promise<AttributeNames>;
  /** One page of orders by CREATED_AT, newest first, for a person to look at. */
  orderPage(access: ShopAccess, request: OrderPageRequest): Promise<OrderPage>;
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
  /** Answered something we do not understand. */
  | "unexpected-answer";

/** Thrown by every call to the store platform; `message` is a sentence for a merchant. */
export class PlatformError extends Error {
  override name = "PlatformError";
  readonly code: PlatformErrorCode;
  readonly detail: string;
  /** Of access-denied: paths in the answer that it was about, without the places in lists; empty where it was about all. */
  readonly denied: readonly string[];
  constructor(code: PlatformErrorCode, message: string, detail = "", denied: readonly string[] = []) {
    super(message);
    this.code = code;
    this.detail = detail;
    this.denied = denied;
  }
}

/** Thrown if the platform answers, and fails for more of the orders than a report may be without. */
export class TooManyUnread extends PlatformError {
  constructor(reason: string) {
    super(
      "unavailable",
      "The store platform can't read many of your orders right now. Try again in a few minutes.",
      reason,
    );
  }
}
