import { expect, it } from "vitest";
import { createUnknownId } from "../../orders/unread.ts";
import { unreadOnWire } from "./unread-orders.ts";

it("an order that couldn't be read says whether a later report can look for it", () => {
  const order = (id: string) => ({ id, name: "#1042", columns: [], leftOut: true });
  const told = unreadOnWire(["gid://shopify/Order/1042", createUnknownId("cursor")].map(order));
  expect(told.map(({ HasId }) => HasId)).toEqual([true, false]);
});
