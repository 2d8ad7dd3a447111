import { afterAll, beforeAll, expect, it } from "vitest";
import type { FilterConditions } from "#domain/filters/filter.ts";
import type { OrderCheck } from "#domain/wire/filters/order-check.ts";
import { filtersOf, generate, logIn, type Range, saveFilter, waitForExport } from "#tests/support/merchant.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { periodOf } from "../expected/local-time.ts";
import { givenSeed, randomFilters } from "../expected/random-filters.ts";
import { ordersWithin } from "../expected/rows.ts";
import { type Design, fixedMoments, newDesign } from "../scenario.ts";
import { type FilterScene, filterScene, keptBy } from "./filtered-export.ts";

/** The check tells a merchant of aurora-demo how many orders a filter leaves. Over HTTP, compared with the expectation. */

let sheaf: StartedSheaf;
let scene: FilterScene;
let design: Design;
beforeAll(async () => {
  sheaf = await startSheaf({ env: fixedMoments });
  const merchant = await logIn(sheaf, "aurora-demo");
  scene = await filterScene(sheaf, merchant);
  design = await newDesign(merchant);
}, 90_000);
afterAll(() => sheaf?.stop());

const seed = givenSeed();
const allTime: Range = { kind: "noFilter" };
const nothingAsked: FilterConditions = { financial_status: 0, fulfillment_status: 0, order_status: 0, sievers: {} };

/** Counts the orders of a range that the filter keeps, by the expectation. */
const expected = (filter: FilterConditions, range: Range): number => {
  const kept = keptBy(scene, filter);
  const period = periodOf(range, scene.moment.zone, new Date(scene.moment.now));
  return [...ordersWithin(scene.orders, period)].filter(({ id }) => kept.has(id)).length;
};

/** Saves the filter and asks step by step until the check is over. */
const checked = async (filter: FilterConditions, range: Range): Promise<OrderCheck> => {
  await saveFilter(scene.merchant, filter, scene.filterId);
  const body = { UserOrderFilters: filtersOf(range, scene.filterId), At: null };
  let Continuation: string | null = null;
  for (;;) {
    const check: OrderCheck = await scene.merchant.client.data("POST", "orders/check", { ...body, Continuation });
    expect(check.Left).toBeLessThanOrEqual(expected(filter, range));
    if (check.Continuation === null) return check;
    ({ Continuation } = check);
  }
};

/** The filter with only some of its conditions. */
const withOnly = (filter: FilterConditions, fields: readonly string[]): FilterConditions => ({
  financial_status: fields.includes("financial_status") ? filter.financial_status : 0,
  fulfillment_status: fields.includes("fulfillment_status") ? filter.fulfillment_status : 0,
  order_status: fields.includes("order_status") ? filter.order_status : 0,
  sievers: Object.fromEntries(
    Object.entries(filter.sievers).filter(([code]) => fields.includes(`OrderSievers.${code}`)),
  ),
});

it(`the check of 40 filters matches the expectation, condition by condition (RANDOM_SEED=${seed})`, async () => {
  const filters = randomFilters(scene.orders, scene.moment, seed);
  let funnels = 0;
  for (let round = 0; round < 40; round++) {
    const filter: FilterConditions = filters.next().value;
    const range: Range = round % 4 === 3 ? { kind: "ninetyDays" } : allTime;
    const check = await checked(filter, range);
    const left = expected(filter, range);
    const said = JSON.stringify({ filter, range, check });
    expect([check.Left, check.IsWhole], said).toEqual([left, true]);
    expect(check.Funnel !== null, said).toBe(left <= 10 && JSON.stringify(filter) !== JSON.stringify(nothingAsked));
    if (check.Funnel === null) continue;
    funnels++;
    expect(check.Funnel.Orders, said).toBe(expected(nothingAsked, range));
    const fields = check.Funnel.Rows.map(({ Field }) => Field);
    const searched = fields.filter((field) => !/\.[2-5]|1003|1004/.test(field));
    for (const [at, { Field, Left, Bound, EmptiesAlone }] of check.Funnel.Rows.entries()) {
      const own = expected(withOnly(filter, fields.slice(0, at + 1)), range);
      if (Bound === "at-most") expect(Left, said).toBeGreaterThanOrEqual(own);
      else expect([Left, Bound], said).toEqual([own, "exact"]);
      // By itself, but of the orders that the store found for what it was asked.
      if (EmptiesAlone) expect(expected(withOnly(filter, [...searched, Field]), range), said).toBe(0);
    }
    expect(check.Funnel.Rows.at(-1)?.Left, said).toBe(left);
  }
  expect(funnels).toBeGreaterThan(0);
}, 180_000);

it("an export right after the check contains as many orders as the check counted", async () => {
  for (const filter of [
    { ...nothingAsked, sievers: { "3000": ["Aster"] } },
    { ...nothingAsked, fulfillment_status: 3, sievers: { "1001": ["!vip"], "2003": [">1"] } },
    { ...nothingAsked, financial_status: 6, sievers: { "2003": [">900"] } },
  ] as FilterConditions[]) {
    const check = await checked(filter, allTime);
    const job = await generate(scene.merchant, design.report.id, { range: allTime, filterId: scene.filterId });
    const { Orders } = await waitForExport(scene.merchant, job.ReportExportId);
    expect([check.Left, check.IsWhole], JSON.stringify(filter)).toEqual([Orders, true]);
  }
});
