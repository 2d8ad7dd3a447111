import { readFileSync } from "node:fs";
import { buildSchema, getNamedType, isObjectType } from "graphql";
import { describe, expect, it } from "vitest";
import { orderAt } from "#demo-store/generate/order.ts";
import { createRandom, type Random } from "#demo-store/generate/random.ts";
import { demoShop } from "#demo-store/generate/shops.ts";
import { TAGS } from "#demo-store/generate/words/sample-texts.ts";
import { compileSearch } from "#demo-store/search/compile.ts";
import { compileFilter } from "#domain/filters/compile/compile-filter.ts";
import { nativeConditions } from "#domain/filters/compile/native.ts";
import type { FilterConditions } from "#domain/filters/filter.ts";
import { sievers } from "#domain/filters/sievers.ts";
import type { LineItem, Order } from "#domain/orders/order.ts";

const demoNow = new Date("2026-11-20T10:30:17Z");
const shop = demoShop("aurora-demo", { demoNow });
const moment = { now: demoNow.toISOString(), zone: shop.zone };
const orders: Order[] = Array.from({ length: shop.orders }, (_, index) => orderAt(shop, index));
const seed = Number(process.env.RANDOM_SEED ?? Date.now() % 1_000_000);

/** A typed tag: one of the shop's, perhaps in capitals, a part of one, negated or only nearly right. */
const tag = (random: Random): string => {
  const own = random.pick(TAGS);
  const draw = random.next();
  if (draw < 0.1) return "*";
  if (draw < 0.15) return "!*";
  if (draw < 0.35) return `!${own}`;
  if (draw < 0.45) return own.toUpperCase();
  if (draw < 0.65) return `${random.chance(0.1) ? "!" : ""}${own.slice(0, random.int(1, own.length))}*`;
  if (draw < 0.7) return `*${own.slice(random.int(0, own.length - 1))}`;
  if (draw < 0.73) return `*${own.slice(random.int(0, own.length - 1))}*`;
  return draw < 0.8 ? own.slice(0, -1) : own;
};
const lineSievers: Record<number, string[]>[] = [{ 2003: [">=2"] }, { 3000: ["*", "!Aster"] }, { 2000: ["pending"] }];
const filterAt = (random: Random): FilterConditions => {
  const status = (most: number, chance: number): number => (random.chance(chance) ? random.int(1, most) : 0);
  const tags = random.chance(0.6) ? Array.from({ length: random.int(1, 4) }, () => tag(random)) : [];
  return {
    financial_status: status(14, 0.5) as FilterConditions["financial_status"],
    fulfillment_status: status(4, 0.3) as FilterConditions["fulfillment_status"],
    order_status: status(3, 0.3) as FilterConditions["order_status"],
    sievers: { 1001: tags, ...(random.chance(0.2) ? random.pick(lineSievers) : {}) },
  };
};

const found = (query: string): number[] => {
  const search = compileSearch(shop, query, shop.orders, { zone: shop.zone, now: demoNow.getTime() });
  expect(search.warnings, query).toEqual([]);
  const all = orders.map((_, index) => index);
  return all.filter((index) => index >= search.from && index < search.to && (search.test?.(index) ?? true));
};
type Kept = [number, string[]];
const kept = (filter: FilterConditions, indices: readonly number[]): Kept[] => {
  const { keepsOrder, keepsLine, hasLineConditions } = compileFilter(filter, moment);
  return indices.flatMap((index): Kept[] => {
    const order = orders[index];
    if (order === undefined || !keepsOrder(order)) return [];
    const lines = (order.lineItems ?? []).filter((line: LineItem) => keepsLine(order, line));
    return hasLineConditions && lines.length === 0 ? [] : [[index, lines.map(({ id }) => id)]];
  });
};

describe("the platform's search narrows the orders to check (R-21)", () => {
  it(`searching and then checking keeps the same orders as checking all of them (RANDOM_SEED=${seed})`, () => {
    const random = createRandom(seed);
    const everything = orders.map((_, index) => index);
    const seen = { narrowed: 0, exact: 0, some: 0 };
    for (let round = 0; round < 400; round++) {
      const filter = filterAt(random);
      const { query, exact } = nativeConditions(filter, moment);
      const narrowed = found(query);
      const wanted = kept(filter, everything);
      expect(kept(filter, narrowed), JSON.stringify(filter)).toEqual(wanted);
      if (exact) expect(narrowed.length, `${query} is said to be exact`).toBe(wanted.length);
      else expect(narrowed.length).toBeGreaterThanOrEqual(wanted.length);
      if (narrowed.length < orders.length) seen.narrowed++;
      if (exact && query !== "") seen.exact++;
      if (wanted.length > 0) seen.some++;
    }
    // The rounds must have said something.
    expect(seen.narrowed, JSON.stringify(seen)).toBeGreaterThan(200);
    expect(seen.exact, JSON.stringify(seen)).toBeGreaterThan(60);
    expect(seen.some, JSON.stringify(seen)).toBeGreaterThan(100);
  });
});

describe("the fields that a filter requests", () => {
  const schema = buildSchema(readFileSync(new URL("../../../demo-store/schema.graphql", import.meta.url), "utf8"));

  it.each(sievers.map((siever) => [siever.label, siever] as const))(
    "exist in the platform's schema, for %s",
    (_label, siever) => {
      const value = { text: "x", number: "5", day: "2026-11-01", whitelist: siever.allowedValues?.[0] ?? "x" }[
        siever.kind
      ];
      const filter = compileFilter(
        { financial_status: 3, fulfillment_status: 1, order_status: 1, sievers: { [siever.code]: [value] } },
        moment,
      );
      for (const path of [...filter.orderFields, ...filter.lineFields]) {
        let type = schema.getType("Order");
        for (const name of path.split(".")) {
          const [, oneOf] = /^\((.*)\)$/.exec(name) ?? [];
          if (oneOf !== undefined) {
            type = schema.getType(oneOf);
            continue;
          }
          const field = isObjectType(type) ? type.getFields()[name] : undefined;
          if (field === undefined) throw new Error(`${path}: ${type?.name} has no field ${name}.`);
          type = getNamedType(field.type);
        }
      }
    },
  );
});
