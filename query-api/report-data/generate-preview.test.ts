import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DateRange, FileType } from "#domain/enumerations.ts";
import { SieverCode } from "#domain/filters/sievers.ts";
import { pickFilterContent } from "#domain/wire/filters/filter-on-wire.ts";
import type { Preview } from "#domain/wire/reports/report-data.ts";
import type { ReportDesignItem } from "#domain/wire/reports/reports.ts";
import type { WorkspaceCommand } from "#domain/workspace/commands.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";
import { fixedOrders } from "#tests/support/fixed-orders.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";

let web: WebForTests;
beforeEach(async () => {
  web = await startWebForTests();
});
afterEach(() => web.close());

/** A merchant at the Generate report page, with a design of the usual columns and a filter that keeps every order. */
const atTheForm = async (starter?: string) => {
  const { tenant, token } = await web.givenShop("aurora-demo");
  web.platform.ordersOf.set("aurora-demo", fixedOrders());
  const created = await web.ask("POST", "reports/create-new", {
    token,
    ...(starter === undefined ? {} : { body: { Starter: starter } }),
  });
  const { id } = created.envelope.Data as unknown as ReportDesignItem;
  const newFilter = await web.ask("POST", "filters/create-new", { token });
  const { id: filterId } = newFilter.envelope.Data as { id: string };
  const sieve = async (sievers: object) => {
    const { state } = await web.runner.load(workspaceDecider, tenant);
    const filter = state.filters.find((one) => one.filterId === filterId);
    if (!filter) throw new Error("There is no filter.");
    const base = pickFilterContent(filter);
    const wanted = { ...base, sievers } as typeof base;
    await web.runner.execute(
      workspaceDecider,
      tenant,
      (context): WorkspaceCommand => ({ type: "UpdateFilter", filterId, base, wanted, texts: new Map(), context }),
      { tenant, actor: { kind: "merchant" }, correlation: "given" },
    );
  };
  const look = async (changes: { filters?: object; selected?: string[]; ReportId?: string } = {}) => {
    const reply = await web.ask("POST", "reportData/generate-preview", {
      token,
      body: {
        ReportId: changes.ReportId ?? id,
        FileType: FileType.Csv,
        UserOrderFilters: {
          report_filter_id: null,
          order_date_range: DateRange.noFilter,
          order_date_from: null,
          order_date_to: null,
          ...changes.filters,
        },
        SelectedOrderIds: changes.selected ?? [],
      },
    });
    return { ...reply, preview: reply.envelope.Data as unknown as Preview };
  };
  return { tenant, token, filterId, sieve, look };
};
const asked = () => web.platform.asked.filter((call) => call.startsWith("orders "));
const columnOf = ({ Columns, Sheets }: Preview, key: string) =>
  Sheets.flatMap(({ Rows }) => Rows.map(({ Cells }) => Cells[Columns.indexOf(key)]));
const distinct = (values: readonly unknown[]) => [...new Set(values)];

