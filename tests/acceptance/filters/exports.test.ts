import { afterAll, beforeAll, expect, it } from "vitest";
import type { FilterConditions } from "#domain/filters/filter.ts";
import { logIn, saveFilter } from "#tests/support/merchant.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { givenSeed } from "../expected/random-filters.ts";
import { type Design, fixedMoments, newDesign, wholeCatalogue } from "../scenario.ts";
import { checkCount, checkFiltered, type FilterScene, filterScene, tellingFilters } from "./filtered-export.ts";

/** A merchant of aurora-demo filters, over HTTP: the announced numbers, and the files cell by cell. */

let sheaf: StartedSheaf;
let scene: FilterScene;
let designs: Design[];
beforeAll(async () => {
  sheaf = await startSheaf({ env: fixedMoments });
  const merchant = await logIn(sheaf, "aurora-demo");
  scene = await filterScene(sheaf, merchant);
  designs = [
    await newDesign(merchant),
    await wholeCatalogue(merchant, "Orders"),
    await wholeCatalogue(merchant, "OnePerOrder"),
  ];
}, 90_000);
afterAll(() => sheaf?.stop());

const seed = givenSeed();
const designAt = (place: number): Design => {
  const design = designs[place % designs.length];
  if (!design) throw new Error("There are no designs.");
  return design;
};

it(`20 filters export the right orders (RANDOM_SEED=${seed})`, async () => {
  const filters = tellingFilters(scene, seed);
  for (let round = 0; round < 20; round++) {
    const filter: FilterConditions = (await filters.next()).value;
    const range = round % 5 === 4 ? ({ kind: "ninetyDays" } as const) : ({ kind: "noFilter" } as const);
    const facts = await checkFiltered(scene, { filter, design: designAt(round), range });
    if (range.kind === "noFilter") expect(facts.rows, JSON.stringify(filter)).toBeGreaterThan(0);
  }
}, 180_000);

it("every selected order is kept, with only the lines that the filter keeps (R-24)", async () => {
  const chosen = scene.orders.filter((_, age) => age % 20 === 3);
  const conditions = { financial_status: 7, fulfillment_status: 2, order_status: 3 } as const;
  const sievers = { "1001": ["no such tag"], "5001": ["!*"], "2003": ["1"], "3000": ["!Aster"] };
  const filter: FilterConditions = { ...conditions, sievers };
  for (const design of designs) {
    const facts = await checkFiltered(scene, { filter, design, range: { kind: "today" }, chosen });
    expect(facts.orders).toBeGreaterThan(0);
    expect(facts.orders).toBeLessThan(chosen.length);
  }
});

const none: FilterConditions = { financial_status: 0, fulfillment_status: 0, order_status: 0, sievers: {} };
const financial = Array.from(
  { length: 14 },
  (_, place) => ({ financial_status: place + 1 }) as Partial<FilterConditions>,
);

const counted = async (conditions: Partial<FilterConditions>) => {
  const filter = { ...none, ...conditions };
  await saveFilter(scene.merchant, filter, scene.filterId);
  const range = { kind: "noFilter" } as const;
  return checkCount(scene, { filter, reportId: designAt(0).report.id, range });
};

it("the count is exact if the platform's search covers every condition", async () => {
  for (const conditions of [
    ...financial,
    { fulfillment_status: 1 },
    { fulfillment_status: 2 },
    { order_status: 1 },
    { order_status: 2 },
    { order_status: 3 },
    { financial_status: 10, fulfillment_status: 1, order_status: 1 },
    { sievers: { "1001": ["vip", "gift"] } },
    { financial_status: 3, sievers: { "1001": ["local"] } },
  ] as Partial<FilterConditions>[]) {
    expect([conditions, (await counted(conditions)).exact]).toEqual([conditions, true]);
  }
}, 120_000);

it("the count is an upper bound, marked as such, if some conditions are checked afterwards", async () => {
  for (const conditions of [
    // Nowhere is said that a search word finds everything that shows as Pending.
    { fulfillment_status: 3 },
    { fulfillment_status: 4 },
    { sievers: { "1001": ["!vip"] } },
    { sievers: { "1001": ["vip", "!gift"] } },
    { sievers: { "1001": ["*"] } },
    { sievers: { "1001": ["!*"] } },
    { sievers: { "1001": ["b2b, net 30"] } },
    { sievers: { "5002": ["Αθήνα"] } },
    { sievers: { "3000": ["Aster"] } },
    { sievers: { "1001": ["vip"], "2003": [">1"] } },
  ] as Partial<FilterConditions>[]) {
    expect([conditions, (await counted(conditions)).exact]).toEqual([conditions, false]);
  }
});
