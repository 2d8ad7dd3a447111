import { z } from "zod";
import type { ListedOrder, OrderPage, OrderPageRequest, ShopAccess } from "../ports/store-platform.ts";
import { PlatformError } from "../ports/store-platform.ts";
import type { Graphql } from "./calls/graphql.ts";
import { assertSeesAllOrders } from "./calls/scopes.ts";
import { documents } from "./documents/documents.ts";
import { createIsolatingReader, sendInParts, triesPerOrder } from "./documents/isolate-failing-orders.ts";
import { PartialFailure } from "./documents/partial-failure.ts";
import { createSizing } from "./sizing.ts";

/** Points that a page of 250 requests (cost.ts). */
const maxCost = 26;

const shownFields = [
  "name",
  "createdAt",
  "displayFinancialStatus",
  "displayFulfillmentStatus",
  "totalPriceSet.shopMoney.amount",
  "customer.displayName",
] as const;

const parsed = <T>(schema: z.ZodType<T>, data: unknown): T => {
  const read = schema.safeParse(data);
  if (read.success) return read.data;
  throw new PlatformError(
    "unexpected-answer",
    "The store platform sent orders we can't read. Try again later.",
    read.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join(", "),
  );
};

/**
 * Reads a page, newest first: after a cursor, or before it. Orders lack fields that the platform fails for (ADR 107).
 * Orders of unreadable id are left out and counted as missing and unread.
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
  /** Reads a page's ids, and names if all have one. Halving finds orders whose id fails, and gives only their place. */
  const identified = async (cursor: string | null, count: number): Promise<IdPage> => {
    for (const name of ["orderNames", "orderIds"] as const) {
      try {
        return parsed(PageOf(IdOrder), await ask(name, cursor, count)).orders;
      } catch (error) {
        if (!(error instanceof PartialFailure)) throw error;
      }
    }
    if (count === 1) {
      const { pageInfo } = parsed(PageOf(z.unknown()), await ask("orderPlaces", cursor, 1)).orders;
      return { nodes: [{ cursor, own: pageInfo.endCursor }], pageInfo };
    }
    const half = Math.ceil(count / 2);
    const near = await identified(cursor, half);
    const { pageInfo } = near;
    const goesOn = isForward ? pageInfo.hasNextPage : pageInfo.hasPreviousPage;
    if (!goesOn) return near;
    const far = await identified(isForward ? pageInfo.endCursor : pageInfo.startCursor, count - half);
    const [left, right] = isForward ? [near, far] : [far, near];
    const { hasPreviousPage, startCursor } = left.pageInfo;
    return {
      nodes: [...left.nodes, ...right.nodes],
      pageInfo: { ...right.pageInfo, hasPreviousPage, startCursor },
    };
  };
  /** Asks again for a failed id. Empty if it still fails, or another order stands there now. */
  const identifiedAt = async ({ cursor, own }: Cursors): Promise<z.infer<typeof IdOrder>[]> => {
    try {
      const { nodes, pageInfo } = parsed(PageOf(IdOrder), await ask("orderIds", cursor, 1, triesPerOrder)).orders;
      return pageInfo.endCursor === own ? nodes : [];
    } catch (error) {
      if (error instanceof PartialFailure) return [];
      throw error;
    }
  };
  const start = after ?? before ?? null;
  try {
    const data = await ask(only === "numbers" ? "orderNumbers" : "orderPage", start, first);
    const { nodes, pageInfo } = parsed(PageOf(only === "numbers" ? OrderInPart : Order), data).orders;
    return pageWith(nodes.map(listed), pageInfo);
  } catch (error) {
    if (!(error instanceof PartialFailure)) throw error;
    const { nodes: found, pageInfo } = await identified(start, first);
    // In parallel, as each may wait.
    const nodes = (await Promise.all(found.map((one) => ("id" in one ? one : identifiedAt(one))))).flat();
    const send = (tries: number) => sendInParts(graphql, access, tries);
    const fields = only === "numbers" ? ["name"] : shownFields;
    const gone = await createIsolatingReader({ fields, sizing: createSizing(), send, beyond: "leave" })(nodes);
    const there = nodes.filter((order) => !gone.has(order)).map((order) => parsed(OrderInPart, order));
    const missing = found.length - nodes.length;
    const unread = missing + there.filter(({ name }) => name === undefined).length;
    return {
      ...pageWith(there.map(listed), pageInfo),
      ...(missing > 0 && { missing }),
      ...(unread > 0 && { unread }),
    };
  }
};

type PageDocument = "orderPage" | "orderNames" | "orderNumbers" | "orderIds" | "orderPlaces";
/** Cursors of an order's predecessor, and of the order itself. */
type Cursors = { cursor: string | null; own: string | null };
type IdPage = { nodes: (z.infer<typeof IdOrder> | Cursors)[]; pageInfo: z.infer<typeof PageInfo> };

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
const IdOrder = z.object({ id: z.string().min(1) }).catchall(z.json());
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
