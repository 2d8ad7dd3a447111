import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readFrozenInput } from "#application/exports/freeze-input.ts";
import { DateRange, FileType } from "#domain/enumerations.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { SieverCode } from "#domain/filters/sievers.ts";
import type { Suggestions } from "#domain/wire/filters/suggestions.ts";
import type { ExportJob, OrderCount } from "#domain/wire/reports/reporting.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";
import { startWorkspace, type Workspace } from "./support.ts";

/** Filters on the Generate report page (S-1.2.10, S-1.2.11, S-1.4) and what helps to write them. */

let workspace: Workspace;
beforeAll(async () => {
  workspace = await startWorkspace();
});
afterAll(() => workspace.close());
beforeEach(() => {
  workspace.platform.asked.length = 0;
  workspace.platform.failing.clear();
});

let shops = 0;
/** A shop with a design and a filter of these conditions. */
const page = async (conditions: object = {}) => {
  shops += 1;
  const shop = `shop-${shops}`;
  const one = await workspace.givenMerchant(shop);
  const { data: design } = await one.call<{ id: string }>("POST", "reports/create-new");
  const saved = await one.save({ ...(await one.create()), ...conditions });
  const filter = saved.data;
  const choose = (report_filter_id: string | null, order_date_range: number = DateRange.yesterday) => ({
    report_filter_id,
    order_date_range,
    order_date_from: null,
    order_date_to: null,
  });
  const show = (filters: ReturnType<typeof choose>) =>
    one.call("PUT", "appData/setManualExport", {
      FileType: FileType.Csv,
      ReportId: design.id,
      UserOrderFilters: filters,
    });
  const count = () => one.call<OrderCount>("GET", "orders/page-count?location=manual");
  const generate = (filters: ReturnType<typeof choose>) =>
    one.call<ExportJob>("POST", "reporting/generateReport", {
      ReportId: design.id,
      FileType: FileType.Csv,
      UserOrderFilters: filters,
      SelectedOrderIds: [],
      EmptyExpected: false,
    });
  return { shop, one, filter, design, choose, show, count, generate };
};
const yesterday = "created_at:>='2026-11-18T22:00:00Z' created_at:<'2026-11-19T22:00:00Z'";
const sievers = (Field: number, ...Filter: string[]) => ({ OrderSievers: [{ Field, Filter }] });
const gone = { status: 404, message: "This filter can't be found. Choose another one." };
const told = ({ status, envelope }: { status: number; envelope: { ErrorMessage: string | null } }) => ({
  status,
  message: envelope.ErrorMessage,
});

describe("the count of the page", () => {
  it("uses the filter's native conditions within the range, and is exact if there are no others", async () => {
    const { shop, filter, choose, show, count } = await page({
      financial_status: 3,
      ...sievers(SieverCode.OrderTags, "vip"),
    });
    workspace.platform.counts.set(shop, 7);
    await show(choose(filter.id));
    expect((await count()).data).toEqual({ Count: 7, HasPostProcessFilters: false });
    expect(workspace.platform.asked).toEqual([`ordersCount ${yesterday} financial_status:paid tag:'vip'`]);
  });

  it.each([
    ["a field that the search doesn't support", sievers(SieverCode.Vendor, "Aster")],
    ["a negated value", sievers(SieverCode.OrderTags, "!vip")],
    ["any value at all", sievers(SieverCode.OrderTags, "*")],
    ["a value with a space", sievers(SieverCode.OrderTags, "very important")],
  ])("is an upper bound with %s", async (_name, conditions) => {
    const { filter, choose, show, count } = await page(conditions);
    await show(choose(filter.id));
    expect((await count()).data.HasPostProcessFilters).toBe(true);
  });

  it("reflects an edit of the filter at once, although counts are cached for three seconds", async () => {
    const { one, filter, choose, show, count } = await page();
    await show(choose(filter.id));
    await count();
    await count();
    expect(workspace.platform.asked).toEqual([`ordersCount ${yesterday}`]);
    await one.save({ ...filter, order_status: 3 });
    await count();
    expect(workspace.platform.asked.slice(1)).toEqual([`ordersCount ${yesterday} status:cancelled`]);
  });

  it("resolves date() to today in the shop's zone", async () => {
    const { filter, choose, show, count } = await page(sievers(SieverCode.OrderTags, "d date(YYYYMMDD; 0)"));
    await show(choose(filter.id));
    await count();
    expect(workspace.platform.asked).toEqual([`ordersCount ${yesterday} tag:'d 20261120'`]);
  });

  it("uses the page's own system filter, too", async () => {
    const { one, choose, show, count } = await page();
    const system = (await one.list()).find(({ order_filter_view: view }) => view === 1);
    const { filter } = await one.read(system?.id ?? "");
    await one.save({ ...filter, fulfillment_status: 1 });
    await show(choose(filter.id));
    await count();
    expect(workspace.platform.asked).toEqual([`ordersCount ${yesterday} fulfillment_status:fulfilled`]);
  });
});

