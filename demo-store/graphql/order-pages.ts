import type { DemoShop } from "../generate/shops.ts";
import { type Found, foundCount, type ShopOrders } from "../platform/orders.ts";
import { searchDetailsAt, searchRecordAt } from "../search/search-record.ts";
import { type ConnectionArguments, connection, decodeCursor, encodeCursor, pageSize } from "./connection.ts";

/** Sort keys with their own order; the others (CREATED_AT, ID, …) follow the index. */
const KEYS: Readonly<Record<string, (shop: DemoShop, index: number) => number | string>> = {
  UPDATED_AT: (shop, index) => searchRecordAt(shop, index).updatedAt,
  CURRENT_TOTAL_PRICE: (shop, index) => searchRecordAt(shop, index).currentTotal,
  TOTAL_PRICE: (shop, index) => searchRecordAt(shop, index).total,
  TOTAL_ITEMS_QUANTITY: (shop, index) => searchRecordAt(shop, index).units,
  FINANCIAL_STATUS: (shop, index) => searchRecordAt(shop, index).financial,
  FULFILLMENT_STATUS: (shop, index) => searchRecordAt(shop, index).fulfillment,
  CUSTOMER_NAME: (shop, index) => searchDetailsAt(shop, index).customerName,
  DESTINATION: (shop, index) => searchDetailsAt(shop, index).country,
  PO_NUMBER: (shop, index) => searchDetailsAt(shop, index).poNumber,
};

const findIndex = (length: number, beforeAt: (position: number) => boolean): number => {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (beforeAt(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
};

export type OrderPageOptions = {
  shop: DemoShop;
  orders: ShopOrders;
  found: Found;
  sortKey: string;
  args: ConnectionArguments;
};

/** A keyset page of orders. Cursors hold a value and an id, so new orders shift nothing. */
export const orderPage = ({ shop, orders, found, sortKey, args }: OrderPageOptions) => {
  const { size, backward } = pageSize(args);
  const keyOf = KEYS[sortKey];
  const list = keyOf ? orders.sorted(found, (index) => keyOf(shop, index)) : found.list;
  const length = foundCount(found);
  const indexAt = (position: number): number => (list ? (list[position] ?? -1) : found.from + position);
  const sortedBy = (index: number): number | string =>
    keyOf ? keyOf(shop, index) : sortKey === "ID" ? orders.idAt(index) : shop.timeline.createdAt(index);
  const cursorOf = (index: number): string => {
    const value = sortedBy(index);
    // With an id filter the platform writes the time as text; cursors are opaque.
    const text = found.search.byId && !keyOf && sortKey !== "ID" && typeof value === "number";
    const shown = text ? `${new Date(value).toISOString().slice(0, 19).replace("T", " ")}.000000` : value;
    return encodeCursor({ last_id: orders.idAt(index), last_value: shown });
  };
  /** Number of orders before the cursor; `after` excludes the cursor's own order. */
  const bound = (cursor: string, after: boolean): number => {
    const { last_id: id, last_value: shown } = decodeCursor(cursor);
    const value = typeof shown === "string" && found.search.byId ? Date.parse(`${shown.replace(" ", "T")}Z`) : shown;
    return findIndex(length, (position) => {
      const index = indexAt(position);
      const own = sortedBy(index);
      if (own !== value) return own < value;
      return after ? orders.idAt(index) <= id : orders.idAt(index) < id;
    });
  };
  // In reverse order, `after` a cursor means before it.
  const reverse = args.reverse ?? false;
  let low = 0;
  let high = length;
  if (args.after) {
    if (reverse) high = bound(args.after, false);
    else low = bound(args.after, true);
  }
  if (args.before) {
    if (reverse) low = bound(args.before, true);
    else high = bound(args.before, false);
  }
  const count = Math.min(size, Math.max(0, high - low));
  const fromLow = reverse === backward;
  const start = fromLow ? low : high - count;
  const items = Array.from({ length: count }, (_, n) => indexAt(reverse ? start + count - 1 - n : start + n));
  const more = { below: start > 0, above: start + count < length };
  return connection(
    {
      items,
      hasNextPage: reverse ? more.below : more.above,
      hasPreviousPage: reverse ? more.above : more.below,
      cursorOf,
    },
    (index) => orders.at(index),
  );
};
