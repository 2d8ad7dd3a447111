import { expect, it } from "vitest";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { Order } from "#domain/orders/order.ts";
import type { OrdersRequest, StorePlatform } from "#infra/ports/store-platform.ts";
import { readOrders } from "./read-orders.ts";

const filters = { from: "2026-11-01T00:00:00Z", to: "2026-11-20T00:00:00Z" };
const whole = { id: "gid://shopify/Order/2", createdAt: "2026-11-10T00:00:00Z" };
/** Reads a report from a platform, which is asked as given. */
const readAll = async (orders: StorePlatform["orders"], input: Partial<FrozenInput>): Promise<Order[]> => {
  const frozen = { tenant: "t", shop: { shop: "s" }, filters, filter: null, ...input } as unknown as FrozenInput;
  const { signal } = new AbortController();
  const read: Order[] = [];
  const platform = { orders };
  for await (const page of readOrders({ platform, pages: platform, input: frozen, fields: [], needed: [], signal }))
    read.push(...page.orders);
  return read;
};
const undated = { id: "gid://shopify/Order/1", unread: ["createdAt"] };

it.each<[string, Partial<FrozenInput>]>([
  ["a period", { selectedOrderIds: [] }],
  ["chosen orders", { selectedOrderIds: ["2", "1"] }],
  ["a period, and carried by the report before", { selectedOrderIds: [], carriedOrderIds: ["1"] }],
])("an order whose date couldn't be read is told once in a report of %s", async (_, input) => {
  const read = await readAll(async function* () {
    yield [{ ...whole }, { ...undated }];
  }, input);
  expect(read.map(({ id }) => id).sort()).toEqual([undated.id, whole.id]);
});

it("20 orders of a period may be unread beside those that were carried", async () => {
  const asked: OrdersRequest[] = [];
  const orders: StorePlatform["orders"] = async function* (_, request) {
    asked.push(request);
    yield [];
  };
  await readAll(orders, { selectedOrderIds: [], carriedOrderIds: ["1", "2"] });
  expect(asked.at(-1)).toMatchObject({ query: expect.stringContaining("created_at"), unreadAtMost: 22 });
});
