import { z } from "zod";
import { type AttributeKind, type AttributeNames, PlatformError, type ShopAccess } from "../../ports/store-platform.ts";
import type { Graphql } from "../calls/graphql.ts";
import { readReadableOrders } from "../readable-orders.ts";
import { createTally, type WordTally } from "../word-tally.ts";
import { documents } from "./documents.ts";

const maxCost = 580;

type Tallies = Record<AttributeKind, WordTally>;

const addMetafields = (tally: WordTally, owner: z.infer<typeof Owner>): void => {
  for (const { namespace, key } of owner?.metafields.nodes ?? []) tally.add(`${namespace}.${key}`);
};

const countOrder = (tallies: Tallies, order: z.infer<typeof Order>): void => {
  for (const { key } of order.customAttributes) tallies.noteAttributes.add(key);
  addMetafields(tallies.orderMetafields, order);
  addMetafields(tallies.customerMetafields, order.customer);
  for (const line of order.lineItems.nodes) {
    for (const { key } of line.customAttributes) tallies.properties.add(key);
    addMetafields(tallies.productMetafields, line.product);
    addMetafields(tallies.variantMetafields, line.variant);
  }
};

/** Columns match names exactly. */
const exactly = (name: string) => name;

/** @throws {PlatformError} */
export const readAttributes = async (graphql: Graphql, access: ShopAccess): Promise<AttributeNames> => {
  const { data } = await readReadableOrders(graphql, access, {
    document: documents.attributes,
    cost: maxCost,
    maxOrders: 54,
  });
  const parsed = Answer.safeParse(data);
  if (!parsed.success)
    throw new PlatformError(
      "unexpected-answer",
      "The store platform sent attribute names that we can't read. Type the name, or try again later.",
      parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join(", "),
    );
  const tallies: Tallies = {
    noteAttributes: createTally(exactly),
    properties: createTally(exactly),
    orderMetafields: createTally(exactly),
    customerMetafields: createTally(exactly),
    productMetafields: createTally(exactly),
    variantMetafields: createTally(exactly),
  };
  for (const order of parsed.data.orders.nodes) countOrder(tallies, order);
  return Object.fromEntries(Object.entries(tallies).map(([kind, tally]) => [kind, tally.words()])) as Record<
    AttributeKind,
    string[]
  >;
};

const Names = z.array(z.object({ key: z.string() }));
const metafields = { metafields: z.object({ nodes: z.array(z.object({ namespace: z.string(), key: z.string() })) }) };
const Owner = z.object(metafields).nullable();
const Order = z.object({
  ...metafields,
  customAttributes: Names,
  customer: Owner,
  lineItems: z.object({ nodes: z.array(z.object({ customAttributes: Names, product: Owner, variant: Owner })) }),
});
const Answer = z.object({ orders: z.object({ nodes: z.array(Order) }) });