describe("the preview beside the form", () => {
  it("shows the 20 newest orders in the file's columns, and requests nothing else", async () => {
    const { look } = await atTheForm();
    const { status, preview } = await look();
    expect(status).toBe(200);
    expect(preview.Columns).toContain("OrderNum");
    expect(preview.Columns.length).toBe(11);
    expect(preview).toMatchObject({ Orders: 20, Limit: 20, Generated: false });
    expect(preview.LookedAt).toBeUndefined();
    expect(distinct(columnOf(preview, "OrderNum"))[0]).toBe("#1030");
    expect(asked()).toEqual(["orders aurora-demo created_at:<'2026-11-20T12:00:00Z' atMost=20"]);
    expect(web.platform.fieldsAsked[0]).not.toContain("note");
  });

  it.each([
    [true, 20],
    [false, undefined],
  ])("counts the test orders it shows, if there are any: %s", async (test, told) => {
    const { look } = await atTheForm();
    web.platform.ordersOf.set(
      "aurora-demo",
      fixedOrders().map((order) => ({ ...order, test })),
    );
    expect((await look()).preview.TestOrders).toBe(told);
  });

  it("marks unread parts, and leaves out orders that the filter can't check", async () => {
    const { look, sieve, filterId } = await atTheForm();
    const [first, second, ...others] = fixedOrders();
    const unread = [
      { ...first, unread: ["lineItems.nodes.originalTotalSet"] },
      { ...second, unread: ["lineItems.nodes.vendor"] },
    ];
    web.platform.ordersOf.set("aurora-demo", [...unread, ...others]);
    const { preview } = await look();
    expect(preview.Unread).toEqual([
      { Order: "#1030", Columns: ["Total price"], MoreColumns: 0, LeftOut: false, HasId: true },
    ]);
    expect(columnOf(preview, "TotalPrice")[0]).toBe("couldn't be read");
    const rows = preview.Sheets[0]?.Rows ?? [];
    const place = preview.Columns.indexOf("TotalPrice");
    expect(rows.slice(0, 2).map(({ Unread }) => Unread)).toEqual([[place], undefined]);
    await sieve({ [SieverCode.Vendor]: ["*"] });
    const filtered = (await look({ filters: { report_filter_id: filterId } })).preview;
    expect(filtered.Unread).toContainEqual({
      Order: "#1029",
      Columns: [],
      MoreColumns: 0,
      LeftOut: true,
      HasId: true,
    });
    expect(columnOf(filtered, "OrderNum")).not.toContain("#1029");
  });

  it("counts only the orders that it shows, including for test orders", async () => {
    const { look } = await atTheForm();
    const all = fixedOrders().map((order) => ({ ...order, test: true }));
    web.platform.ordersOf.set("aurora-demo", [{ ...all[0], unread: ["lineItems"] }, ...all.slice(1)]);
    const { preview } = await look();
    expect(preview.Unread).toMatchObject([{ Order: "#1030", LeftOut: true }]);
    expect(distinct(columnOf(preview, "OrderNum"))).toHaveLength(19);
    expect(preview).toMatchObject({ Orders: 19, TestOrders: 19, Limit: 20 });
  });

  it("shows only orders in the date range", async () => {
    const { look } = await atTheForm();
    const days = {
      order_date_range: DateRange.custom,
      order_date_from: "2026-10-05",
      order_date_to: "2026-10-06",
    };
    const { preview } = await look({ filters: days });
    expect(distinct(columnOf(preview, "OrderNum"))).toEqual(["#1003", "#1002"]);
  });

  it("shows the lines that match the filter, reading all fields of the matching orders only", async () => {
    const { look, sieve, filterId } = await atTheForm();
    await sieve({ [SieverCode.Vendor]: ["Leaf"] });
    const { preview } = await look({ filters: { report_filter_id: filterId } });
    expect(distinct(columnOf(preview, "OrderNum"))).toEqual(["#1022", "#1021", "#1014", "#1011"]);
    expect(columnOf(preview, "SKU")).not.toContain("LAMP-B");
    expect(asked()).toEqual([
      expect.stringMatching(/atMost=250$/),
      expect.stringMatching(/\(id:\d+ OR id:\d+ OR id:\d+ OR id:\d+\) atMost=20$/),
    ]);
    expect(web.platform.fieldsAsked[0]).toEqual(["createdAt", "lineItems.nodes.id", "lineItems.nodes.vendor"]);
  });

  it("lists the figures of matching lines, and those of whole orders", async () => {
    const { look, sieve, filterId } = await atTheForm("OneRowPerOrder");
    await sieve({ [SieverCode.OrderTags]: ["!none"] });
    const all = await look({ filters: { report_filter_id: filterId } });
    expect(all.preview.LinesFiltered).toBeUndefined();
    const total = columnOf(all.preview, "OrderTotal")[columnOf(all.preview, "OrderNum").indexOf("#1022")];
    await sieve({ [SieverCode.Vendor]: ["Leaf"] });
    const { preview } = await look({ filters: { report_filter_id: filterId } });
    expect(preview.LinesFiltered).toEqual({
      LinesLeft: ["Quantity"],
      WholeOrders: ["OrderDiscounts", "ShippingPrice", "OrderTax", "OrderTotal"],
    });
    const place = columnOf(preview, "OrderNum").indexOf("#1022");
    expect(columnOf(preview, "OrderTotal")[place]).toBe(total);
    expect(Number(columnOf(preview, "Quantity")[place])).toBeLessThan(
      Number(columnOf(all.preview, "Quantity")[columnOf(all.preview, "OrderNum").indexOf("#1022")]),
    );
  });

  /** A design of quantity, price and a formula. */
  const withFormula = async (token: string, Formula: string) => {
    const created = await web.ask("POST", "reports/create-new", {
      token,
      body: { Columns: ["Quantity", "Price", "Custom1"] },
    });
    const { id } = created.envelope.Data as { id: string };
    const custom = {
      Title: "Custom 1",
      Visible: true,
      Width: 16,
      Sorting: 0,
      NumberFormat: null,
      CustomColumn: { Category: 2, LocalStatus: null, ExcelFormula: { Formula }, Name: null },
    };
    const body = { id, title: "Mine", grouping: 0, ws_splitter: 0, columns: [{ Column: "Custom1", ...custom }] };
    const saved = await web.ask("PUT", "reports/update", { token, body });
    expect(saved.envelope.ErrorMessage).toBeNull();
    return id;
  };

  it("has the same formula results as the file will have", async () => {
    const { token, look } = await atTheForm();
    const { preview } = await look({ ReportId: await withFormula(token, "=A1*B1") });
    expect(preview.Columns).toEqual(["Quantity", "Price", "Custom1"]);
    const computed = columnOf(preview, "Custom1").map(Number);
    const [quantities, prices] = [columnOf(preview, "Quantity"), columnOf(preview, "Price")];
    expect(computed.slice(0, 5)).toEqual(
      quantities.slice(0, 5).map((quantity, at) => Number((Number(quantity) * Number(prices[at])).toFixed(4))),
    );
  });

  it("says that its formulas take too long, without blaming the platform, if the orders came in time", async () => {
    const { token, look } = await atTheForm();
    const ReportId = await withFormula(
      token,
      `=${Array.from({ length: 24 }, () => 'LEN(TEXT(1.5,REPT("0.0?/?",40)))').join("+")}`,
    );
    const { streamOrders } = web.platform;
    web.platform.streamOrders = async function* (...asked) {
      yield* streamOrders(...asked);
      setImmediate(web.runOutOfTime);
    };
    const { status, envelope } = await look({ ReportId });
    expect([status, envelope.ErrorCode]).toEqual([503, "too-slow"]);
    expect(envelope.ErrorMessage).toBe(
      "The formulas in this report take too long for a preview. Have them refer to fewer cells, or generate the report: a file gets more time.",
    );
  });

  it("says how many orders were checked if the filter matched too few of the newest", async () => {
    const { look, sieve, filterId } = await atTheForm();
    const [first] = fixedOrders();
    const many = Array.from({ length: 300 }, (_, n): JsonObject => ({ ...first, id: `gid://shopify/Order/${n + 1}` }));
    web.platform.ordersOf.set("aurora-demo", many);
    await sieve({ [SieverCode.Vendor]: ["Nobody"] });
    const { preview } = await look({ filters: { report_filter_id: filterId } });
    expect(preview).toMatchObject({ Orders: 0, LookedAt: 250, Generated: false, Sheets: [{ Name: null, Rows: [] }] });
    expect(asked()).toHaveLength(1);
  });

  it("shows individually chosen orders, whatever the date range", async () => {
    const { look } = await atTheForm();
    const selected = fixedOrders()
      .filter(({ name }) => name === "#1002" || name === "#1001")
      .map(({ id }) => String(id));
    const today = { order_date_range: DateRange.today };
    const { preview } = await look({ selected, filters: today });
    expect(distinct(columnOf(preview, "OrderNum"))).toEqual(["#1002", "#1001"]);
  });

  it("shows no rows, and no sample orders, if a file would have none", async () => {
    const { look } = await atTheForm();
    web.platform.ordersOf.clear();
    expect((await look()).preview).toMatchObject({ Orders: 0, Generated: false, Sheets: [{ Name: null, Rows: [] }] });
  });

  it("requests no orders if the design has no column", async () => {
    const { look } = await atTheForm("Blank");
    expect((await look()).preview).toMatchObject({ Columns: [], Orders: 0 });
    expect(asked()).toEqual([]);
  });

  it("is refused with the same message as the report would be", async () => {
    const { look, filterId } = await atTheForm();
    const unknown = await look({ ReportId: "elsewhere" });
    expect([unknown.status, unknown.envelope.ErrorMessage]).toEqual([
      404,
      "This report design can't be found. Choose another one.",
    ]);
    expect((await look({ filters: { report_filter_id: `${filterId}x` } })).status).toBe(404);
    const noDays = await look({ filters: { order_date_range: DateRange.custom } });
    expect([noDays.status, noDays.envelope.ErrorMessage]).toEqual([
      400,
      "Choose the first and the last day of the custom date range.",
    ]);
    web.platform.failing.set("orders", new PlatformError("unavailable", "The store platform does not answer."));
    expect((await look()).status).toBe(503);
  });
});
