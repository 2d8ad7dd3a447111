import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFolderScratch } from "../../folder/scratch.ts";
import { createWorkFiles } from "../../folder/work-files.ts";
import type { JsonObject } from "../../ports/json.ts";
import { type BulkPlatform, createBulkPlatform, fakeBulkOperation } from "../testing/bulk-platform.ts";
import { access } from "../testing/fakes.ts";

const ticket = {
  ...fakeBulkOperation,
  fields: [
    "createdAt",
    "name",
    "note",
    "totalPriceSet.shopMoney.amount",
    "lineItems.nodes.title",
    "lineItems.nodes.quantity",
  ],
};
const price = { shopMoney: { amount: "10.00" } };
const own = (number: number): JsonObject => ({
  id: `gid://shopify/Order/${number}`,
  createdAt: `2026-11-0${number}T10:00:00Z`,
  name: `#${number}`,
  note: null,
  totalPriceSet: price,
});
const item: JsonObject = { id: "gid://shopify/LineItem/21", title: "Cup", quantity: 2 };
const parent = { __parentId: "gid://shopify/Order/2" };
const without = (order: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(order).filter(([key]) => key !== name));

let folder: string;
let platform: BulkPlatform | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheaf-gaps-"));
});
afterEach(async () => {
  await platform?.close();
  await rm(folder, { recursive: true });
});

/** A file with three orders; the one in the middle has these lines. `byId`: that order when it is read again. */
const given = async (lines: JsonObject[], byId: JsonObject | null): Promise<BulkPlatform> => {
  const file = [own(3), ...lines, own(1)].map((line) => `${JSON.stringify(line)}\n`).join("");
  platform = await createBulkPlatform(file);
  platform.hasOrders((id) => (id === "gid://shopify/Order/2" ? byId : null));
  return platform;
};
const read = async ({ platform: from }: BulkPlatform, asked = ticket): Promise<JsonObject[]> => {
  const orders: JsonObject[] = [];
  const spool = createFolderScratch({ folder }).open("e1.1.lines");
  const room = { workFiles: createWorkFiles(folder), spool };
  for await (const batch of from.bulk.readOrders(access, asked, room)) orders.push(...batch);
  await spool.remove();
  return orders;
};

const items = (nodes: JsonObject[]) => ({ lineItems: { nodes, pageInfo: { hasNextPage: false, endCursor: null } } });
const whole: JsonObject = { ...own(2), ...items([item]) };
const flat: JsonObject = { ...own(2), lineItems: [item] };

describe("A field that is missing in a line of a bulk file", () => {
  it.each<[string, JsonObject[], JsonObject, string]>([
    ["an absent price", [without(own(2), "totalPriceSet")], { totalPriceSet: null }, "totalPriceSet.shopMoney.amount"],
    [
      "a price of null",
      [{ ...own(2), totalPriceSet: null }],
      { totalPriceSet: null },
      "totalPriceSet.shopMoney.amount",
    ],
    [
      "shopMoney of null",
      [{ ...own(2), totalPriceSet: { shopMoney: null } }],
      { totalPriceSet: { shopMoney: null } },
      "totalPriceSet.shopMoney.amount",
    ],
    ["a name of null", [{ ...own(2), name: null }], { name: null }, "name"],
    [
      "a quantity of null",
      [own(2), { ...item, quantity: null, ...parent }],
      items([{ ...item, quantity: null }]),
      "lineItems.nodes.quantity",
    ],
    [
      "an absent title",
      [own(2), { ...without(item, "title"), ...parent }],
      items([{ ...item, title: null }]),
      "lineItems.nodes.title",
    ],
    [
      "errors next to the order",
      [{ ...own(2), totalPriceSet: null, errors: [{ message: "x" }] }],
      { totalPriceSet: null },
      "totalPriceSet.shopMoney.amount",
    ],
    [
      "errors next to a child",
      [own(2), { ...item, quantity: null, errors: [{ message: "x" }], ...parent }],
      items([{ ...item, quantity: null }]),
      "lineItems.nodes.quantity",
    ],
  ])("is read again by the order's id, and marked if it is still missing: %s", async (_name, lines, lost, path) => {
    const hasItem = lines.length > 1;
    const healed = hasItem ? whole : { ...own(2), ...items([]) };
    const from = await given(lines, healed);
    expect((await read(from))[1]).toEqual(hasItem ? flat : { ...own(2), lineItems: [] });
    from.hasOrders(() => ({ ...healed, ...lost }));
    const orders = await read(from);
    expect(orders.map(({ unread = null }) => unread)).toEqual([null, [path], null]);
    expect(orders.map(({ id }) => id)).toEqual([3, 2, 1].map((number) => own(number).id));
  });

  it("is read again if a sale lacks it, two levels below the order", async () => {
    const [agreement, sale] = [{ id: "gid://shopify/SalesAgreement/5" }, { id: "gid://shopify/Sale/6" }];
    const page = (nodes: JsonObject[]) => ({ nodes, pageInfo: { hasNextPage: false, endCursor: null } });
    const sold = { ...sale, totalAmount: price };
    const from = await given([own(2), { ...agreement, ...parent }, { ...sale, __parentId: agreement.id }], {
      ...own(2),
      agreements: page([{ ...agreement, sales: page([sold]) }]),
    });
    const asked = { ...ticket, fields: ["createdAt", "agreements.nodes.sales.nodes.totalAmount.shopMoney.amount"] };
    const [, order] = await read(from, asked);
    expect(order?.agreements).toEqual([{ ...agreement, sales: [sold] }]);
  });

  it("leaves out its order if that was deleted in the meantime", async () => {
    const orders = await read(await given([{ ...own(2), totalPriceSet: null }], null));
    expect(orders.map(({ name }) => name)).toEqual(["#3", "#1"]);
  });

  it.each([
    ["fails the report if it was asked for", {}, "rejected"],
    ["is marked if it is optional", { optional: ["totalPriceSet.shopMoney.amount"] }, "marked"],
  ])("%s and 25 orders lack it", async (_name, more, outcome) => {
    const lacking = Array.from({ length: 25 }, (_, index) => ({ ...own(3), id: `gid://shopify/Order/${100 + index}` }));
    platform = await createBulkPlatform(
      [...lacking.map((order) => without(order, "totalPriceSet")), own(1)]
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(""),
    );
    platform.hasOrders((id) => ({ ...own(3), id, totalPriceSet: null, ...items([]) }));
    const reading = read(platform, { ...ticket, ...more });
    if (outcome === "rejected") return void (await expect(reading).rejects.toThrow("can't read many of your orders"));
    const orders = await reading;
    expect(orders.map(({ unread = null }) => unread)).toEqual([
      ...lacking.map(() => ["totalPriceSet.shopMoney.amount"]),
      null,
    ]);
    expect(orders[0]).toMatchObject({ name: "#3", note: null, lineItems: [] });
  });

  it("isn't read again if the platform's schema allows null", async () => {
    const from = await given([own(2), { ...item, ...parent }], null);
    expect((await read(from)).map(({ name, unread }) => [name, unread])).toEqual(
      ["#3", "#2", "#1"].map((name) => [name, undefined]),
    );
  });
});

it("A completed operation with an error code counts as lost", async () => {
  const from = await given([own(2)], null);
  from.tells({ errorCode: "INTERNAL_SERVER_ERROR" });
  expect(await from.platform.bulk.poll(access, ticket)).toEqual({
    kind: "lost",
    reason: "COMPLETED INTERNAL_SERVER_ERROR",
  });
});
