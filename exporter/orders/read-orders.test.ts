import { describe, expect, it } from "vitest";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { Order } from "#domain/orders/order.ts";
import { createUnknownId } from "#domain/orders/unread.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import type { OrdersRequest, StorePlatform } from "#infra/ports/store-platform.ts";
import { isFoundBy } from "#tests/support/orders-within.ts";
import type { OrdersPage } from "./orders-of-platform.ts";
import { readOrders } from "./read-orders.ts";

const filters = { from: "2026-11-01T00:00:00Z", to: "2026-11-20T00:00:00Z" };
const whole = { id: "gid://shopify/Order/2", createdAt: "2026-11-10T00:00:00Z" };
/** Reads a report's orders from a given platform. */
const readPages = async (orders: StorePlatform["streamOrders"], input: Partial<FrozenInput>): Promise<OrdersPage[]> => {
  const frozen = { tenant: "t", shop: { shop: "s" }, filters, filter: null, ...input } as unknown as FrozenInput;
  const { signal } = new AbortController();
  const platform = { streamOrders: orders };
  const options = { platform, pages: platform, input: frozen, fields: [], requiredFields: [], signal };
  const pages: OrdersPage[] = [];
  for await (const page of readOrders(options)) pages.push(page);
  return pages;
};
const readAll = async (...given: Parameters<typeof readPages>): Promise<Order[]> =>
  (await readPages(...given)).flatMap(({ orders }) => orders);
const undated = { id: "gid://shopify/Order/1", unread: ["createdAt"] };

it.each<[string, Partial<FrozenInput>]>([
  ["a period", { selectedOrderIds: [] }],
  ["chosen orders", { selectedOrderIds: ["2", "1"] }],
  ["a period, and carried by the previous report", { selectedOrderIds: [], carriedOrderIds: ["1"] }],
])("an order whose date couldn't be read is reported once in a report of %s", async (_, input) => {
  const read = await readAll(async function* () {
    yield [{ ...whole }, { ...undated }];
  }, input);
  expect(read.map(({ id }) => id).sort()).toEqual([undated.id, whole.id]);
});

it("up to 20 orders of a period may be unread in addition to carried ones", async () => {
  const asked: OrdersRequest[] = [];
  const orders: StorePlatform["streamOrders"] = async function* (_, request) {
    asked.push(request);
    yield [];
  };
  await readAll(orders, { selectedOrderIds: [], carriedOrderIds: ["1", "2"] });
  expect(asked.at(-1)).toMatchObject({ query: expect.stringContaining("created_at"), unreadAtMost: 22 });
});

it.each<[string, Partial<FrozenInput>]>([
  ["a period", { selectedOrderIds: [] }],
  ["chosen orders", { selectedOrderIds: ["2"] }],
])("a report of %s has patience with faults of many orders", async (_, input) => {
  const asked: OrdersRequest[] = [];
  await readAll(async function* (_access, request) {
    asked.push(request);
    yield [{ ...whole }];
  }, input);
  expect(new Set(asked.map(({ isPatient }) => isPatient))).toEqual(new Set([true]));
});

/** Orders #3, #2 and #1 of the period, newest first. */
const threeOrders: JsonObject[] = [3, 2, 1].map((number) => ({
  id: `gid://shopify/Order/${number}`,
  name: `#${number}`,
  createdAt: `2026-11-1${number}T00:00:00Z`,
}));
/** Answers searches. `fails`: tells if the id of an order fails in the nth answer, from 1. */
const failingIds = (fails: (name: string, nth: number) => boolean): StorePlatform["streamOrders"] => {
  let nth = 0;
  return async function* (_, { query }) {
    nth += 1;
    yield threeOrders
      .filter(isFoundBy(query))
      .map(({ id = "", name = "", ...rest }, at) =>
        fails(String(name), nth)
          ? { id: createUnknownId(`${nth}-${at}`), name, unread: ["id"] }
          : { id, name, ...rest },
      );
  };
};
const numbersOf = (read: readonly Order[]) => read.map(({ id, unread }) => [id.replace(/.*Order./, "#"), unread ?? []]);
const chosen = { selectedOrderIds: ["1", "2", "3"] };

