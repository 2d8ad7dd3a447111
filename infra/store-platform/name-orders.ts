import { unknownIdOf } from "#domain/orders/unread.ts";
import type { Json, JsonObject } from "../ports/json.ts";
import { PlatformError } from "../ports/store-platform.ts";
import { pageOfNodes } from "./document.ts";
import { isObject } from "./flatten.ts";
import { triesAlone } from "./read-apart.ts";
import { UnreadPart } from "./unread-part.ts";

/** Fields that name an order while the rest of it cannot be read. */
export const named = ["name", "createdAt"] as const;

const withName = pageOfNodes(["id", ...named]);
const idsAlone = pageOfNodes(["id"]);
/** Of an order whose id cannot be read, the most telling first. */
const withoutId = [[...named], ["name"], ["createdAt"], ["__typename"]].map(pageOfNodes);

export const unreadable = (detail: string): PlatformError =>
  new PlatformError("unexpected-answer", "The store platform sent orders we can't read. Try again later.", detail);

export const asOrder = (node: Json): JsonObject => {
  if (!isObject(node) || typeof node.id !== "string") throw unreadable("an order without an id");
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
    if (error instanceof UnreadPart) return undefined;
    throw error;
  }
};

/** An order that nothing can be asked of. It has a name to be told by, and an id that is no other's. */
const unknownOrder = (node: Json, after: string | undefined): JsonObject => ({
  id: unknownIdOf(after ?? ""),
  ...(isObject(node) && node),
  name: isObject(node) && typeof node.name === "string" ? node.name : "an order without a number",
  unread: ["id"],
});

/**
 * Reads ids of a page of orders, and {@link named} where the platform gives them; the page may be shorter than asked for. An order whose
 * id cannot be read has `id` in its `unread`, and nothing more can be read of it.
 */
export const orderNamer = (ask: Ask) => {
  const names = async (
    after: string | undefined,
    most: number,
  ): Promise<{ orders: JsonObject[]; after: string | undefined }> => {
    const triesOfParts = most === 1 ? triesAlone : 1;
    const page =
      (await unlessUnread(ask(after, most, { document: withName }))) ??
      (await unlessUnread(ask(after, most, { document: idsAlone, triesOfParts })));
    if (page) return { orders: page.nodes.map(asOrder), after: page.next };
    if (most > 1) return names(after, Math.floor(most / 2));
    for (const document of withoutId) {
      const one = await unlessUnread(ask(after, 1, { document }));
      if (one) return { orders: one.nodes.map((node) => unknownOrder(node, after)), after: one.next };
    }
    throw unreadable("an order of which nothing can be read");
  };
  return names;
};
