import type { Json, JsonObject } from "../ports/json.ts";
import type { OrdersRequest, ShopAccess } from "../ports/store-platform.ts";
import { PlatformError } from "../ports/store-platform.ts";
import { tellOfCut } from "./bounded-texts.ts";
import { ordersDocument } from "./document.ts";
import { flatten, isObject, readPage } from "./flatten.ts";
import { followAll, type Send } from "./follow.ts";
import type { Graphql } from "./graphql.ts";
import type { PlatformLogger } from "./options.ts";
import { planPages } from "./page-plan.ts";
import { partReader } from "./read-parts.ts";
import { assertSeesAllOrders } from "./scopes.ts";
import { selectionOf } from "./selection.ts";
import { createSizing } from "./sizing.ts";
import { splitFields } from "./split-fields.ts";

type Page = { orders: JsonObject[]; after: string | undefined };

/**
 * Pages of complete orders, for the file of an export or its preview. While the caller works on one, the next is being fetched, and never
 * more than that one.
 */
export async function* readExportOrders(
  graphql: Graphql,
  access: ShopAccess,
  request: OrdersRequest,
  logger: PlatformLogger,
): AsyncGenerator<JsonObject[]> {
  const stopped = new AbortController();
  const signal = AbortSignal.any([access.signal, stopped.signal]);
  let cut = 0;
  const counted: Graphql = (to, asked) =>
    graphql(to, {
      ...asked,
      onCut: (texts) => {
        cut += texts;
      },
    });
  const load = pageLoader(counted, { ...access, signal }, request);
  const fresh = createDeduplicator();
  let wanted = request.atMost ?? Number.POSITIVE_INFINITY;
  let coming: Promise<Page> | undefined = load(undefined, wanted);
  try {
    while (coming) {
      const { orders: all, after }: Page = await coming;
      wanted -= all.length;
      coming = after === undefined || wanted <= 0 ? undefined : load(after, wanted);
      // An early failure is met by the next `await`, not by an unhandled rejection.
      coming?.catch(() => undefined);
      const orders = all.filter(fresh);
      if (orders.length > 0) yield orders;
    }
  } finally {
    stopped.abort();
    await coming?.catch(() => undefined);
    tellOfCut(logger, access.shop, cut);
  }
}

/** Answered for protected customer data that the platform has not approved us to read (P-1.7). */
const isNotApproved = (error: unknown): boolean =>
  error instanceof PlatformError && error.code === "access-denied" && /\bnot approved\b/i.test(error.detail);

/** Asks for the optional fields too until the platform says that we are not approved to read them; from then on without. */
const pageLoader = (graphql: Graphql, access: ShopAccess, request: OrdersRequest) => {
  const { fields, optional = [] } = request;
  const withFields = (wanted: readonly string[]) => loaderOf(graphql, access, { ...request, fields: wanted });
  let load = withFields([...fields, ...optional]);
  return async (after: string | undefined, most: number): Promise<Page> => {
    try {
      return await load(after, most);
    } catch (error) {
      if (optional.length === 0 || !isNotApproved(error)) throw error;
      load = withFields(fields);
      return load(after, most);
    }
  };
};

const loaderOf = (graphql: Graphql, access: ShopAccess, request: Omit<OrdersRequest, "optional">) => {
  const [paths = [], ...further] = splitFields(["id", ...request.fields]);
  const selection = selectionOf(paths);
  const plan = planPages(selection, request.atMost);
  const document = ordersDocument(selection, plan.firstOf);
  const sizing = createSizing();
  let cost = plan.cost;
  const send: Send = async (text, variables, points) =>
    (await graphql(access, { document: text, variables, cost: points })).data;
  const readFurther = further.map((part) => partReader(part, sizing, send));

  return async (after: string | undefined, most: number): Promise<Page> => {
    const answer = await sizing.attempt((scale) => {
      const first = Math.min(scale(plan.first), most);
      const variables = { first, after: after ?? null, query: request.query };
      return graphql(access, { document, variables, cost });
    });
    cost = answer.requestedCost ?? cost;
    assertSeesAllOrders(answer.data);
    const { nodes, after: next } = readPage(answer.data.orders);
    if (next !== undefined && next === after) throw unreadable("the same page again");
    await followAll(flatten(nodes, selection), plan.firstOf, sizing, send);
    let orders = nodes.map(asOrder);
    for (const read of readFurther) orders = await read(orders);
    return { orders, after: next };
  };
};

const asOrder = (node: Json): JsonObject => {
  if (!isObject(node) || typeof node.id !== "string") throw unreadable("an order without an id");
  return node;
};

const unreadable = (detail: string): PlatformError =>
  new PlatformError(
    "unexpected-answer",
    "The store platform sent orders we cannot read. Please try again later.",
    detail,
  );

/** True the first time it sees an order. Keeps the number of the id where there is one: a fifth of the memory of its text. */
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
