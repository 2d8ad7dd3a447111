import { orderAt } from "#demo-store/generate/order.ts";
import { demoShop } from "#demo-store/generate/shops.ts";
import type { DemoOrder } from "#demo-store/generate/types.ts";
import { compileFilter } from "#domain/filters/compile/compile-filter.ts";
import type { FilterConditions } from "#domain/filters/filter.ts";
import type { Order } from "#domain/orders/order.ts";
import { createFilterTable, type FilterTable } from "../expected/filter-table.ts";
import { randomFilters } from "../expected/random-filters.ts";
import { clockNow, demoNow, type ShopName, shops } from "../scenario.ts";

/** A demo shop in memory. A demo order is what the platform answers, its connections flattened: the product reads it as it is. */
export type ShopInMemory = { orders: DemoOrder[]; moment: { now: string; zone: string }; table: FilterTable };

export const shopInMemory = (name: ShopName): ShopInMemory => {
  const shop = demoShop(name, { demoNow: new Date(demoNow) });
  const orders = Array.from({ length: shops[name].orders }, (_, index) => orderAt(shop, index));
  const moment = { now: clockNow, zone: shops[name].zone };
  return { orders, moment, table: createFilterTable(orders, moment) };
};

type Fields = { [name: string]: Fields };

const fieldsOf = (paths: readonly string[]): Fields => {
  const root: Fields = {};
  for (const path of ["id", "lineItems.nodes.id", ...paths]) {
    let at = root;
    for (const name of path.split(".").filter((part) => part !== "nodes")) {
      at[name] ??= {};
      at = at[name];
    }
  }
  return root;
};

/** An object with only the requested fields and `id`, as the platform would return it. */
const only = (value: unknown, fields: Fields): unknown => {
  if (Array.isArray(value)) return value.map((item) => only(item, fields));
  if (typeof value !== "object" || value === null) return value;
  const all = value as Record<string, unknown>;
  const answered: Record<string, unknown> = "id" in all ? { id: all.id } : {};
  for (const name in fields) if (name in all) answered[name] = only(all[name], fields[name] ?? {});
  return answered;
};

const asProductReads = (order: DemoOrder): Order => order as unknown as Order;

type Compared = { differences: string[]; kept: number };

/**
 * How the product's matching differs from the expectation on every order and line, and how many orders the expectation keeps
 * with a line at least. With `prune` the product sees of each order only the fields that it says it reads.
 */
const compare = ({ orders, moment, table }: ShopInMemory, filter: FilterConditions, prune: boolean): Compared => {
  const compiled = compileFilter(filter, moment);
  const judged = table.judge(filter);
  const fields = fieldsOf([...compiled.orderFields, ...compiled.lineFields]);
  const differences: string[] = [];
  let kept = 0;
  for (const [place, whole] of orders.entries()) {
    const order = asProductReads(prune ? (only(whole, fields) as DemoOrder) : whole);
    const keeps = judged.orders[place] === 1;
    if (compiled.keepsOrder(order) !== keeps) differences.push(`${whole.name}: expected ${keeps ? "kept" : "dropped"}`);
    const first = table.firstLine[place] ?? 0;
    const lines = judged.lines.subarray(first, table.firstLine[place + 1]);
    if (keeps && lines.includes(1)) kept++;
    // Without conditions on lines all are kept, in both: the first order tells.
    if (!compiled.hasLineConditions && place > 0) continue;
    for (const [at, line] of (order.lineItems ?? []).entries()) {
      const keepsLine = lines[at] === 1;
      if (compiled.keepsLine(order, line) !== keepsLine)
        differences.push(`${whole.name}, line ${line.id}: expected ${keepsLine ? "kept" : "dropped"}`);
    }
  }
  return { differences, kept };
};

/** Holds some random filters against the expectation. Returns how many of them kept no order, some, all. */
export const compareAtRandom = (
  shop: ShopInMemory,
  { seed, filters, prune = false }: { seed: number; filters: number; prune?: boolean },
): { none: number; some: number; all: number } => {
  const kinds = { none: 0, some: 0, all: 0 };
  const generated = randomFilters(shop.orders, shop.moment, seed);
  for (let round = 0; round < filters; round++) {
    const filter: FilterConditions = generated.next().value;
    const { differences, kept } = compare(shop, filter, prune);
    if (differences.length > 0)
      throw new Error(
        `Filter ${round + 1} of RANDOM_SEED=${seed}, ${JSON.stringify(filter)}, differs on ${differences.length} orders and lines: ${differences.slice(0, 5).join("; ")}`,
      );
    kinds[kept === 0 ? "none" : kept === shop.orders.length ? "all" : "some"]++;
  }
  return kinds;
};
