import type { DemoFulfillment } from "../generate/delivery-types.ts";
import { customerHistory } from "../generate/history.ts";
import { isOrderPart, type OrderPart, orderIndexOfPart } from "../generate/ids.ts";
import type {
  DemoAgreement,
  DemoCustomer,
  DemoLineItem,
  DemoOrder,
  DemoProduct,
  DemoRefund,
  DemoShippingLine,
  DemoTransaction,
  Metafield,
} from "../generate/types.ts";
import { type ConnectionArguments, listConnection, numberOfGid } from "./connection.ts";
import type { RequestContext } from "./context.ts";
import { orderPage } from "./order-pages.ts";

type Arguments = ConnectionArguments & Readonly<Record<string, unknown>>;
/** Field resolvers by type. Other fields are read from the plain object. */
export type Resolvers = Readonly<
  Record<string, Readonly<Record<string, (source: never, args: never, context: RequestContext) => unknown>>>
>;

/**
 * The order of a part (line, refund, …).
 * @throws {Error} the id is not one of ours
 */
const orderOfPart = (type: OrderPart, id: string, context: RequestContext): DemoOrder => {
  const index = orderIndexOfPart(type, numberOfGid(id));
  if (index < 0 || index >= context.count) throw new Error(`${id} belongs to no order.`);
  return context.orders.at(index);
};

const firstOf = <T>(list: readonly T[], { first }: { first?: number | null }): readonly T[] =>
  first === null || first === undefined ? list : list.slice(0, first);
const count = (list: readonly unknown[]) => ({ count: list.length, precision: "EXACT" });

const metafield = (source: { metafields: readonly Metafield[] }, args: { namespace?: string | null; key: string }) => {
  const dot = args.key.lastIndexOf(".");
  const namespace = args.namespace ?? (dot < 0 ? "custom" : args.key.slice(0, dot));
  const key = args.namespace || dot < 0 ? args.key : args.key.slice(dot + 1);
  return source.metafields.find((one) => one.namespace === namespace && one.key === key) ?? null;
};
const metafields = (
  source: { metafields: readonly Metafield[] },
  args: Arguments & { namespace?: string | null; keys?: readonly string[] | null },
) =>
  listConnection(
    source.metafields.filter(
      (one) =>
        (!args.namespace || one.namespace === args.namespace) &&
        (!args.keys || args.keys.includes(`${one.namespace}.${one.key}`) || args.keys.includes(one.key)),
    ),
    args,
  );
const withMetafields = { metafield, metafields };

/** The argument `query` knows only `id:`. */
const agreements = (order: DemoOrder, args: Arguments & { query?: string | null }) => {
  const [, number] = /^id:(\d+)$/.exec(args.query ?? "") ?? [];
  return listConnection(
    order.agreements.filter(({ id }) => number === undefined || numberOfGid(id) === Number(number)),
    args,
  );
};
const withSales = {
  sales: (agreement: DemoAgreement, args: Arguments) => listConnection(agreement.sales, args),
};

const allocations = (order: DemoOrder, list: DemoLineItem["discountAllocations"]) =>
  list.map(({ allocatedAmountSet, index }) => ({
    allocatedAmountSet,
    discountApplication: order.discountApplications.find((application) => application.index === index),
  }));

const lineOf = (id: string, context: RequestContext): DemoLineItem | undefined =>
  orderOfPart("LineItem", id, context).lineItems.find((line) => line.id === id);

const history = (customer: DemoCustomer, context: RequestContext) =>
  customerHistory(context.shop, customer.id, context.count);

