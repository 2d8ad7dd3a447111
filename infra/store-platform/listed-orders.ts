import { z } from "zod";
import type { Json, JsonObject } from "../ports/json.ts";
import type { ListedOrder, OrderPage, OrderPageRequest, ShopAccess } from "../ports/store-platform.ts";
import { PlatformError } from "../ports/store-platform.ts";
import type { Graphql } from "./calls/graphql.ts";
import { assertSeesAllOrders } from "./calls/scopes.ts";
import { documents } from "./documents/documents.ts";
import { sendInParts, triesPerOrder } from "./documents/isolate-failing-orders.ts";
import { PartialFailure } from "./documents/partial-failure.ts";
import { readFieldsSparingly } from "./documents/read-fields-sparingly.ts";
import { unreadableOrderError } from "./identify-orders.ts";
import { type Run, splitRun } from "./readable-orders.ts";

const maxCost = 26;

/** Maximum requests to find the orders whose id fails: a person waits. */
const maxIdRequests = 30;

const shownFields = [
  "name",
  "createdAt",
  "displayFinancialStatus",
  "displayFulfillmentStatus",
  "totalPriceSet.shopMoney.amount",
  "customer.displayName",
] as const;

const parsed = <T>(schema: z.ZodType<T>, data: unknown): T => {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  throw new PlatformError(
    "unexpected-answer",
    "The store platform sent orders we can't read. Try again later.",
    result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join(", "),
  );
};

/**
 * Reads a page, newest first, after a cursor or before it. Orders lack the fields that the platform couldn't read
 * (ADR 107). Orders whose id can't be read are left out, and counted as `missing` and `unread`.
 */
export const readOrderPage = async (
  graphql: Graphql,
  access: ShopAccess,
  { query, first, after, before, only }: OrderPageRequest,
): Promise<OrderPage> => {
  const isForward = before === undefined;
  const ask = async (name: PageDocument, cursor: string | null, count: number, triesOfParts = 1) => {
    const document = documents[isForward ? name : (`${name}Before` as const)];
    const variables = isForward ? { query, first: count, after: cursor } : { query, last: count, before: cursor };
    const partsAtMost = Number.POSITIVE_INFINITY;
    const { data } = await graphql(access, { document, variables, cost: maxCost, triesOfParts, partsAtMost });
    assertSeesAllOrders(data);
    return data;
  };
  const askNodes = async (...asked: Parameters<typeof ask>) =>
    parsed(PageOf(z.object({ id: z.string().min(1).optional() }).catchall(z.json())), await ask(...asked)).orders;
  const start = after ?? before ?? null;

  /**
   * Reads ids, names and dates; only the ids if a name or date fails. An id may fail only for a moment, so the whole
   * page is tried again before {@link identifyInRuns}.
   */
  const identify = async (): Promise<IdentifiedPage> => {
    for (const name of ["orderNamesAndDates", "orderIds"] as const)
      try {
        return await askNodes(name, start, first, name === "orderIds" ? triesPerOrder : 1);
      } catch (error) {
        if (!(error instanceof PartialFailure)) throw error;
      }
    return identifyInRuns();
  };

  /**
   * Reads the ids around the failing ones, which are only counted. After {@link maxIdRequests}, counts the rest of the
   * page as failing.
   */
  const identifyInRuns = async (): Promise<IdentifiedPage> => {
    const whole = await askNodes("orderPlaces", start, first);
    const pages: IdentifiedPage[] = [];
    let cursor = start;
    let runs: Run[] = [{ orders: whole.nodes.length, fails: false }];
    for (let requests = 0; runs.length > 0; requests++) {
      const left = runs.reduce((sum, { orders }) => sum + orders, 0);
      const [run = { orders: 1, fails: false }, ...further]: Run[] =
        requests < maxIdRequests ? runs : [{ orders: left, fails: true }];
      try {
        const { nodes, pageInfo } = await askNodes(run.fails ? "orderPlaces" : "orderIds", cursor, run.orders);
        // Orders left the search meanwhile.
        if (nodes.length === 0) break;
        pages.push({ nodes: run.fails ? nodes.map(({ id: _, ...rest }) => rest) : nodes, pageInfo });
        cursor = isForward ? pageInfo.endCursor : pageInfo.startCursor;
        runs = further;
      } catch (error) {
        if (!(error instanceof PartialFailure)) throw error;
        const failing = [...(error.failed.pathsByIndex?.keys() ?? [])];
        if (run.fails || failing.length === 0) throw unreadableOrderError(error.message);
        const found = splitRun(run.orders, failing);
        runs = [...(isForward ? found : found.reverse()), ...further];
      }
    }
    const inOrder = isForward ? pages : pages.toReversed();
    const [top, bottom] = [inOrder[0] ?? whole, inOrder.at(-1) ?? whole];
    const { hasPreviousPage, startCursor } = top.pageInfo;
    return {
      nodes: inOrder.flatMap(({ nodes }) => nodes),
      pageInfo: { ...bottom.pageInfo, hasPreviousPage, startCursor },
    };
  };

  const [name, Node] = only === "numbers" ? (["orderNames", OrderInPart] as const) : (["orderPage", Order] as const);
  try {
    const { nodes, pageInfo } = parsed(PageOf(Node), await ask(name, start, first)).orders;
    return pageWith(nodes.map(listed), pageInfo);
  } catch (error) {
    if (!(error instanceof PartialFailure)) throw error;
    const { nodes, pageInfo } = await identify();
    const { pathsByIndex } = error.failed;
    const suspects = [...nodes.entries()].flatMap(([index, node]) =>
      node.id === undefined
        ? []
        : [{ order: node as JsonObject, failed: pathsByIndex?.get(index)?.filter((path) => path !== "id") ?? [] }],
    );
    const readable = await readFieldsSparingly(suspects, {
      fields: only === "numbers" ? ["name"] : shownFields,
      send: sendInParts(graphql, access, 1),
    });
    const orders = readable.map((order) => parsed(OrderInPart, order));
    const missing = nodes.filter(({ id }) => id === undefined).length;
    const unread = missing + orders.filter((order) => order.name === undefined).length;
    return {
      ...pageWith(orders.map(listed), pageInfo),
      ...(missing > 0 && { missing }),
      ...(unread > 0 && { unread }),
    };
  }
};

