import { isFieldBelow } from "#domain/orders/field-paths.ts";
import type { JsonObject } from "../../ports/json.ts";
import { maxUnreadOrders, type ShopAccess, TooManyUnread } from "../../ports/store-platform.ts";
import type { Graphql } from "../calls/graphql.ts";
import type { Send } from "../remaining-pages.ts";
import type { Sizing } from "../sizing.ts";
import { PartialFailure } from "./partial-failure.ts";
import { createPartReader } from "./read-parts.ts";
import { splitFields } from "./split-fields.ts";

const maxTogether = 25;
/** Tries per order, with waits of 1 and 2 s: a person may be waiting. */
export const triesPerOrder = 3;

/** Throws {@link PartialFailure} however many orders fail: the separate reader counts them. */
export const sendInParts =
  (graphql: Graphql, access: ShopAccess, triesOfParts: number): Send =>
  async (document, variables, cost) =>
    (await graphql(access, { document, variables, cost, triesOfParts, partsAtMost: Number.POSITIVE_INFINITY })).data;

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf(".")));

/**
 * Returns the fields that failed paths mean: those below a path, else those below its parents. Sheaf asks for ids
 * itself, and an object whose id fails can't be read. The path of a list's further page begins at the list's owner.
 */
export const fieldsAt = (fields: readonly string[], paths: readonly string[]): string[] => {
  if (paths.includes("")) return [...fields];
  const exact = fields.filter((field) => isFieldBelow(field, paths));
  const failed =
    exact.length > 0 ? exact : fields.filter((field) => paths.some((path) => `.${field}.`.includes(`.${path}.`)));
  return failed.length > 0 ? failed : fieldsAt(fields, paths.map(parentOf));
};

/** True if orders that fail for these paths could be read without the optional fields. */
export const failsForOptional = (
  { paths }: TooManyUnread,
  { fields, optional }: { fields: readonly string[]; optional: readonly string[] },
): boolean =>
  paths.some((path) => {
    // Sheaf itself requests the ids of objects.
    const object = path.replace(/\.id$/, "");
    return (
      optional.some((field) => isFieldBelow(field, [path])) && !fields.some((field) => isFieldBelow(field, [object]))
    );
  });

/**
 * Reads fields of orders by id into them, in place; returns the orders that are gone. An order that fails is read
 * alone, and its missing paths go into `unread`. Orders `known` to fail, for `paths`, are read alone at once.
 * @throws {TooManyUnread} more than `atMost` fail
 */
export const createIsolatingReader = ({
  fields,
  sizing,
  atMost = maxUnreadOrders,
  send,
}: {
  fields: readonly string[];
  sizing: Sizing;
  atMost?: number | undefined;
  send: (triesOfParts: number) => Send;
}) => {
  let unread = 0;
  const failedPaths = new Set<string>();
  const recordFailed = (paths: readonly string[]): void => {
    for (const path of paths) failedPaths.add(path);
  };
  const createError = () => new TooManyUnread(`more than ${atMost} orders`, [...failedPaths]);
  const readFields = async (
    orders: JsonObject[],
    requestedFields: readonly string[],
    tries: number,
  ): Promise<JsonObject[]> => {
    let readableOrders = orders;
    for (const part of splitFields(["id", ...requestedFields]))
      readableOrders = await createPartReader(part, sizing, send(tries))(readableOrders);
    return readableOrders;
  };

  const readAlone = async (order: JsonObject): Promise<JsonObject[]> => {
    const lostFields: string[] = [];
    let tries = triesPerOrder;
    for (;;) {
      const requestedFields = fields.filter((field) => !lostFields.includes(field));
      try {
        const readableOrders =
          requestedFields.length === 0 ? [order] : await readFields([order], requestedFields, tries);
        if (lostFields.length === 0) return readableOrders;
        unread += 1;
        if (unread > atMost) throw createError();
        recordUnread(order, lostFields);
        return readableOrders;
      } catch (error) {
        if (!(error instanceof PartialFailure)) throw error;
        recordFailed(error.failed.paths);
        lostFields.push(...fieldsAt(requestedFields, error.failed.paths));
        // A response may name only one of an order's failing fields, and it had its waits.
        tries = 1;
      }
    }
  };

  /** Halves the orders until the failing ones are found. */
  const sift = async (orders: JsonObject[], failing: JsonObject[]): Promise<JsonObject[]> => {
    try {
      return await readFields(orders, fields, 1);
    } catch (error) {
      if (!(error instanceof PartialFailure)) throw error;
      recordFailed(error.failed.paths);
    }
    if (orders.length > 1) {
      const half = Math.ceil(orders.length / 2);
      return [...(await sift(orders.slice(0, half), failing)), ...(await sift(orders.slice(half), failing))];
    }
    failing.push(...orders);
    if (failing.length > atMost) throw createError();
    return orders;
  };

  return async (
    orders: readonly JsonObject[],
    known: readonly JsonObject[] = [],
    paths: readonly string[] = [],
  ): Promise<Set<JsonObject>> => {
    recordFailed(paths);
    const failing = [...known];
    const readableOrders = new Set<JsonObject>();
    for (let at = 0; at < orders.length; at += maxTogether)
      for (const order of await sift(orders.slice(at, at + maxTogether), failing)) readableOrders.add(order);
    const gone = orders.filter((order) => !readableOrders.has(order));
    // The waits of these orders overlap.
    const readable = new Set((await Promise.all(failing.map(readAlone))).flat());
    return new Set([...gone, ...failing.filter((order) => !readable.has(order))]);
  };
};

export const recordUnread = (order: JsonObject, paths: readonly string[]): void => {
  order.unread = [...new Set([...listOf(order.unread), ...paths])];
};

const listOf = (value: JsonObject[string] | undefined): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
