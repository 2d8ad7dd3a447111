import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DateRange, FileType } from "#domain/enumerations.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { Account } from "#domain/wire/account/account.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";

/** A shop whose time zone this machine does not have: new, misspelt, or dropped by a later version of the time zone data. */

let web: WebForTests;
beforeEach(async () => {
  web = await startWebForTests();
  await web.readStore.ensureCollections(Object.values(collections));
});
afterEach(() => web.close());

const givenShopIn = async (zone: string) => {
  web.platform.zones.set("aurora-demo", zone);
  const { token } = await web.givenShop("aurora-demo");
  const design = await web.ask("POST", "reports/create-new", { token });
  const reportId = (design.envelope.Data as { id: string }).id;
  const filters = (range: DateRange) => ({
    report_filter_id: null,
    order_date_range: range,
    order_date_from: "2026-11-01",
    order_date_to: "2026-11-02",
    order_date_days: 45,
  });
  const page = (range: DateRange) => ({ FileType: FileType.Csv, ReportId: reportId, UserOrderFilters: filters(range) });
  return {
    token,
    ask: (method: string, path: string, body?: unknown) => web.ask(method, path, { token, body }),
    show: (range: DateRange) => web.ask("PUT", "appData/setManualExport", { token, body: page(range) }),
    wanted: { ...page(DateRange.today), SelectedOrderIds: [], EmptyExpected: false },
  };
};

describe.each(["Mars/Olympus", "UTC+3", "local", ""])("a shop in %j", (zone) => {
  it("is counted and listed in UTC, over every date range", async () => {
    const { ask, show } = await givenShopIn(zone);
    for (const range of Object.values(DateRange)) {
      await show(range);
      expect((await ask("GET", "orders/page-count?location=manual")).status).toBe(200);
      expect((await ask("GET", "orders/selectedOrders?location=manual")).status).toBe(200);
    }
    await show(DateRange.yesterday);
    await ask("GET", "orders/selectedOrders?location=manual");
    expect(web.platform.asked.at(-1)).toContain(
      "created_at:>='2026-11-19T00:00:00Z' created_at:<'2026-11-20T00:00:00Z'",
    );
  });

  it("shows its orders in UTC", async () => {
    const { ask } = await givenShopIn(zone);
    const order = { id: "1", name: "#1", customer: null, financialStatus: "PAID", fulfillmentStatus: "FULFILLED" };
    const orders = [{ ...order, createdAt: "2026-11-20T01:02:03Z", price: "5.00" }];
    web.platform.pages.push({ orders, previous: null, next: null });
    const reply = await ask("GET", "orders/selectedOrders?location=manual");
    expect(reply.envelope.Data).toMatchObject({ Orders: [{ Date: "2026/11/20 01:02" }] });
  });

  it("gets its report, and can get it again", async () => {
    const { ask, wanted } = await givenShopIn(zone);
    const first = (await ask("POST", "reporting/generateReport", wanted)).envelope.Data as unknown as ExportJob;
    expect(first.FileName).toBe("Untitled1 2026-11-20 120000.csv");
    await ask("POST", "reporting/cancelExport", first.ReportExportId);
    const again = await ask("POST", "reporting/retryExport", first.ReportExportId);
    expect(again.envelope.Data).toMatchObject({ FileName: "Untitled1 2026-11-20 120000.csv" });
  });

  it("has the unknown zone in its account", async () => {
    const { ask } = await givenShopIn(zone);
    const { Shop } = (await ask("GET", "account/status")).envelope.Data as unknown as { Shop: Account };
    expect([Shop.iana_timezone, Shop.unknown_timezone]).toEqual(["UTC", zone]);
  });
});

it.each([
  ["US/Pacific", "2026-11-19T08:00:00Z", "2026-11-20T08:00:00Z"],
  ["Asia/Calcutta", "2026-11-18T18:30:00Z", "2026-11-19T18:30:00Z"],
])("a shop in %s, an old name, keeps its own days", async (zone, from, to) => {
  const { ask, show } = await givenShopIn(zone);
  await show(DateRange.yesterday);
  await ask("GET", "orders/page-count?location=manual");
  expect(web.platform.asked.at(-1)).toBe(`ordersCount created_at:>='${from}' created_at:<'${to}'`);
  const { Shop } = (await ask("GET", "account/status")).envelope.Data as unknown as { Shop: Account };
  expect(Shop).toMatchObject({ iana_timezone: zone });
  expect(Shop).not.toHaveProperty("unknown_timezone");
});