type PageDocument = "orderPage" | "orderNamesAndDates" | "orderNames" | "orderIds" | "orderPlaces";
/** Orders without an id can't be read. */
type IdentifiedPage = {
  nodes: { id?: string | undefined; [field: string]: Json | undefined }[];
  pageInfo: z.infer<typeof PageInfo>;
};

const pageWith = (orders: ListedOrder[], info: z.infer<typeof PageInfo>): OrderPage => ({
  orders,
  previous: info.hasPreviousPage ? info.startCursor : null,
  next: info.hasNextPage ? info.endCursor : null,
});

const Order = z.object({
  id: z.string().min(1),
  name: z.string(),
  createdAt: z.string(),
  displayFinancialStatus: z.string().nullable(),
  displayFulfillmentStatus: z.string(),
  totalPriceSet: z.object({ shopMoney: z.object({ amount: z.string() }) }),
  customer: z.object({ displayName: z.string() }).nullable(),
});
const OrderInPart = Order.partial().required({ id: true });
const PageInfo = z.object({
  hasPreviousPage: z.boolean(),
  hasNextPage: z.boolean(),
  startCursor: z.string().nullable(),
  endCursor: z.string().nullable(),
});
const PageOf = <Node extends z.ZodType>(node: Node) =>
  z.object({ orders: z.object({ pageInfo: PageInfo, nodes: z.array(node) }) });

const listed = (order: z.infer<typeof OrderInPart>): ListedOrder => {
  const {
    id,
    name = id.replace(/^.*\//, ""),
    createdAt,
    customer,
    displayFinancialStatus,
    displayFulfillmentStatus,
    totalPriceSet,
  } = order;
  return {
    id,
    name,
    ...(createdAt !== undefined && { createdAt }),
    ...(customer !== undefined && { customer: customer?.displayName ?? null }),
    ...(displayFinancialStatus !== undefined && { financialStatus: displayFinancialStatus }),
    ...(displayFulfillmentStatus !== undefined && { fulfillmentStatus: displayFulfillmentStatus }),
    ...(totalPriceSet !== undefined && { price: totalPriceSet.shopMoney.amount }),
  };
};
