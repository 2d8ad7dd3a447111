import { afterAll, beforeAll, expect, it } from "vitest";
import type { FilterConditions } from "#domain/filters/filter.ts";
import type { WhyMissing } from "#domain/wire/filters/why-missing.ts";
import { filtersOf, logIn, type Range, saveFilter } from "#tests/support/merchant.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { periodOf } from "../expected/local-time.ts";
import { givenSeed } from "../expected/random-filters.ts";
import { ordersWithin } from "../expected/rows.ts";
import { fixedMoments } from "../scenario.ts";
import { type FilterScene, filterScene, keptBy, tellingFilters } from "./filtered-export.ts";

/** R-62 over HTTP on aurora-demo: the answer about an order agrees with the expectation, and so do its reasons. */

let sheaf: StartedSheaf;
let scene: FilterScene;
beforeAll(async () => {
  sheaf = await startSheaf({ env: fixedMoments });
  scene = await filterScene(sheaf, await logIn(sheaf, "aurora-demo"));
}, 90_000);
afterAll(() => sheaf?.stop());

const seed = givenSeed();
const range: Range = { kind: "ninetyDays" };

const ask = (Name: string, filterId = scene.filterId): Promise<WhyMissing> =>
  scene.merchant.client.data("POST", "orders/why-missing", {
    UserOrderFilters: filtersOf(range, filterId),
    At: null,
    Name,
  });

/** The filter with one of its conditions alone. */
const withOnly = (filter: FilterConditions, field: string): FilterConditions => ({
  financial_status: field === "financial_status" ? filter.financial_status : 0,
  fulfillment_status: field === "fulfillment_status" ? filter.fulfillment_status : 0,
  order_status: field === "order_status" ? filter.order_status : 0,
  sievers: Object.fromEntries(Object.entries(filter.sievers).filter(([code]) => field === `OrderSievers.${code}`)),
});

it(`says of orders whether 12 filters keep them, and which conditions don't (RANDOM_SEED=${seed})`, async () => {
  const period = periodOf(range, scene.moment.zone, new Date(scene.moment.now));
  const within = new Set([...ordersWithin(scene.orders, period)].map(({ id }) => id));
  const filters = tellingFilters(scene, seed);
  const results = new Map<string, number>();
  for (let round = 0; round < 12; round++) {
    const filter = (await filters.next()).value as FilterConditions;
    await saveFilter(scene.merchant, filter, scene.filterId);
    const kept = keptBy(scene, filter);
    const [some] = [...kept.keys()].filter((id) => within.has(id));
    const step = Math.floor(scene.orders.length / 5);
    const chosen = scene.orders.filter(({ id }, place) => id === some || place % step === round);
    for (const { id, name } of chosen) {
      const answer = await ask(name.replace("#", ""));
      const said = JSON.stringify({ filter, name, answer });
      const isIn = within.has(id) && kept.has(id);
      expect([answer.Result, answer.Names], said).toEqual([isIn ? "included" : "left-out", [name]]);
      expect(answer.Sentence, said).toMatch(isIn ? /is in this report\./ : /^#\d+ is left out/);
      expect(answer.Sentence + answer.Reasons.map(({ Text }) => Text).join(), said).not.toMatch(/undefined|null|NaN/);
      results.set(answer.Result, (results.get(answer.Result) ?? 0) + 1);
      if (answer.Reasons.length === 0) continue;
      expect(
        answer.Reasons.some(({ Field }) => Field === "period"),
        said,
      ).toBe(!within.has(id));
      for (const { Field } of answer.Reasons)
        if (Field !== "period") expect(keptBy(scene, withOnly(filter, Field)).has(id), said).toBe(false);
    }
  }
  expect(results.get("included")).toBeGreaterThan(3);
  expect(results.get("left-out")).toBeGreaterThan(20);
  expect((await ask("#999999")).Result).toBe("not-found");
}, 60_000);
