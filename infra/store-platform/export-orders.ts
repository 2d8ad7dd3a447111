import { isFieldBelow } from "#domain/orders/field-paths.ts";
import type { Json, JsonObject } from "../ports/json.ts";
import type { OrdersPart, OrdersRequest, ShopAccess } from "../ports/store-platform.ts";
import { maxUnreadOrders, PlatformError, TooManyUnread } from "../ports/store-platform.ts";
import type { Graphql } from "./calls/graphql.ts";
import { assertSeesAllOrders } from "./calls/scopes.ts";
import { ordersDocument } from "./documents/document.ts";
import { assertNoGaps, createGapFinder } from "./documents/find-gaps.ts";
import { flatten, readPage } from "./documents/flatten.ts";
import {
  createIsolatingReader,
  failsForOptional,
  recordUnread,
  sendInParts,
} from "./documents/isolate-failing-orders.ts";
import { type FailedPaths, PartialFailure } from "./documents/partial-failure.ts";
import { createPartReader } from "./documents/read-parts.ts";
import { buildSelection } from "./documents/selection.ts";
import { splitFields } from "./documents/split-fields.ts";
import { logTruncated } from "./documents/truncate-texts.ts";
import {
  createOrderIdentifier,
  identifyingFields,
  toOrder,
  type Unidentified,
  unreadableOrderError,
} from "./identify-orders.ts";
import type { PlatformLogger } from "./options.ts";
import { planPages } from "./page-plan.ts";
import { readRemainingPages } from "./remaining-pages.ts";
import { createSizing } from "./sizing.ts";

type Page = { orders: JsonObject[]; endCursor: string | undefined; unidentified?: Unidentified[] };

/** Prefetches one page while the caller works on another. */
export async function* readExportOrders(
  graphql: Graphql,
  access: ShopAccess,
  request: OrdersRequest,
  logger: PlatformLogger,
): AsyncGenerator<JsonObject[]> {
  const stopped = new AbortController();
  const signal = AbortSignal.any([access.signal, stopped.signal]);
  const { counted, cut } = countTruncatedTexts(graphql);
  const { load } = createPageLoader(counted, { ...access, signal }, request);
  const fresh = createDeduplicator();
  let remaining = request.atMost ?? Number.POSITIVE_INFINITY;
  let coming: Promise<Page> | undefined = load(undefined, remaining);
  try {
    while (coming) {
      const { orders: all, endCursor }: Page = await coming;
      remaining -= all.length;
      coming = endCursor === undefined || remaining <= 0 ? undefined : load(endCursor, remaining);
      // The next `await` reports it; this prevents an unhandled rejection.
      coming?.catch(() => undefined);
      const orders = all.filter(fresh);
      if (orders.length > 0) yield orders;
    }
  } finally {
    stopped.abort();
    await coming?.catch(() => undefined);
    logTruncated(logger, access.shop, cut());
  }
}

/** Reads one page of orders. `after`: a cursor of an earlier page. */
export const readOrdersPart = async (
  graphql: Graphql,
  access: ShopAccess,
  request: OrdersRequest,
  after: string | null,
  logger: PlatformLogger,
): Promise<OrdersPart> => {
  const { counted, cut } = countTruncatedTexts(graphql);
  const { load } = createPageLoader(counted, access, request);
  const page = await load(after ?? undefined, request.atMost ?? Number.POSITIVE_INFINITY);
  logTruncated(logger, access.shop, cut());
  return { orders: page.orders, after: page.endCursor ?? null };
};

/** A request's readable fields: all of `fields` except `denied`, which every order lists. */
export type ReadableFields = { fields: string[]; denied: string[]; lacking: string[] };

/** Finds which fields we may read, by the newest order, and checks that the search is understood. */
export const findReadableFields = async (
  graphql: Graphql,
  access: ShopAccess,
  request: OrdersRequest,
): Promise<ReadableFields> => {
  const { load, readable } = createPageLoader(countTruncatedTexts(graphql).counted, access, { ...request, atMost: 1 });
  await load(undefined, 1);
  return readable();
};

export const countTruncatedTexts = (graphql: Graphql) => {
  let cut = 0;
  const counted: Graphql = (to, asked) =>
    graphql(to, {
      ...asked,
      onCut: (texts) => {
        cut += texts;
      },
    });
  return { counted, cut: () => cut };
};

/** True if the platform hasn't approved us to read protected customer data (P-1.7). */
const isNotApproved = (error: unknown): boolean =>
  error instanceof PlatformError && error.code === "access-denied" && /\bnot approved\b/i.test(error.detail);