describe("an order of the period whose id can't be read, with the name of a carried order,", () => {
  const dated = (number: number, createdAt: string) => ({ id: `gid://shopify/Order/${number}`, name: "#2", createdAt });
  const unknown = (more: object = {}) => ({ id: createUnknownId("a"), name: "#2", unread: ["id"], ...more });
  /** Answers the carried order by its id, then the period. */
  const reading = (carried: JsonObject, period: JsonObject[]) => {
    const orders: StorePlatform["streamOrders"] = async function* (_, { query }) {
      yield (query.includes("created_at") ? period : [carried]).map((order) => ({ ...order }));
    };
    return readAll(orders, { selectedOrderIds: [], carriedOrderIds: ["gid://shopify/Order/2"] });
  };
  const earlier = dated(2, "2026-10-05T00:00:00Z");
  const now = dated(2, "2026-11-12T00:00:00Z");
  it.each<[string, JsonObject, JsonObject[], number]>([
    ["is another one if the carried one isn't of this period", earlier, [unknown()], 1],
    ["is another one if its date says so", now, [unknown({ createdAt: "2026-11-13T00:00:00Z" })], 1],
    ["is another one if the carried one follows", now, [unknown(), now], 1],
    ["is another one if the carried one came before", now, [now, unknown()], 1],
    ["is the carried one if nothing says otherwise", now, [unknown()], 0],
    ["is the carried one if it has its date", now, [unknown({ createdAt: now.createdAt })], 0],
    ["is one of two if there are two", now, [unknown(), { ...unknown(), id: createUnknownId("b") }], 1],
  ])("%s", async (_, carried, period, others) => {
    const read = await reading(carried, period);
    expect(read.filter(({ unread }) => unread?.includes("id"))).toHaveLength(others);
    expect(read.filter(({ id }) => id === carried.id)).toHaveLength(1);
  });
});

it("a carried order that only the period's search finds isn't gone", async () => {
  const carried = ["gid://shopify/Order/2", "gid://shopify/Order/9"];
  const orders: StorePlatform["streamOrders"] = async function* (_, { query }) {
    yield query.includes("created_at") ? [{ ...whole }] : [];
  };
  const pages = await readPages(orders, { selectedOrderIds: [], carriedOrderIds: carried });
  expect(pages.flatMap((page) => page.orders)).toMatchObject([whole]);
  expect(pages.flatMap(({ gone = [] }) => gone)).toEqual(["gid://shopify/Order/9"]);
});

describe("an order requested by its id, which then can't be read,", () => {
  it("keeps its position among chosen orders if only the second response lacks its id", async () => {
    const orders = failingIds((name, nth) => name === "#2" && nth === 2);
    expect(numbersOf(await readAll(orders, chosen))).toEqual([
      ["#3", []],
      ["#2", ["id"]],
      ["#1", []],
    ]);
  });

  it("keeps its id, even beside another such order", async () => {
    const read = await readAll(
      failingIds((name) => name !== "#2"),
      chosen,
    );
    expect(numbersOf(read)).toEqual([
      ["#1", ["id"]],
      ["#3", ["id"]],
      ["#2", []],
    ]);
    expect(read.map(({ id, name }) => id.endsWith(`/${name?.slice(1)}`))).toEqual([true, true, true]);
  });

  it("is reported once and with its id if it was carried and is in the period too", async () => {
    const carrying = { selectedOrderIds: [], carriedOrderIds: ["gid://shopify/Order/2"] };
    const everywhere = failingIds((name) => name === "#2");
    expect(numbersOf(await readAll(everywhere, carrying))).toEqual([
      ["#2", ["id"]],
      ["#3", []],
      ["#1", []],
    ]);
    const inPeriod = failingIds((name, nth) => name === "#2" && nth === 3);
    expect(numbersOf(await readAll(inPeriod, carrying))).toEqual([
      ["#3", []],
      ["#2", []],
      ["#1", []],
    ]);
  });
});
