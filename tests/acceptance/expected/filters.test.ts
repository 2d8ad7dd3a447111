import { describe, expect, it } from "vitest";
import { orderAt } from "#demo-store/generate/order.ts";
import { demoShop } from "#demo-store/generate/shops.ts";
import { createFilterTable } from "./filter-table.ts";
import { accepts, type Standing, withDates } from "./filter-values.ts";
import { keepsLine, keepsOrder } from "./filters.ts";
import { givenSeed, randomFilters } from "./random-filters.ts";

/** 01:30 on the first of November in Athens, still October in UTC. */
const moment = { now: "2026-10-31T23:30:00Z", zone: "Europe/Athens" };
const texts = (...values: string[]): Standing => ({ kind: "texts", texts: values });
const number = (value: string | null): Standing => ({ kind: "number", number: value });
const days = (...values: string[]): Standing => ({ kind: "days", days: values });
const gift: Standing = { kind: "pairs", pairs: [{ name: "Gift: from", value: "A:B" }] };

describe("the expectation's reading of typed values (R-17 and R-18)", () => {
  it.each<[string, string[], Standing, boolean]>([
    ["a word in another case, with spaces around it", [" VIP "], texts("gift", "vip"), true],
    ["part of a word", ["vi"], texts("vip"), false],
    ["a Turkish word in uppercase", ["ÇINAR"], texts("Çınar"), true],
    ["a Greek word in uppercase", ["ΠΆΤΡΑΣ", "!x"], texts("Πάτρας"), true],
    ["a German word in uppercase", ["STRASSE"], texts("Straße"), true],
    ["a word without its diacritics", ["!Lodz"], texts("Łódź"), false],
    ["a Cyrillic letter that decomposes into another and a mark", ["мои"], texts("мой"), false],
    ["an order tag without its diacritics", ["cafe"], { kind: "tags", texts: ["café"] }, false],
    ["an order tag in uppercase", ["ÇINAR"], { kind: "tags", texts: ["Çınar"] }, true],
    ["lines with different line endings", ["a\nb"], texts("A\r\nB"), true],
    ["one of several words", ["a", "b"], texts("b"), true],
    ["an excluded word", ["!vip"], texts("gift", "Vip"), false],
    ["an excluded word, without any values", ["!vip"], texts(), true],
    ["a required and an excluded word", ["vip", "! test"], texts("vip", "test"), false],
    ["anything", ["*"], texts(" "), false],
    ["anything except one word", ["*", "!vip"], texts("gift"), true],
    ["nothing", ["!*"], texts(""), true],
    ["a word and no value, which contradict", ["vip", "!*"], texts("vip"), false],
    ["a comparison sign in a text", ["<5"], texts("<5"), true],
    ["a value without its name", ["a:b"], gift, true],
    ["a name with its value", ["gift: from:a:b"], gift, true],
    ["another name with the value", ["gift:a:b"], gift, false],
    ["a number by its value", ["5.00"], number("5.0"), true],
    ["two bounds, both met", [">= 5", "<7"], number("5.0"), true],
    ["two bounds, one not met", [">=5", "<7"], number("7.0"), false],
    ["a bound, without a value", ["<7"], number(null), false],
    ["a number too precise for a float", ["<=0.3"], number("0.30000001"), false],
    ["a day", ["2026/10/05"], days("2026-10-01", "2026-10-05"), true],
    ["two days, but none between them", [">=2026-10-02", "<=2026-10-04"], days("2026-10-01", "2026-10-05"), false],
    ["today in the shop's zone", ["date(YYYY-MM-DD; 0)"], days("2026-11-01"), true],
  ])("%s", (_what, typed, standing, expected) => {
    expect(accepts(typed, standing, moment)).toBe(expected);
  });

  it("writes dates in the requested format", () => {
    expect(withDates("w-date(D.M.YY; -1)/date(MMM DD; +30)!", moment)).toBe("w-31.10.26/Dec 01!");
  });
});

describe("the expectation's fast table", () => {
  const shop = demoShop("aurora-demo", { demoNow: new Date("2026-11-01T10:30:00Z") });
  const orders = Array.from({ length: 300 }, (_, index) => orderAt(shop, index));
  const seed = givenSeed();

  it(`agrees with the slow evaluation, for filters that mostly keep some orders (RANDOM_SEED=${seed})`, () => {
    const table = createFilterTable(orders, moment);
    const filters = randomFilters(orders, moment, seed);
    const kinds = { none: 0, some: 0, all: 0 };
    // The table alone goes on to so many that chance cannot make few of them a mixture.
    for (let round = 0; round < 600; round++) {
      const { value: filter } = filters.next();
      const judged = table.judge(filter);
      const linesOf = (place: number) => [...judged.lines.slice(table.firstLine[place], table.firstLine[place + 1])];
      for (const [place, order] of round < 60 ? orders.entries() : []) {
        const lines = order.lineItems.map((line) => (keepsLine(filter, moment, order, line) ? 1 : 0));
        expect(linesOf(place)).toEqual(lines);
        const keeps = keepsOrder(filter, moment, order);
        expect(judged.orders[place] === 1, `${order.name}, ${JSON.stringify(filter)}`).toBe(keeps);
      }
      const kept = orders.filter((_, place) => judged.orders[place] === 1 && linesOf(place).includes(1)).length;
      kinds[kept === 0 ? "none" : kept === orders.length ? "all" : "some"]++;
    }
    expect(kinds.some, JSON.stringify(kinds)).toBeGreaterThan(300);
    if (process.env.SHOW) console.log(JSON.stringify(kinds));
  });
});