describe("a deleted filter that a page still uses", () => {
  it("stays in the page's state, is ignored for count and orders, and makes Generate fail", async () => {
    const { one, filter, choose, show, count, generate } = await page();
    await show(choose(filter.id));
    expect((await one.call("POST", "filters/delete", filter.id)).data).toBe("ok");
    const state = await one.call<{ UserOrderFilters: { report_filter_id: string } }>("GET", "appData/getManualExport");
    expect(state.data.UserOrderFilters.report_filter_id).toBe(filter.id);
    expect(await count()).toMatchObject({ status: 200, data: { HasPostProcessFilters: false } });
    expect((await one.call("GET", "orders/selectedOrders?location=manual")).status).toBe(200);
    expect(workspace.platform.asked).toEqual([
      `ordersCount ${yesterday}`,
      `orderPage ${yesterday} first=250 after= before=`,
    ]);
    // No report is made of more orders than were asked for.
    expect(told(await generate(choose(filter.id)))).toEqual(gone);
    expect(told(await one.call("GET", `filters/order-count?id=${filter.id}`))).toEqual(gone);
  });

  it("is hidden from other shops", async () => {
    const { filter } = await page();
    const { choose, show, count, generate } = await page();
    await show(choose(filter.id));
    expect((await count()).status).toBe(200);
    expect(workspace.platform.asked).toEqual([`ordersCount ${yesterday}`]);
    expect(told(await generate(choose(filter.id)))).toEqual(gone);
  });
});

describe("Select specific orders", () => {
  it("lists orders by the native conditions, with the same query on every page", async () => {
    const { one, filter, choose, show } = await page({ order_status: 1, ...sievers(SieverCode.Vendor, "Aster") });
    await show(choose(filter.id));
    workspace.platform.pages.push({ orders: [], previous: null, next: "cursor-2" });
    const { data } = await one.call<{ NextPage: string }>("GET", "orders/selectedOrders?location=manual");
    await one.save({ ...filter, order_status: 0 });
    await one.call("GET", `orders/selectedOrders-by-url?${new URLSearchParams({ url: data.NextPage })}`);
    const query = `${yesterday} status:open -status:cancelled`;
    expect(workspace.platform.asked).toEqual([
      `orderPage ${query} first=250 after= before=`,
      `orderPage ${query} first=250 after=cursor-2 before=`,
    ]);
  });
});

describe("Generate", () => {
  const frozenOf = async (job: ExportJob) => {
    const { state } = await workspace.runner.load(exportDecider, job.ReportExportId);
    if (state.status === "unknown") throw new Error("There is no such export.");
    return readFrozenInput(workspace.state, state.facts);
  };

  it("freezes the filter as of the request, regardless of later changes", async () => {
    const { one, filter, choose, generate } = await page({
      fulfillment_status: 4,
      ...sievers(SieverCode.Sku, "A", "!B"),
    });
    const { data: job } = await generate(choose(filter.id));
    expect(job.Filters?.report_filter_id).toBe(filter.id);
    await one.save({ ...filter, OrderSievers: [] });
    await one.call("POST", "filters/delete", filter.id);
    expect((await frozenOf(job)).filter).toEqual({
      filterId: filter.id,
      financial_status: 0,
      fulfillment_status: 4,
      order_status: 0,
      sievers: { [SieverCode.Sku]: ["A", "!B"] },
    });
  });

  it("freezes no filter if none is chosen", async () => {
    const { choose, generate } = await page();
    expect((await frozenOf((await generate(choose(null))).data)).filter).toBeNull();
  });
});

