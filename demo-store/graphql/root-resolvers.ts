import { GraphQLError, type GraphQLResolveInfo, responsePathAsArray } from "graphql";
import { catalogueOf, productByNumber, variantByNumber } from "../generate/catalogue.ts";
import { customerAt } from "../generate/customers.ts";
import { locationsOf } from "../generate/delivery.ts";
import { CATALOGUE_BASES, customerOfId, indexOfOrderId } from "../generate/ids.ts";
import type { DemoProduct } from "../generate/types.ts";
import { foundCount } from "../platform/orders.ts";
import { shopProfile } from "../platform/profile.ts";
import { type ConnectionArguments, listConnection, numberOfGid, textConnection } from "./connection.ts";
import type { RequestContext } from "./context.ts";
import { orderPage } from "./order-pages.ts";
import { partOfOrder } from "./order-resolvers.ts";

type SearchArguments = ConnectionArguments & { query?: string | null; sortKey: string; limit?: number | null };
type Resolve = (source: never, args: never, context: RequestContext, info: GraphQLResolveInfo) => unknown;

const search = async (query: string | null | undefined, context: RequestContext, info: GraphQLResolveInfo) => {
  const found = await context.orders.find(query ?? "", context.count, context.firstVisible, context.now);
  if (found.search.warnings.length > 0)
    context.reports.push({ path: responsePathAsArray(info.path), query: query ?? "", search: found.search });
  return found;
};

const order = (id: string, context: RequestContext): object | null => {
  const index = indexOfOrderId(context.shop.seed, numberOfGid(id));
  return index < context.firstVisible || index >= context.count ? null : context.orders.at(index);
};

/** Resolves any gid that the demo store knows; null for others, as on the platform. */
const node = (id: string, context: RequestContext): object | null => {
  const match = /^gid:\/\/shopify\/([A-Za-z]+)\/(\d+)$/.exec(id);
  if (!match)
    throw new GraphQLError(`Invalid global id '${id}'`, { extensions: { code: "argumentLiteralsIncompatible" } });
  const [, type = "", digits = ""] = match;
  const number = Number(digits);
  const { shop } = context;
  switch (type) {
    case "Order":
      return order(id, context);
    case "Product":
      return productByNumber(shop, number)?.product ?? null;
    case "ProductVariant":
      return variantByNumber(shop, number, CATALOGUE_BASES.ProductVariant)?.variant ?? null;
    case "InventoryItem":
      return variantByNumber(shop, number, CATALOGUE_BASES.InventoryItem)?.variant.inventoryItem ?? null;
    case "Customer": {
      const customer = customerOfId(number);
      return customer < 0 ? null : customerAt(shop, customer).customer;
    }
    case "Location":
      return locationsOf(shop).find((location) => location.id === id) ?? null;
    case "AppSubscription":
      return context.billing.byId(id);
    case "WebhookSubscription":
      return context.webhooks.byId(id);
    default:
      return partOfOrder(type, id, context);
  }
};

const distinctProductTexts =
  (textsOf: (product: DemoProduct) => readonly string[]) =>
  (_: never, args: ConnectionArguments, context: RequestContext) => {
    const products = catalogueOf(context.shop).filter(({ deleted }) => !deleted);
    const texts = new Set(products.flatMap(({ product }) => textsOf(product)).filter((text) => text !== ""));
    return textConnection([...texts].sort(), args);
  };

export const rootResolvers: Readonly<Record<string, Readonly<Record<string, Resolve>>>> = {
  QueryRoot: {
    shop: (_: never, __: never, context) => shopProfile(context.shop),
    shopLocales: (_: never, __: never, context) => [
      { locale: context.shop.locale, name: context.shop.locale, primary: true, published: true },
    ],
    locations: (_: never, args: ConnectionArguments, context) => listConnection(locationsOf(context.shop), args),
    order: (_: never, { id }: { id: string }, context) => order(id, context),
    orders: async (_: never, args: SearchArguments, context, info) => {
      const found = await search(args.query, context, info);
      const page = orderPage({ shop: context.shop, orders: context.orders, found, sortKey: args.sortKey, args });
      context.onOrdersPage();
      return page;
    },
    ordersCount: async (_: never, args: SearchArguments, context, info) => {
      const count = foundCount(await search(args.query, context, info));
      const { limit } = args;
      return limit !== null && limit !== undefined && count > limit
        ? { count: limit, precision: "AT_LEAST" }
        : { count, precision: "EXACT" };
    },
    node: (_: never, { id }: { id: string }, context) => node(id, context),
    nodes: (_: never, { ids }: { ids: readonly string[] }, context) => {
      if (ids.length > 250)
        throw new GraphQLError("The input array size of more than 250 is not allowed.", {
          extensions: { code: "MAX_INPUT_SIZE_EXCEEDED" },
        });
      return ids.map((id) => node(id, context));
    },
    productTags: distinctProductTexts(({ tags }) => tags),
    productTypes: distinctProductTexts(({ productType }) => [productType]),
    productVendors: distinctProductTexts(({ vendor }) => [vendor]),
    bulkOperation: (_: never, { id }: { id: string }, context) => context.bulk.byId(id),
    bulkOperations: (_: never, args: ConnectionArguments & { query?: string | null }, context) => {
      const wantedStatus = /^\s*status:'?(\w+)'?\s*$/.exec(args.query ?? "")?.[1]?.toUpperCase();
      const all = context.bulk.list();
      return listConnection(
        wantedStatus === undefined ? all : all.filter(({ status }) => status === wantedStatus),
        args,
      );
    },
    currentAppInstallation: (_: never, __: never, context) => ({
      id: `gid://shopify/AppInstallation/${context.shop.platformId}1`,
      app: { id: "gid://shopify/App/1", title: "Sheaf", handle: context.clientId },
      accessScopes: [...context.scopes].map((handle) => ({ handle, description: handle.replaceAll("_", " ") })),
      activeSubscriptions: context.billing.active(),
      allSubscriptions: (args: ConnectionArguments) => listConnection(context.billing.all(), args),
      launchUrl: `${context.shop.origin}/admin/apps/sheaf`,
      uninstallUrl: `${context.shop.origin}/admin/uninstall`,
    }),
    webhookSubscriptions: (
      _: never,
      args: ConnectionArguments & { topics?: readonly string[] | null; uri?: string | null },
      context,
    ) =>
      listConnection(
        context.webhooks
          .list()
          .filter(({ topic, uri }) => (!args.topics || args.topics.includes(topic)) && (!args.uri || args.uri === uri)),
        args,
      ),
  },
  Mutation: {
    appSubscriptionCreate: (_: never, args: never, context) => context.billing.create(args),
    appSubscriptionCancel: (_: never, { id }: { id: string }, context) => context.billing.cancel(id),
    bulkOperationRunQuery: (_: never, asked: { query: string; groupObjects: boolean }, context) => {
      const { count, firstVisible, now, scopes } = context;
      const frozen = { orders: count, firstVisible, now, scopes: [...scopes] };
      return context.bulk.begin({ ...asked, frozen }, context.bulkFaults);
    },
    bulkOperationCancel: (_: never, { id }: { id: string }, context) => context.bulk.cancel(id),
    webhookSubscriptionCreate: (_: never, args: never, context) => context.webhooks.subscribe(args),
    webhookSubscriptionDelete: (_: never, { id }: { id: string }, context) => context.webhooks.unsubscribe(id),
  },
};