/** Prefix of a path in a page, or in a later read of an order (read-parts.ts). */
const pathOfOrders = /^(?:orders\.nodes|o\d+)\./;

/** Returns denied paths below an order; empty if something else was denied, or it isn't told. */
const deniedBelowOrder = (error: unknown): string[] => {
  if (!(error instanceof PlatformError) || error.code !== "access-denied") return [];
  const { denied } = error;
  return denied.every((path) => pathOfOrders.test(path)) ? denied.map((path) => path.replace(pathOfOrders, "")) : [];
};

/**
 * If the optional fields fail again, this many times as many pages are read without them, because each failing page
 * costs waits.
 */
const longerDrop = 8;

/**
 * Loads pages with all fields, and drops denied ones unless they are required. A scope withdrawn during the reading
 * ends it: earlier orders have fields that the rest would lack. If too many orders fail for optional fields, they are
 * dropped for the page, and for more pages each time that happens.
 */
const createPageLoader = (graphql: Graphql, access: ShopAccess, request: OrdersRequest) => {
  const { fields, requiredFields = fields, optional = [] } = request;
  const must = new Set(requiredFields);
  const denied: string[] = [];
  const lacking: string[] = [];
  let optionalFields = optional;
  const drops = request.drops ?? { pages: 0, nextPages: 1 };
  /** True if the current loader leaves out `optional`. Other queries of the report may change `drops` meanwhile. */
  let isReduced = false;
  let hasStarted = false;
  const readable = (): ReadableFields => ({
    fields: [...fields, ...(drops.pages > 0 ? [] : optionalFields)].filter((field) => !isFieldBelow(field, denied)),
    denied: [...denied],
    lacking: [...lacking],
  });
  const loaderNow = () => {
    isReduced = drops.pages > 0;
    return createOrderLoader(graphql, access, { ...request, fields: readable().fields });
  };
  /** Returns the fields to drop after an error; undefined if that doesn't help. */
  const without = (error: unknown): { paths: string[]; optional: readonly string[] } | undefined => {
    const paths = deniedBelowOrder(error).filter((path) => !denied.includes(path));
    const lost = fields.filter((field) => isFieldBelow(field, paths));
    const people = optionalFields.filter((field) => isFieldBelow(field, paths));
    const dispensable = lost.every((field) => !must.has(field));
    if (lost.length > 0 && dispensable && (!hasStarted || isNotApproved(error)))
      return { paths, optional: optionalFields };
    if (lost.length > 0 || optionalFields.length === 0 || !isNotApproved(error)) return undefined;
    return { paths: [], optional: optionalFields.filter((field) => people.length > 0 && !people.includes(field)) };
  };
  let loadNow = loaderNow();
  const load = async (after: string | undefined, maxOrders: number): Promise<Page> => {
    for (;;) {
      try {
        const page = await loadNow(after, maxOrders);
        hasStarted = true;
        recordDenied(page.orders, { denied, lacking });
        if (isReduced) {
          const dropped = optionalFields.filter((field) => !fields.includes(field));
          for (const order of page.orders) recordUnread(order, dropped);
          drops.pages = Math.max(0, drops.pages - 1);
          if (drops.pages === 0) loadNow = loaderNow();
        }
        return page;
      } catch (error) {
        const isForOptional =
          error instanceof TooManyUnread && failsForOptional(error, { fields, optional: optionalFields });
        if (isForOptional && !isReduced) {
          if (drops.pages === 0) {
            drops.pages = drops.nextPages;
            drops.nextPages *= longerDrop;
          }
          loadNow = loaderNow();
          continue;
        }
        const less = without(error);
        if (less === undefined) throw error;
        denied.push(...less.paths);
        if (!isNotApproved(error)) lacking.push(...less.paths);
        optionalFields = less.optional;
        loadNow = loaderNow();
      }
    }
  };
  return { load, readable };
};

export const recordDenied = (
  orders: readonly JsonObject[],
  { denied, lacking }: Omit<ReadableFields, "fields">,
): void => {
  if (denied.length > 0) for (const order of orders) order.denied = [...denied];
  if (lacking.length > 0) for (const order of orders) order.lacking = [...lacking];
};