describe("the editor's number of orders", () => {
  it("covers all time up to now, by the filter's native conditions", async () => {
    const { shop, one, filter } = await page({ financial_status: 6, ...sievers(SieverCode.Vendor, "Aster") });
    workspace.platform.counts.set(shop, 42);
    const reply = await one.call<OrderCount>("GET", `filters/order-count?id=${filter.id}`);
    expect(reply.data).toEqual({ Count: 42, HasPostProcessFilters: true });
    expect(workspace.platform.asked).toEqual([
      "ordersCount created_at:<'2026-11-20T12:00:00Z' financial_status:refunded",
    ]);
  });

  it("isn't available for a filter that doesn't exist", async () => {
    const { one } = await page();
    expect(told(await one.call("GET", "filters/order-count?id=gone"))).toEqual(gone);
  });
});

describe("values to choose from", () => {
  const suggest = async (one: Awaited<ReturnType<typeof page>>["one"], field: unknown) =>
    one.call<Suggestions>("GET", `filters/suggestions?field=${field}`);
  const valuesOf = async (...of: Parameters<typeof suggest>) =>
    (await suggest(...of)).data.Values.map(({ Value }) => Value);

  it("are the shop's own values of the field, requested once in five minutes", async () => {
    const { one, shop } = await page();
    workspace.platform.words.orderTags.splice(0, 9, "vip", "gift");
    workspace.platform.words.skus.splice(0, 9, "0001-1");
    expect((await suggest(one, SieverCode.OrderTags)).data).toEqual({
      Values: [
        { Value: "vip", Orders: 33 },
        { Value: "gift", Orders: 33 },
      ],
      OrdersRead: 250,
      IsWhole: true,
    });
    expect(await valuesOf(one, SieverCode.Sku)).toEqual(["0001-1"]);
    expect(workspace.platform.asked).toEqual([`suggestions ${shop}`]);
    workspace.clock.advance(5 * 60_000);
    await suggest(one, SieverCode.OrderTags);
    expect(workspace.platform.asked).toHaveLength(2);
  });

  it("exclude values that would mean something else when chosen", async () => {
    const { one } = await page();
    workspace.platform.words.orderTags.splice(0, 9, "!important", "*", "date(YYYY; 0)", "<3", "a*");
    expect(await valuesOf(one, SieverCode.OrderTags)).toEqual(["*", "<3", "a*"]);
  });

  it("are location names, and the statuses of a line's fulfillment", async () => {
    const { one } = await page();
    workspace.platform.places.splice(0, 9, { id: "2", name: "Warehouse" }, { id: "1", name: "Athens" });
    expect(await valuesOf(one, SieverCode.Location)).toEqual(["Athens", "Warehouse"]);
    expect(await valuesOf(one, SieverCode.LineFulfillmentStatus)).toEqual([
      "pending",
      "fulfilled",
      "partial",
      "not_eligible",
    ]);
  });

  it.each([SieverCode.Email, SieverCode.Quantity, SieverCode.Price, SieverCode.TotalWeight, SieverCode.RefundDate])(
    "are empty for field %s, without a request",
    async (field) => {
      const { one } = await page();
      expect(await valuesOf(one, field)).toEqual([]);
      expect(workspace.platform.asked).toEqual([]);
    },
  );

  it.each(["1012", "x", "", "1e3.5"])("are refused for the field '%s'", async (field) => {
    const { one } = await page();
    const reply = await suggest(one, field);
    expect(reply.status).toBe(400);
    expect(reply.envelope.ErrorMessage).toMatch(/^field/);
  });

  it("return the platform's message while it is unavailable, and values once it is back", async () => {
    const { one } = await page();
    workspace.platform.failing.set("suggestions", new PlatformError("unavailable", "The store does not answer."));
    const reply = await suggest(one, SieverCode.OrderTags);
    expect(told(reply)).toEqual({ status: 503, message: "The store does not answer." });
    workspace.platform.failing.clear();
    expect((await suggest(one, SieverCode.OrderTags)).status).toBe(200);
  });
});

describe("location names", () => {
  it("are those of the shop, sorted and without duplicates", async () => {
    const { one } = await page();
    const places = [
      { id: "1", name: "Hall 10" },
      { id: "2", name: "Hall 9" },
      { id: "3", name: "Hall 10" },
      { id: "4", name: "attic" },
    ];
    workspace.platform.places.splice(0, 9, ...places);
    expect((await one.call("GET", "locations/get-names")).data).toEqual(["attic", "Hall 9", "Hall 10"]);
  });

  it("return a message if they aren't available", async () => {
    const { one } = await page();
    workspace.platform.failing.set(
      "locations",
      new PlatformError("access-denied", "Allow locations.", "read_locations"),
    );
    expect(told(await one.call("GET", "locations/get-names"))).toEqual({ status: 502, message: "Allow locations." });
  });
});
