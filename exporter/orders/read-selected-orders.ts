import { buildIdsQuery } from "#domain/orders/build-ids-query.ts";
import type { Order } from "#domain/orders/order.ts";
import { isKnownId } from "#domain/orders/unread.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { peopleFields } from "../attempt/people-sink.ts";
import { newestFirst, parseOrderNumber, toOrderId } from "./order-ids.ts";
import {
  castOrder,
  getCreatedAt,
  lacksIdOrDate,
  type OrdersPage,
  type ReadOrdersOptions,
} from "./orders-of-platform.ts";

/** Ids per search: some 5,000 characters. */
const chunkSize = 200;

const chunksOf = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / chunkSize) }, (_, n) =>
    items.slice(n * chunkSize, (n + 1) * chunkSize),
  );

/**
 * Requests orders by number. One of unreadable id takes the missing number. If several are missing, each is requested
 * alone, as the response doesn't tell them apart (ADR 107).
 */
const findByNumber = async (
  ask: (query: string) => AsyncIterable<JsonObject[]>,
  numbers: readonly string[],
): Promise<Map<string, Order>> => {
  const orderByNumber = new Map<string, Order>();
  const unidentified: Order[] = [];
  for await (const page of ask(buildIdsQuery(numbers)))
    for (const order of page.map(castOrder)) {
      if (isKnownId(order.id)) orderByNumber.set(parseOrderNumber(order.id), order);
      else unidentified.push(order);
    }
  const [first] = unidentified;
  if (first === undefined) return orderByNumber;
  const missing = numbers.filter((number) => !orderByNumber.has(number));
  const [only] = missing;
  if (only !== undefined && missing.length === 1) return orderByNumber.set(only, { ...first, id: toOrderId(only) });
  // In parallel, as each may wait.
  const foundSingly = await Promise.all(missing.map((number) => findByNumber(ask, [number])));
  return new Map([orderByNumber, ...foundSingly].flatMap((part) => [...part]));
};

/**
 * Reads the chosen orders, newest first; those without a readable id or date come first. Reads all dates first, to
 * fetch orders in chunks in final order.
 *
 * An order not found is gone from the store: the platform answers searches by id from its database, without a late
 * index (P-4.2), and shows orders of any age (`assertSeesAllOrders`). Unreadable orders are found all the same ({@link
 * findByNumber}). Every other failure throws.
 */
export async function* readSelectedOrders(
  { platform, input, fields, requiredFields, signal }: Omit<ReadOrdersOptions, "pages">,
  ids: readonly string[],
  bounds: { unreadAtMost?: number } = {},
): AsyncGenerator<OrdersPage> {
  const access = { tenant: input.tenant, shop: input.shop.shop, signal };
  const common = { ...bounds, isPatient: true };
  const numbers = [...new Set(ids.map(parseOrderNumber))];
  const dated: { number: string; createdAt: string }[] = [];
  const unplaced: Order[] = [];
  const gone: string[] = [];
  for (const chunk of chunksOf(numbers)) {
    const ask = (query: string) => platform.streamOrders(access, { query, fields: ["id", "createdAt"], ...common });
    const found = await findByNumber(ask, chunk);
    for (const number of chunk) {
      const order = found.get(number);
      if (order === undefined) gone.push(toOrderId(number));
      else if (lacksIdOrDate(order)) unplaced.push(order);
      else dated.push({ number, createdAt: getCreatedAt(order) });
    }
  }
  // The place of these is unknown, so they precede all rows.
  if (unplaced.length > 0 || gone.length > 0) yield { found: unplaced.length, orders: unplaced, gone };
  dated.sort(newestFirst);
  const drops = { pages: 0, nextPages: 1 };
  const whole = { fields, requiredFields, optional: peopleFields, drops, ...common };
  for (const chunk of chunksOf(dated)) {
    const numbers = chunk.map(({ number }) => number);
    const found = await findByNumber((query) => platform.streamOrders(access, { query, ...whole }), numbers);
    const orders = numbers.map((number) => found.get(number)).filter((order) => order !== undefined);
    // These were deleted since their dates were read.
    const goneSince = numbers.filter((number) => !found.has(number)).map(toOrderId);
    yield { found: chunk.length, orders, gone: goneSince };
  }
}
