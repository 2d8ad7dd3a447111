import { afterAll, beforeAll, expect, it } from "vitest";
import { readShopNames } from "#application/session/shop-names.ts";
import type { AutomationHistoryItem, SlotOutcome } from "#domain/wire/automations/automation-history.ts";
import type { ListedAutomation } from "#domain/wire/automations/automations.ts";
import { openStores, type Stores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { givenAutomation } from "#tests/support/given-automation.ts";
import { givenPastRuns, pastRunId } from "#tests/support/given-past-runs.ts";
import { createDesign, logIn, type Merchant, saveFilter } from "#tests/support/merchant.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";

/** An hourly report after 125 days. Ten thousand runs behave the same, but take minutes to write. */

const runs = 3_000;
const hour = 3_600_000;
const now = Math.floor(Date.now() / hour) * hour;

let sheaf: StartedSheaf;
let stores: Stores;
let merchant: Merchant;
let id: string;
beforeAll(async () => {
  sheaf = await startSheaf();
  merchant = await logIn(sheaf, "borealis-demo");
  await createDesign(merchant);
  await saveFilter(merchant, { financial_status: 0, fulfillment_status: 0, order_status: 0, sievers: {} });
  const { dataDir } = sheaf;
  const clock = createSystemClock({ fixedNow: undefined });
  stores = await openStores({ config: { DATA_DIR: dataDir }, clock, readModels: "none" });
  const tenant = (await readShopNames(stores.stateStore)).get(merchant.shop) ?? "";
  id = await givenAutomation(dataDir, tenant, { title: "Hourly", enabled: false });
  const past = { tenant, shop: merchant.shop, automationId: id, until: new Date(now).toISOString(), runs };
  await givenPastRuns(stores.eventStore, past);
  await until("all are in the history", async () => (await page())[0]?.RunId === pastRunId(id, runs - 1), {
    within: 120_000,
    every: 500,
  });
}, 240_000);
afterAll(async () => {
  await stores.close();
  await sheaf.stop();
});

const page = (before?: number): Promise<AutomationHistoryItem[]> => {
  const query = before === undefined ? "" : `?before=${encodeURIComponent(pastRunId(id, before))}`;
  return merchant.client.data("GET", `reporting/automation-history/${id}${query}`);
};
const idsFrom = (newest: number, count = 50) => Array.from({ length: count }, (_, n) => pastRunId(id, newest - n));
const ms = async (work: () => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return Math.min(...times);
};

it("the first, middle and last pages of a history of 3,000 runs are in order", async () => {
  expect((await page()).map(({ RunId }) => RunId)).toEqual(idsFrom(runs - 1));
  expect((await page(1_500)).map(({ RunId }) => RunId)).toEqual(idsFrom(1_499));
  expect((await page(50)).map(({ RunId }) => RunId)).toEqual(idsFrom(49));
  expect((await page(20)).map(({ RunId }) => RunId)).toEqual(idsFrom(19, 20));
  expect(await page(0)).toEqual([]);
});

it("its last page loads as fast as its first", async () => {
  const [first, middle, last] = [await ms(() => page()), await ms(() => page(1_500)), await ms(() => page(50))];
  console.log(`first ${Math.round(first)} ms, middle ${Math.round(middle)} ms, last ${Math.round(last)} ms`);
  // A look at all of them would take far longer.
  expect(Math.max(middle, last)).toBeLessThan(5 * first + 50);
});

it("slots of up to 400 days are returned at once, and more are refused", async () => {
  const day = (back: number) => new Date(now - back * 24 * hour).toISOString().slice(0, 10);
  const asked = (days: number) => `automations/get-slots/${id}?from=${day(days - 1)}&to=${day(0)}`;
  const slots = await merchant.client.data<SlotOutcome[]>("GET", asked(400));
  expect(slots.length).toBe(runs);
  expect(slots.map(({ From }) => From)).toEqual(slots.map(({ From }) => From).sort());
  const { status, envelope } = await merchant.client.call("GET", asked(401));
  expect([status, envelope.ErrorMessage]).toEqual([400, "to: choose at most 400 days."]);
});

it("the list shows the newest run, however many precede it", async () => {
  const list = await merchant.client.data<ListedAutomation[]>("GET", "automations/get-automations");
  expect(list.map(({ last_run }) => last_run?.Outcome)).toEqual(["delivered"]);
});
