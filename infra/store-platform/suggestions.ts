import { z } from "zod";
import { foldForSearch } from "#domain/text/fold.ts";
import { PlatformError, type ShopAccess, type SuggestionKind, type Suggestions } from "../ports/store-platform.ts";
import type { Graphql } from "./calls/graphql.ts";
import { documents } from "./documents/documents.ts";
import { readReadableOrders } from "./readable-orders.ts";
import { createTally, type WordTally } from "./word-tally.ts";

const maxCost = 260;

const pair = ({ key, value }: z.infer<typeof Attribute>): string => (value ? `${key}:${value}` : "");

type Tallies = Record<SuggestionKind, WordTally>;

type AddWord = (kind: SuggestionKind, word: string | null | undefined) => void;

const countLine = (add: AddWord, line: z.infer<typeof Line>): void => {
  add("productTitles", line.title);
  add("skus", line.sku);
  add("vendors", line.vendor);
  for (const attribute of line.customAttributes) add("properties", pair(attribute));
  add("productIds", line.product?.legacyResourceId);
  add("productTypes", line.product?.productType);
  for (const tag of line.product?.tags ?? []) add("productTags", tag);
};

/** Counts each word once per order. */
const countOrder = (tallies: Tallies, order: z.infer<typeof Order>): void => {
  const add: AddWord = (kind, word) => tallies[kind].add(word, 1, order);
  const address = order.shippingAddress ?? order.billingAddress;
  add("salesChannels", order.attribution?.displayName ?? order.attribution?.handle);
  add("countries", address?.country);
  add("billingCountries", order.billingAddress?.country);
  add("provinces", address?.province);
  add("cities", address?.city);
  add("currencies", order.presentmentCurrencyCode);
  add("sources", order.sourceName);
  add("shippingMethods", order.shippingLine?.title);
  for (const gateway of order.paymentGatewayNames) add("paymentGateways", gateway);
  for (const tag of order.tags) add("orderTags", tag);
  for (const code of order.discountCodes) add("discountCodes", code);
  for (const tag of order.customer?.tags ?? []) add("customerTags", tag);
  for (const attribute of order.customAttributes) add("noteAttributes", pair(attribute));
  for (const line of order.lineItems.nodes) countLine(add, line);
};

/** @throws {PlatformError} */
export const readSuggestions = async (graphql: Graphql, access: ShopAccess): Promise<Suggestions> => {
  const { data, isPartial } = await readReadableOrders(graphql, access, {
    document: documents.suggestions,
    cost: maxCost,
    maxOrders: 250,
  });
  const parsed = Answer.safeParse(data);
  if (!parsed.success)
    throw new PlatformError(
      "unexpected-answer",
      "The store platform sent values that we can't read. Type the values, or try again later.",
      parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join(", "),
    );
  const tallies: Tallies = {
    salesChannels: createTally(),
    orderTags: createTally(foldForSearch),
    noteAttributes: createTally(),
    discountCodes: createTally(),
    properties: createTally(),
    vendors: createTally(),
    productTags: createTally(),
    productTypes: createTally(),
    productTitles: createTally(),
    productIds: createTally(),
    skus: createTally(),
    customerTags: createTally(),
    countries: createTally(),
    cities: createTally(),
    billingCountries: createTally(),
    provinces: createTally(),
    currencies: createTally(),
    sources: createTally(),
    shippingMethods: createTally(),
    paymentGateways: createTally(),
  };
  for (const order of parsed.data.orders.nodes) countOrder(tallies, order);
  // No recent order has these words, so they come last.
  const { productTags, productTypes, productVendors } = parsed.data;
  for (const tag of productTags?.nodes ?? []) tallies.productTags.add(tag, 0);
  for (const type of productTypes?.nodes ?? []) tallies.productTypes.add(type, 0);
  for (const vendor of productVendors?.nodes ?? []) tallies.vendors.add(vendor, 0);
  const counted = ({ counted }: WordTally) => counted().map(({ word, count }) => ({ word, orderCount: count }));
  const words = Object.fromEntries(Object.entries(tallies).map(([kind, tally]) => [kind, counted(tally)] as const));
  return {
    ordersRead: parsed.data.orders.nodes.length,
    isPartial,
    words: words as Record<SuggestionKind, ReturnType<typeof counted>>,
  };
};

const texts = z.array(z.string());
const List = z.object({ nodes: texts }).nullable();
const Attribute = z.object({ key: z.string(), value: z.string().nullable() });
const Address = z
  .object({ country: z.string().nullable(), city: z.string().nullable(), province: z.string().nullable() })
  .nullable();
const Line = z.object({
  title: z.string(),
  sku: z.string().nullable(),
  vendor: z.string().nullable(),
  customAttributes: z.array(Attribute),
  product: z.object({ legacyResourceId: z.string(), productType: z.string(), tags: texts }).nullable(),
});
const Order = z.object({
  tags: texts,
  discountCodes: texts,
  presentmentCurrencyCode: z.string(),
  paymentGatewayNames: texts,
  sourceName: z.string().nullable(),
  shippingLine: z.object({ title: z.string() }).nullable(),
  attribution: z.object({ displayName: z.string().nullable(), handle: z.string().nullable() }).nullable(),
  customAttributes: z.array(Attribute),
  customer: z.object({ tags: texts }).nullable(),
  shippingAddress: Address,
  billingAddress: Address,
  lineItems: z.object({ nodes: z.array(Line) }),
});
const Answer = z.object({
  orders: z.object({ nodes: z.array(Order) }),
  productTags: List,
  productTypes: List,
  productVendors: List,
});
