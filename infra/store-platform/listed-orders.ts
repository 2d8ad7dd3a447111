import { z } from "zod";
import type { OrderPage, OrderPageRequest, ShopAccess } from "../ports/store-platform.ts";
import { PlatformError } from "../ports/store-platform.ts";
import { documents } from "./documents.ts";
import type { Graphql } from "./graphql.ts";
import { assertSeesAllOrders } from "./scopes.ts";

/** Points that a page of 250 requests (cost.ts). */
const mostCost = 26;

/** One page of orders as lists show them (the dialog 'Specific orders'), newest first: behind a cursor the next ones, before a cursor the last ones up to it. */
export const readOrderPage = async (
  graphql: Graphql,
  access: ShopAccess,
  { query, first, after, before }: OrderPageRequest,
): Promise<OrderPage> => {
  const asked =
    before === undefined
      ? { document: documents.orderPage, variables: { query, first, after: after ?? null } }
      : { document: documents.orderPageBefore, variables: { query, last: first, before } };
  const { data } = await graphql(access, { ...asked, cost: mostCost });
  const read = Page.safeParse(data);
  if (!read.success)
    throw new PlatformError(
      "unexpected-answer",
      "The store platform sent orders we can't read. Try again later.",
      read.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join(", "),
    );
  assertSeesAllOrders(data);
  const { nodes, pageInfo } = read.data.orders;
  return {
    orders: nodes.map((node) => ({
      id: node.id,
      name: node.name,
      createdAt: node.createdAt,
      customer: node.customer?.displayName ?? null,
      financialStatus: node.displayFinancialStatus,
      fulfillmentStatus: node.displayFulfillmentStatus,
      price: node.totalPriceSet.shopMoney.amount,
    })),
    previous: pageInfo.hasPreviousPage ? pageInfo.startCursor : null,
    next: pageInfo.hasNextPage ? pageInfo.endCursor : null,
  };
};

const Page = z.object({
  orders: z.object({
    pageInfo: z.object({
      hasPreviousPage: z.boolean(),
      hasNextPage: z.boolean(),
      startCursor: z.string().nullable(),
      endCursor: z.string().nullable(),
    }),
    nodes: z.array(
      z.object({
        id: z.string().min(1),
        name: z.string(),
        createdAt: z.string(),
        displayFinancialStatus: z.string().nullable(),
        displayFulfillmentStatus: z.string(),
        totalPriceSet: z.object({ shopMoney: z.object({ amount: z.string() }) }),
        customer: z.object({ displayName: z.string() }).nullable(),
      }),
    ),
  }),
});
