import { z } from "zod";
import { findNumbers, searchForNumbers, searchForText } from "#domain/orders/find-orders.ts";
import { mostNumbers } from "#domain/wire/orders.ts";
import { type Route, route } from "#infra/app/http/route.ts";
import { loadAuthorizedShop } from "#infra/app/session/authorized-shop.ts";
import type { QueryApiDeps } from "../deps.ts";
import { OrdersData, pageSize, tableOf } from "./selected-orders.ts";

/** Longest text or number that is looked for, in characters. */
const longest = 100;

/**
 * orders to choose one by one, looked for among all, whatever the page's dates and filter. What is typed may be somebody's, so it goes in a
 * body and stands in no address.
 */
export const findOrdersRoutes = (deps: QueryApiDeps): Route[] => [
  route({
    method: "POST",
    path: "orders/search-orders",
    summary:
      "The newest orders whose number, customer's name or e-mail address begins as the words of a text, 250 at most",
    description:
      "Looks among all orders, whatever the page's dates and filter. IsWhole is false if there are more than these.",
    access: "shop",
    asksPlatform: true,
    body: z.strictObject({ Text: z.string().max(longest).regex(/\S/u, "must have a word") }),
    data: z.strictObject({ Orders: OrdersData, IsWhole: z.boolean() }),
    handler: async ({ body }, { signal, caller: { tenant, shop } }) => {
      const [page, account] = await Promise.all([
        deps.platform.orderPage({ tenant, shop, signal }, { query: searchForText(body.Text), first: pageSize }),
        loadAuthorizedShop(deps, tenant),
      ]);
      return { Orders: tableOf(account, page.orders), IsWhole: page.next === null };
    },
  }),
  route({
    method: "POST",
    path: "orders/find-numbers",
    summary: "Ids of the orders that have these numbers, and the numbers that no order has or that several have",
    description:
      "Takes a pasted list. What stands in NotFound has to be chosen from the table. Ids go into SelectedOrderIds.",
    access: "shop",
    asksPlatform: true,
    body: z.strictObject({
      Numbers: z.array(z.string().max(longest).regex(/\S/u, "must not be blank")).min(1).max(mostNumbers),
    }),
    data: z.strictObject({ Ids: z.array(z.string()), NotFound: z.array(z.string()) }),
    handler: async ({ body: { Numbers } }, { signal, caller: { tenant, shop } }) => {
      const query = searchForNumbers(Numbers);
      // A number may be that of two orders; a page as large as it can be would cost the platform more.
      const first = Math.min(2 * Numbers.length, pageSize);
      const { orders } = await deps.platform.orderPage({ tenant, shop, signal }, { query, first });
      const { ids, notFound } = findNumbers(Numbers, orders);
      return { Ids: ids, NotFound: notFound };
    },
  }),
];