/** Orders and everything below them. */
export const orderResolvers: Resolvers = {
  Order: {
    ...withMetafields,
    agreements,
    lineItems: (order: DemoOrder, args: Arguments) => listConnection(order.lineItems, args),
    shippingLine: (order: DemoOrder) => order.shippingLines.find((line) => !line.isRemoved) ?? null,
    shippingLines: (order: DemoOrder, args: Arguments & { includeRemovals: boolean }) =>
      listConnection(
        order.shippingLines.filter((line) => args.includeRemovals || !line.isRemoved),
        args,
      ),
    discountApplications: (order: DemoOrder, args: Arguments) => listConnection(order.discountApplications, args),
    fulfillmentOrders: (order: DemoOrder, args: Arguments) => listConnection(order.fulfillmentOrders, args),
    localizedFields: (order: DemoOrder, args: Arguments) => listConnection(order.localizedFields, args),
    refunds: (order: DemoOrder, args: Arguments) => firstOf(order.refunds, args),
    transactions: (order: DemoOrder, args: Arguments) => firstOf(order.transactions, args),
    fulfillments: (order: DemoOrder, args: Arguments) => firstOf(order.fulfillments, args),
    transactionsCount: (order: DemoOrder) => count(order.transactions),
    fulfillmentsCount: (order: DemoOrder) => count(order.fulfillments),
  },
  LineItem: {
    taxLines: (line: DemoLineItem, args: Arguments) => firstOf(line.taxLines, args),
    discountAllocations: (line: DemoLineItem, _: Arguments, context) =>
      line.discountAllocations.length === 0
        ? []
        : allocations(orderOfPart("LineItem", line.id, context), line.discountAllocations),
  },
  OrderAgreement: withSales,
  OrderEditAgreement: withSales,
  RefundAgreement: withSales,
  ReturnAgreement: withSales,
  ShippingLine: {
    discountAllocations: (line: DemoShippingLine, _: Arguments, context) =>
      allocations(orderOfPart("ShippingLine", line.id, context), line.discountAllocations),
  },
  Refund: {
    order: (refund: DemoRefund, _: Arguments, context) => orderOfPart("Refund", refund.id, context),
    refundLineItems: (refund: DemoRefund, args: Arguments) => listConnection(refund.refundLineItems, args),
    refundShippingLines: (refund: DemoRefund, args: Arguments) => listConnection(refund.refundShippingLines, args),
    orderAdjustments: (refund: DemoRefund, args: Arguments) => listConnection(refund.orderAdjustments, args),
    transactions: (refund: DemoRefund, args: Arguments, context) => {
      const { transactions } = orderOfPart("Refund", refund.id, context);
      const ids = new Set(refund.transactions.map(({ id }) => id));
      return listConnection(
        transactions.filter(({ id }) => ids.has(id)),
        args,
      );
    },
  },
  PaymentTerms: {
    paymentSchedules: (terms: NonNullable<DemoOrder["paymentTerms"]>, args: Arguments) =>
      listConnection(terms.paymentSchedules, args),
  },
  RefundLineItem: {
    lineItem: (item: { lineItem: { id: string } }, _: Arguments, context) => lineOf(item.lineItem.id, context),
  },
  RefundShippingLine: {
    shippingLine: (item: { shippingLine: { id: string } }, _: Arguments, context) =>
      orderOfPart("ShippingLine", item.shippingLine.id, context).shippingLines.find(
        (line) => line.id === item.shippingLine.id,
      ),
  },
  OrderTransaction: {
    parentTransaction: ({ parentTransaction }: DemoTransaction, _: Arguments, context) =>
      parentTransaction &&
      orderOfPart("OrderTransaction", parentTransaction.id, context).transactions.find(
        ({ id }) => id === parentTransaction.id,
      ),
  },
  CardPaymentDetails: {
    paymentMethodName: () => "card",
  },
  Fulfillment: {
    order: (fulfillment: DemoFulfillment, _: Arguments, context) => orderOfPart("Fulfillment", fulfillment.id, context),
    trackingInfo: (fulfillment: DemoFulfillment, args: Arguments) => firstOf(fulfillment.trackingInfo, args),
    fulfillmentLineItems: (fulfillment: DemoFulfillment, args: Arguments) =>
      listConnection(fulfillment.fulfillmentLineItems, args),
    fulfillmentOrders: (fulfillment: DemoFulfillment, args: Arguments, context) => {
      const { fulfillmentOrders } = orderOfPart("Fulfillment", fulfillment.id, context);
      const ids = new Set(fulfillment.fulfillmentOrders.map(({ id }) => id));
      return listConnection(
        fulfillmentOrders.filter(({ id }) => ids.has(id)),
        args,
      );
    },
    events: (fulfillment: DemoFulfillment, args: Arguments) => listConnection(fulfillment.events, args),
  },
  FulfillmentLineItem: {
    lineItem: (item: { lineItem: { id: string } }, _: Arguments, context) => lineOf(item.lineItem.id, context),
  },
  Location: {
    isActive: () => true,
    fulfillsOnlineOrders: () => true,
  },
  Customer: {
    ...withMetafields,
    numberOfOrders: (customer: DemoCustomer, _: Arguments, context) => history(customer, context).numberOfOrders,
    amountSpent: (customer: DemoCustomer, _: Arguments, context) => history(customer, context).amountSpent,
    lastOrder: (customer: DemoCustomer, _: Arguments, context) => {
      const last = history(customer, context).indices.at(-1);
      return last === undefined ? null : context.orders.at(last);
    },
    orders: async (customer: DemoCustomer, args: Arguments & { query?: string | null; sortKey: string }, context) => {
      const own = history(customer, context).indices.filter((index) => index >= context.firstVisible);
      const { search: compiled } = await context.orders.find("", 0, 0, context.now);
      const wanted = args.query
        ? new Set((await context.orders.find(args.query, context.count, context.firstVisible, context.now)).list ?? own)
        : null;
      const list = wanted ? own.filter((index) => wanted.has(index)) : own;
      const found = { from: 0, to: 0, list, search: compiled };
      return orderPage({ shop: context.shop, orders: context.orders, found, sortKey: args.sortKey, args });
    },
  },
  Product: {
    ...withMetafields,
    collections: (product: DemoProduct, args: Arguments) => listConnection(product.collections, args),
  },
  ProductVariant: withMetafields,
  MediaImage: {
    image: (media: { preview: { image: unknown } }) => media.preview.image,
  },
};

/** The part of an order with an id, for `node(id:)`. */
export const partOfOrder = (type: string, id: string, context: RequestContext): object | null => {
  if (!isOrderPart(type)) return null;
  const index = orderIndexOfPart(type, numberOfGid(id));
  if (index < context.firstVisible || index >= context.count) return null;
  const order = context.orders.at(index);
  const lists: readonly (readonly object[])[] = [
    order.lineItems,
    order.refunds,
    order.transactions,
    order.fulfillments,
    order.fulfillmentOrders,
    order.fulfillments.flatMap((one) => one.fulfillmentLineItems),
    order.fulfillments.flatMap((one) => one.events),
    order.metafields,
  ];
  for (const list of lists) for (const item of list) if ("id" in item && item.id === id) return item;
  return null;
};
