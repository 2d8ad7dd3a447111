import { expect, it } from "vitest";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { readOrders } from "./read-orders.ts";

const filters = { from: "2026-11-01T00:00:00Z", to: "2026-11-20T00:00:00Z" };
const whole = { id: "gid://shopify/Order/2", createdAt: "2026-11-10T00:00:00Z" };
const undated = { id: "gid://shopify/Order/1", unread: ["createdAt"] };

it.each<[string, Partial<FrozenInput>]>([
  ["a period", { selectedOrderIds: [] }],
  ["chosen orders", { selectedOrderIds: ["2", "1"] }],
  ["a period, and carried by the report before", { selectedOrderIds: [], carriedOrderIds: ["1"] }],
])("an order whose date couldn't be read is told once in a report of %s", async (_, input) => {
  const platform = {
    orders: async function* () {
      yield [{ ...whole }, { ...undated }];
    },
  };
  const frozen = { tenant: "t", shop: { shop: "s" }, filters, filter: null, ...input } as unknown as FrozenInput;
  const signal = new AbortController().signal;
  const read = [];
  for await (const page of readOrders({
    platform,
    pages: platform,
    input: frozen,
    fields: ["createdAt"],
    needed: [],
    signal,
  }))
    read.push(...page.orders);
  expect(read.map(({ id }) => id)).toEqual([whole.id, undated.id]);
});
