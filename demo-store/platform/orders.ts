import { orderNumberId } from "../generate/ids.ts";
import { orderAt } from "../generate/order.ts";
import type { DemoShop } from "../generate/shops.ts";
import type { DemoOrder } from "../generate/types.ts";
import { type CompiledSearch, compileSearch } from "../search/compile.ts";

/** Orders found by a search: a range of indices, or a list of them, oldest first. */
export type Found = { from: number; to: number; list: number[] | null; search: CompiledSearch };

export const foundCount = ({ from, to, list }: Found): number => (list ? list.length : to - from);

const MAX_SEARCHES = 12;
const SLICE_MS = 40;

export type ShopOrders = ReturnType<typeof createShopOrders>;

/**
 * A shop's orders as in the platform's database: by index, by search, by sort key. `asRead` adds faults to an order
 * that is read.
 */
export const createShopOrders = (shop: DemoShop, asRead: (order: DemoOrder) => DemoOrder = (order) => order) => {
  const searches = new Map<string, Promise<Found>>();
  /** One order of some 60 kB. A larger cache would only fill V8's old space with garbage. */
  let newest: { index: number; order: DemoOrder } | undefined;

  const at = (index: number): DemoOrder => {
    if (newest?.index !== index) newest = { index, order: orderAt(shop, index) };
    return newest.order;
  };

  const scan = async ({ from, to, test }: CompiledSearch): Promise<number[] | null> => {
    if (!test) return null;
    const list: number[] = [];
    let since = performance.now();
    for (let index = from; index < to; index++) {
      if (test(index)) list.push(index);
      if (index % 256 === 0 && performance.now() - since > SLICE_MS) {
        await new Promise((resolve) => setImmediate(resolve));
        since = performance.now();
      }
    }
    return list;
  };

  const find = async (query: string, count: number, first: number, now: number): Promise<Found> => {
    const search = compileSearch(shop, query, count, { zone: shop.zone, now });
    const bounded = { ...search, from: Math.max(first, search.from), to: Math.max(first, search.to) };
    return { from: bounded.from, to: bounded.to, list: await scan(bounded), search };
  };

  /** Sorts by one of the few sort keys with their own order. */
  const sorted = (found: Found, keyOf: (index: number) => number | string): number[] => {
    const list = found.list ?? Array.from({ length: found.to - found.from }, (_, n) => found.from + n);
    const keys = new Map(list.map((index) => [index, keyOf(index)]));
    return list.toSorted((a, b) => {
      const [x, y] = [keys.get(a) ?? "", keys.get(b) ?? ""];
      return x < y ? -1 : x > y ? 1 : a - b;
    });
  };

  return {
    at: (index: number): DemoOrder => asRead(at(index)),
    sorted,
    idAt: (index: number): number => orderNumberId(shop.seed, index),
    /**
     * Searches the orders [first, count). A repeated search is answered from memory, for the pages of one export.
     * @param now epoch ms; matters only for the word `now` in a search
     */
    find: (query: string, count: number, first: number, now: number): Promise<Found> => {
      const key = `${count} ${first} ${query.includes("now") ? now : ""} ${query}`;
      const known = searches.get(key);
      if (known) return known;
      const made = find(query, count, first, now);
      if (searches.size >= MAX_SEARCHES) {
        const [oldest] = searches.keys();
        if (oldest !== undefined) searches.delete(oldest);
      }
      searches.set(key, made);
      made.catch(() => searches.delete(key));
      return made;
    },
  };
};
