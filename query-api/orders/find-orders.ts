import { z } from "zod";
import { type Route, route } from "#application/http/route.ts";
import { loadAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import { findNumbers, searchForNumbers, searchForText } from "#domain/orders/find-orders.ts";
import { maxNumbers, maxSearchLength } from "#domain/wire/filters/orders.ts";
import type { QueryApiDeps } from "../deps.ts";
import { OrdersData, pageSize, toTable } from "./selected-orders.ts";

/**
 * Finds orders to choose one by one, regardless of the page's dates and filter. The text may be a person's name,
 * so it is in the body, not in the address.
 */
export const findOrdersRoutes = (deps: QueryApiDeps): Route[] => [
  route({
    method: "POST",
    path: "orders/search-orders",
    summary:
      "The newest orders, 250 at most, where each word of a text begins the number, the customer's name or the e-mail address",
    description:
      "Searches all orders, whatever the page's dates and filter. IsWhole is false if more of them match. Unread counts the orders that couldn't be read: they are missing, or without their number.",
    access: "shop",
    asksPlatform: true,
    body: z.strictObject({ Text: z.string().max(maxSearchLength).regex(/\S/u, "must have a word") }),
    data: z.strictObject({ Orders: OrdersData, IsWhole: z.boolean(), Unread: z.number() }),
    handler: async ({ body }, { signal, caller: { tenant, shop } }) => {
      const [page, account] = await Promise.all([
        deps.platform.fetchOrderPage({ tenant, shop, signal }, { query: searchForText(body.Text), first: pageSize }),
        loadAuthorizedShop(deps, tenant),
      ]);
      return { Orders: toTable(account, page.orders), IsWhole: page.next === null, Unread: page.unread ?? 0 };
    },
  }),
  route({
    method: "POST",
    path: "orders/find-numbers",
    summary: "Ids of the orders that have these numbers, and the numbers that no order has or that several have",
    description:
      "Takes a pasted list. Choose the numbers in NotFound from the table instead. Unread counts the orders that couldn't be read. Their numbers are in NotFound, so ask again. Ids go into SelectedOrderIds.",
    access: "shop",
    asksPlatform: true,
    body: z.strictObject({
      Numbers: z.array(z.string().max(maxSearchLength).regex(/\S/u, "must not be blank")).min(1).max(maxNumbers),
    }),
    data: z.strictObject({ Ids: z.array(z.string()), NotFound: z.array(z.string()), Unread: z.number() }),
    handler: async ({ body: { Numbers } }, { signal, caller: { tenant, shop } }) => {
      const query = searchForNumbers(Numbers);
      // Two orders may share a number. A full page would cost more points.
      const first = Math.min(2 * Numbers.length, pageSize);
      const { orders, unread = 0 } = await deps.platform.fetchOrderPage(
        { tenant, shop, signal },
        { query, first, only: "numbers" },
      );
      const { ids, notFound } = findNumbers(Numbers, orders);
      return { Ids: ids, NotFound: notFound, Unread: unread };
    },
  }),
];
