import { z } from "zod";
import type { ListedOrder, OrderPage, OrderPageRequest, ShopAccess } from "../ports/store-platform.ts";
import { PlatformError } from "../ports/store-platform.ts";
import { documents } from "./documents.ts";
import type { Graphql } from "./graphql.ts";
import { apartReader, sendInParts } from "./read-apart.ts";
import { assertSeesAllOrders } from "./scopes.ts";
import { createSizing } from "./sizing.ts";
import { UnreadPart } from "./unread-part.ts";

/** Points that a page of 250 requests (cost.ts). */
const mostCost = 26;

/** Fields that a list shows of an order beside its name and date. */
const shown = [
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
 * One page of orders as lists show them (the dialog 'Specific orders'), newest first: behind a cursor the next ones, before a cursor the last ones up to it.
 * Orders for which the platform fails lack what it failed to give (ADR 107).
 */
export const readOrderPage = async (
  graphql: Graphql,
  access: ShopAccess,
  { query, first, after, before }: OrderPageRequest,
): Promise<OrderPage> => {
  const isForward = before === undefined;
  const variables = isForward ? { query, first, after: after ?? null } : { query, last: first, before };
  const ask = async (document: string) => {
    const { data } = await graphql(access, { document, variables, cost: mostCost, triesOfParts: 1 });
    return data;
  };
  try {
    const data = await ask(isForward ? documents.orderPage : documents.orderPageBefore);
    const { nodes, pageInfo } = parsed(PageOf(Order), data).orders;
    assertSeesAllOrders(data);
    return pageWith(nodes.map(listed), pageInfo);
  } catch (error) {
    if (!(error instanceof UnreadPart)) throw error;
    const data = await ask(isForward ? documents.orderNames : documents.orderNamesBefore);
    const { nodes, pageInfo } = parsed(PageOf(NamedOrder), data).orders;
    assertSeesAllOrders(data);
    const send = (tries: number) => sendInParts(graphql, access, tries);
    const orders = await apartReader({ fields: shown, sizing: createSizing(), send })(nodes);
    return pageWith(
      orders.map((order) => listed(parsed(OrderInPart, order))),
      pageInfo,
    );
  }
};

const pageWith = (orders: ListedOrder[], info: z.infer<typeof PageInfo>): OrderPage => ({
  orders,
  previous: info.hasPreviousPage ? info.startCursor : null,
  next: info.hasNextPage ? info.endCursor : null,
});

const NamedOrder = z.object({ id: z.string().min(1), name: z.string(), createdAt: z.string() });
const Order = NamedOrder.extend({
  displayFinancialStatus: z.string().nullable(),
  displayFulfillmentStatus: z.string(),
  totalPriceSet: z.object({ shopMoney: z.object({ amount: z.string() }) }),
  customer: z.object({ displayName: z.string() }).nullable(),
});
const OrderInPart = Order.partial().extend(NamedOrder.shape);
const PageInfo = z.object({
  hasPreviousPage: z.boolean(),
  hasNextPage: z.boolean(),
  startCursor: z.string().nullable(),
  endCursor: z.string().nullable(),
});
const PageOf = <Node extends z.ZodType>(node: Node) =>
  z.object({ orders: z.object({ pageInfo: PageInfo, nodes: z.array(node) }) });

const listed = (order: z.infer<typeof OrderInPart>): ListedOrder => {
  const { id, name, createdAt, customer, displayFinancialStatus, displayFulfillmentStatus, totalPriceSet } = order;
  return {
    id,
    name,
    createdAt,
    ...(customer !== undefined && { customer: customer?.displayName ?? null }),
    ...(displayFinancialStatus !== undefined && { financialStatus: displayFinancialStatus }),
    ...(displayFulfillmentStatus !== undefined && { fulfillmentStatus: displayFulfillmentStatus }),
    ...(totalPriceSet !== undefined && { price: totalPriceSet.shopMoney.amount }),
  };
};
