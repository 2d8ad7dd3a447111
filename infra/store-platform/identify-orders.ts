import { createUnknownId, namelessOrder } from "#domain/orders/unread.ts";
import type { Json, JsonObject } from "../ports/json.ts";
import { PlatformError } from "../ports/store-platform.ts";
import { pageOfNodes } from "./documents/document.ts";
import { isObject } from "./documents/flatten.ts";
import { triesPerOrder } from "./documents/isolate-failing-orders.ts";
import { PartialFailure } from "./documents/partial-failure.ts";

/** Fields that name an order that can't be read. */
export const identifyingFields = ["name", "createdAt"] as const;

const withName = pageOfNodes(["id", ...identifyingFields]);
const idsOnly = pageOfNodes(["id"]);
/** Pages without ids, the most telling first. */
const withoutId = [[...identifyingFields], ["name"], ["createdAt"], ["__typename"]].map(pageOfNodes);

export const unreadableOrderError = (detail: string): PlatformError =>
  new PlatformError("unexpected-answer", "The store platform sent orders we can't read. Try again later.", detail);

export const toOrder = (node: Json): JsonObject => {
  if (!isObject(node) || typeof node.id !== "string") throw unreadableOrderError("an order without an id");
  return node;
};

type Ask = (
  after: string | undefined,
  most: number,
  asked: { document: string; triesOfParts?: number },
) => Promise<{ nodes: Json[]; next: string | undefined }>;

const unlessUnread = async <T>(answer: Promise<T>): Promise<T | undefined> => {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof PartialFailure) return undefined;
    throw error;
  }
};

/** An order with the cursors around it. */
export type Unidentified = { order: JsonObject; after: string | undefined; next: string | undefined };

type IdentifiedPage = { orders: JsonObject[]; endCursor: string | undefined; unidentified: Unidentified[] };

export const createOrderIdentifier = (ask: Ask) => ({
  /**
   * Reads a page's ids, and {@link identifyingFields} if the platform gives them. The page may be short. `unidentified`
   * orders have no id yet.
   */
  name: async (after: string | undefined, maxOrders: number): Promise<IdentifiedPage> => {
    for (let count = maxOrders; count > 0; count = Math.floor(count / 2)) {
      const page =
        (await unlessUnread(ask(after, count, { document: withName }))) ??
        (await unlessUnread(ask(after, count, { document: idsOnly })));
      if (page) return { orders: page.nodes.map(toOrder), endCursor: page.next, unidentified: [] };
    }
    for (const document of withoutId) {
      const page = await unlessUnread(ask(after, 1, { document }));
      if (!page) continue;
      const orders = page.nodes.filter(isObject);
      return { orders, endCursor: page.next, unidentified: orders.map((order) => ({ order, after, next: page.next })) };
    }
    throw unreadableOrderError("an order of which nothing can be read");
  },

  /**
   * Requests ids again, in parallel, as each may wait. Returns the orders that have one now. The others get `id` in
   * their `unread`, a name, and a unique made-up id.
   */
  identify: async (unidentified: readonly Unidentified[]): Promise<JsonObject[]> => {
    const asked = unidentified.map(async ({ order, after, next }) => {
      const page = await unlessUnread(ask(after, 1, { document: idsOnly, triesOfParts: triesPerOrder }));
      // Another cursor means another order.
      const [found] = page?.next === next ? (page?.nodes ?? []) : [];
      if (found !== undefined) return [Object.assign(order, toOrder(found))];
      const name = typeof order.name === "string" ? order.name : namelessOrder;
      Object.assign(order, { id: createUnknownId(after ?? ""), name, unread: ["id"] });
      return [];
    });
    return (await Promise.all(asked)).flat();
  },
});