const createOrderLoader = (
  graphql: Graphql,
  access: ShopAccess,
  request: Omit<OrdersRequest, "optional" | "requiredFields">,
) => {
  const [paths = [], ...further] = splitFields(["id", ...request.fields]);
  const selection = buildSelection(paths);
  const findGaps = createGapFinder(selection, "null");
  const plan = planPages(selection, request.atMost);
  const document = ordersDocument(selection, plan.firstOf);
  const sizing = createSizing();
  let cost = plan.cost;
  const { unreadAtMost = maxUnreadOrders } = request;
  const triesOfSameParts = request.isPatient ? Number.POSITIVE_INFINITY : undefined;
  const send = sendInParts(graphql, access, 1);
  const apart = createIsolatingReader({
    fields: [...new Set([...request.fields, ...identifyingFields])],
    sizing,
    atMost: unreadAtMost,
    send: (tries) => sendInParts(graphql, access, tries),
  });
  const readFurther = further.map((part) => createPartReader(part, sizing, send));

  const ask = async (
    after: string | undefined,
    maxOrders: number,
    options: { document: string; triesOfParts?: number },
  ) => {
    const answer = await sizing.attempt((scale) => {
      const first = Math.min(scale(plan.first), maxOrders);
      const variables = { first, after: after ?? null, query: request.query };
      return graphql(access, {
        triesOfParts: 1,
        partsAtMost: unreadAtMost,
        triesOfSameParts,
        ...options,
        cost,
        variables,
      });
    });
    assertSeesAllOrders(answer.data);
    const { nodes, after: next } = readPage(answer.data.orders);
    if (next !== undefined && next === after) throw unreadableOrderError("the same page again");
    return { nodes, next, requestedCost: answer.requestedCost };
  };
  const loadTogether = async (after: string | undefined, maxOrders: number): Promise<Page> => {
    const { nodes, next, requestedCost } = await ask(after, maxOrders, { document });
    cost = requestedCost ?? cost;
    await readRemainingPages(flatten(nodes, selection), plan.firstOf, sizing, send);
    assertNoGaps(nodes, findGaps);
    let orders = nodes.map(toOrder);
    for (const read of readFurther) orders = await read(orders);
    return { orders, endCursor: next };
  };
  const namer = createOrderIdentifier(ask);
  const tryTogether = async (after: string | undefined, maxOrders: number): Promise<Page | FailedPaths> => {
    try {
      return await loadTogether(after, maxOrders);
    } catch (error) {
      if (error instanceof PartialFailure) return error.failed;
      throw error;
    }
  };
  /**
   * Reads the orders before a single failing one, names that one, and continues after it until the page is full. If
   * several fail, names the page. Then reads all failing ones apart at once.
   */
  const inPieces = async (start: string | undefined, maxOrders: number, failed: FailedPaths): Promise<Page> => {
    const orders: JsonObject[] = [];
    const suspects: JsonObject[] = [];
    const failing: JsonObject[] = [];
    const unidentified: Unidentified[] = [];
    const paths: string[] = [];
    let after = start;
    let places: FailedPaths | undefined = failed;
    do {
      const room = maxOrders - orders.length;
      if (places) paths.push(...places.paths);
      const failingIndexes: ReadonlySet<number> = new Set(places?.pathsByIndex?.keys());
      // Undefined if several fail, or the response doesn't say which.
      const failingIndex: number | undefined = places?.objects === 1 ? [...failingIndexes][0] : undefined;
      const isNamed: boolean = places !== undefined && (failingIndex === undefined || failingIndex === 0);
      const page: Page | FailedPaths = isNamed
        ? await namer.name(after, failingIndex === 0 ? 1 : room)
        : await tryTogether(after, failingIndex ?? room);
      if (!("orders" in page)) {
        places = page;
        continue;
      }
      const { unidentified: unknown = [] } = page;
      unidentified.push(...unknown);
      if (isNamed && unknown.length === 0)
        for (const [index, order] of page.orders.entries())
          (failingIndexes.has(index) ? failing : suspects).push(order);
      if (failing.length + unidentified.length > unreadAtMost)
        throw new TooManyUnread(`more than ${unreadAtMost} orders`, paths);
      orders.push(...page.orders);
      after = page.endCursor;
      places = undefined;
    } while (places !== undefined || (after !== undefined && orders.length < maxOrders));
    suspects.push(...(await namer.identify(unidentified)));
    const gone = await apart(suspects, failing, paths);
    return { orders: orders.filter((order) => !gone.has(order)), endCursor: after };
  };
  const load = async (after: string | undefined, maxOrders: number): Promise<Page> => {
    const page = await tryTogether(after, maxOrders);
    return "orders" in page ? page : inPieces(after, Math.min(plan.first, maxOrders), page);
  };
  return load;
};

/** Creates a filter for first occurrences. Keeps an id's number if it has one: a fifth of its text's memory. */
const createDeduplicator = (): ((order: JsonObject) => boolean) => {
  const seen = new Set<Json>();
  return ({ id = null }) => {
    const number = Number(String(id).replace(/^gid:\/\/shopify\/Order\//, ""));
    const key = Number.isSafeInteger(number) ? number : id;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
};
