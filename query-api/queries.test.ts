import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  ColumnType,
  DateRange,
  ExportStatus,
  FileType,
  Grouping,
  NumberFormatType,
  Sorting,
  WorksheetSplitter,
} from "#domain/enumerations.ts";
import {
  collections,
  type DesignContentDocument,
  defineContents,
  type ExportDocument,
  type ReportDesignDocument,
} from "#domain/read-models/documents.ts";
import type { ReportColumnInfo } from "#domain/wire/reports/columns.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import type { ReportWithColumns } from "#domain/wire/reports/reports.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";

const designContents = defineContents(collections.reportDesigns.name);

let web: WebForTests;
beforeEach(async () => {
  web = await startWebForTests();
  await web.readStore.ensureCollections([...Object.values(collections), designContents]);
});
afterEach(() => web.close());

let position = 0;
const put = (collection: string, id: string, document: JsonObject) => {
  position += 1;
  return web.readStore.apply([{ collection, kind: "put", id, document, position: String(position).padStart(9, "0") }]);
};

const content: DesignContentDocument = {
  title: "Untitled1",
  grouping: Grouping.Orders,
  splitter: WorksheetSplitter.None,
  sortedBy: { column: "Quantity", sorting: Sorting.Descending },
  shown: ["OrderNum", "Quantity"],
  "columns.Quantity.title": "Pieces",
  "columns.Quantity.width": 30,
  "columns.Quantity.format": { type: NumberFormatType.LessThanRed, limit: 3 },
  "columns.SKU.title": null,
  version: 4,
};

const shownOf = (tenant: string, changes: Partial<ReportDesignDocument>): ReportDesignDocument => {
  const { title, grouping, splitter, version } = content;
  const reportId = changes.reportId ?? "design-1";
  return { tenant, reportId, ordering: 0, placeVersion: 0, title, grouping, splitter, version, ...changes };
};

const givenDesign = async (
  tenant: string,
  changes: Partial<ReportDesignDocument> = {},
  shown: string[] = content.shown,
) => {
  const document = shownOf(tenant, changes);
  const { title, grouping, splitter, version } = document;
  await put(designContents.name, document.reportId, { ...content, shown, title, grouping, splitter, version });
  await put(collections.reportDesigns.name, document.reportId, document);
};

const givenExport = (tenant: string, exportId: string, changes: Partial<ExportDocument> = {}) =>
  put(collections.exports.name, exportId, {
    tenant,
    exportId,
    trigger: "manual",
    createdAt: "2026-11-20T11:00:00.000Z",
    title: "Untitled1",
    fileName: "Untitled1 2026-11-20 130000.csv",
    fileType: FileType.Csv,
    status: ExportStatus.Processing,
    attempt: 1,
    ended: false,
    failedReason: null,
    failedCode: null,
    fileKey: null,
    bytes: null,
    orders: null,
    expiresAt: null,
    expired: false,
    erased: null,
    emptyExpected: false,
    asked: { filterId: null, range: DateRange.today, from: null, to: null },
    ...changes,
  });

describe("report designs", () => {
  it("are listed in order, for the caller's shop only", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    await givenDesign(tenant, { reportId: "b", ordering: 1 });
    await givenDesign(tenant, { reportId: "a", ordering: 0 });
    await givenDesign("another-tenant", { reportId: "c" });
    const reply = await web.ask("GET", "reports/get-reports", { token });
    const design = { title: "Untitled1", grouping: 0, ws_splitter: 0, columns: expect.any(Array) };
    expect(reply.envelope.Data).toEqual([
      { id: "a", report_id: "a", ordering: 0, ...design },
      { id: "b", report_id: "b", ordering: 1, ...design },
    ]);
  });

  it("include their visible columns in the list, as in the design itself", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    await givenDesign(tenant);
    const list = await web.ask("GET", "reports/get-reports", { token });
    const [{ columns }] = list.envelope.Data as unknown as [ReportWithColumns];
    expect(columns.map(({ Column, Title }) => [Column, Title])).toEqual([
      ["OrderNum", "Order number"],
      ["Quantity", "Pieces"],
    ]);
    const whole = await web.ask("GET", "reports/get/with-columns/design-1", { token });
    const design = whole.envelope.Data as unknown as ReportWithColumns;
    expect(columns).toEqual(design.columns.filter(({ Visible }) => Visible));
  });

  it("are shown from read models of the previous version too, which stored each design in one document", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    await put(collections.reportDesigns.name, "design-1", { ...content, ...shownOf(tenant, {}) });
    const list = await web.ask("GET", "reports/get-reports", { token });
    expect(list.envelope.Data).toMatchObject([{ id: "design-1", title: "Untitled1" }]);
    const reply = await web.ask("GET", "reports/get/with-columns/design-1", { token });
    expect(reply.envelope.Data).toMatchObject({ VisibleColumns: ["OrderNum", "Quantity"] });
  });

  it("have their last version as ETag", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    await givenDesign(tenant);
    const reply = await web.ask("GET", "reports/get-report?id=design-1", { token });
    expect([reply.status, reply.headers.get("etag")]).toEqual([200, '"4"']);
  });

  it("have the chosen columns first, then all others hidden", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    await givenDesign(tenant);
    const reply = await web.ask("GET", "reports/get/with-columns/design-1", { token });
    const design = reply.envelope.Data as unknown as ReportWithColumns;
    expect(design.VisibleColumns).toEqual(["OrderNum", "Quantity"]);
    expect(design.columns[1]).toMatchObject({
      Column: "Quantity",
      Title: "Pieces",
      OriginalTitle: "Quantity",
      Visible: true,
      Disabled: false,
      Width: 30,
      Sorting: Sorting.Descending,
      NumberFormat: { Type: NumberFormatType.LessThanRed, CustomFormatCode: null, LessThanRedValue: 3 },
      SlowColumn: -1,
      Field: "Quantity",
    });
    expect(design.columns.length).toBeGreaterThan(30);
    expect(design.columns.slice(2).every((one) => !one.Visible)).toBe(true);
    expect(new Set(design.columns.map((one) => one.Column)).size).toBe(design.columns.length);
  });

  it("disable a visible column that the grouping doesn't allow", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    await givenDesign(tenant, { grouping: Grouping.MassConstructionMealPrep }, ["OrderTotal", "Quantity"]);
    const reply = await web.ask("GET", "reports/get/with-columns/design-1", { token });
    const design = reply.envelope.Data as unknown as ReportWithColumns;
    expect(design.columns[0]).toMatchObject({ Column: "OrderTotal", Visible: true, Disabled: true });
    expect(design.columns[1]).toMatchObject({ Column: "Quantity", Visible: true, Disabled: false });
  });

  it.each(["reports/get-report?id=design-1", "reports/get/with-columns/design-1"])(
    "are not found by %s if they belong to another shop",
    async (path) => {
      await givenDesign("another-tenant");
      const { token } = await web.givenShop("aurora-demo");
      expect((await web.ask("GET", path, { token })).status).toBe(404);
    },
  );
});

describe("reading one's own writes", () => {
  it("waits for the position that a command returned", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const reply = await web.ask("GET", "reports/get-reports", { token, headers: { "x-await-position": "000042" } });
    expect(web.seen.waited).toEqual(["report-designs 000042"]);
    expect(reply.headers.get("x-stale")).toBeNull();
  });

  it("marks an older response as stale", async () => {
    const { token } = await web.givenShop("aurora-demo");
    web.seen.caughtUp = false;
    const reply = await web.ask("GET", "reports/get-reports", { token, headers: { "x-await-position": "000042" } });
    expect([reply.status, reply.headers.get("x-stale")]).toEqual([200, "true"]);
  });

  it("never reports a missing item from a read model that may not have it yet", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const path = "filters/get-filter?id=just-made";
    const headers = { "x-await-position": "000042" };
    expect((await web.ask("GET", path, { token, headers })).status).toBe(404);
    web.seen.caughtUp = false;
    const late = await web.ask("GET", path, { token, headers });
    expect([late.status, late.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(late.envelope.ErrorMessage).toMatch(/Your last change isn't shown yet/);
    web.seen.standing = "other";
    for (const sent of [{}, { headers }]) {
      const rebuilding = await web.ask("GET", path, { token, ...sent });
      expect([rebuilding.status, rebuilding.envelope.ErrorCode]).toEqual([503, "rebuilding"]);
    }
  });

  it("returns no lists or items while they are rebuilt, but says when to retry", async () => {
    const { token } = await web.givenShop("aurora-demo");
    web.seen.standing = "none";
    for (const path of ["reports/get-reports", "filters/get-filter?id=any", "reporting/getExportList"]) {
      const reply = await web.ask("GET", path, { token });
      expect([reply.status, reply.headers.get("retry-after")], path).toEqual([503, "5"]);
      expect(reply.envelope.ErrorMessage).toMatch(/lists are being rebuilt/);
    }
    expect((await web.ask("GET", "data/columns", { token })).status).toBe(200);
  });

  it("refuses an invalid position", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const reply = await web.ask("GET", "reports/get-reports", { token, headers: { "x-await-position": "a b" } });
    expect(reply.status).toBe(400);
  });
});

describe("the Generate report page", () => {
  const page = (changes = {}) => ({
    FileType: FileType.Csv,
    ReportId: "0b0e2f0a-7d55-4c0e-9d2c-6f1f6d3c9a01",
    UserOrderFilters: {
      report_filter_id: null,
      order_date_range: DateRange.yesterday,
      order_date_from: null,
      order_date_to: null,
      ...changes,
    },
  });

  it("begins with thirty days as Excel, and keeps its settings per shop", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const other = await web.givenShop("borealis-demo");
    const before = await web.ask("GET", "appData/getManualExport", { token });
    expect(before.envelope.Data).toMatchObject({
      FileType: FileType.Excel,
      ReportId: null,
      UserOrderFilters: { order_date_range: DateRange.thirtyDays },
    });
    await web.ask("PUT", "appData/setManualExport", { token, body: page() });
    expect((await web.ask("GET", "appData/getManualExport", { token })).envelope.Data).toEqual(page());
    expect((await web.ask("GET", "appData/getManualExport", { token: other.token })).envelope.Data).toEqual(
      before.envelope.Data,
    );
  });

  it("stores only ids of a design and a filter", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const typed = "ann@example.com";
    for (const body of [{ ...page(), ReportId: typed }, page({ report_filter_id: typed })]) {
      const reply = await web.ask("PUT", "appData/setManualExport", { token, body });
      expect([reply.status, reply.envelope.ErrorMessage]).toEqual([400, expect.stringContaining("must be an id")]);
    }
    const { envelope } = await web.ask("GET", "appData/getManualExport", { token });
    expect(envelope.Data).toMatchObject({ ReportId: null });
  });

  it("has the quotas of the shop's tier", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const reply = await web.ask("GET", "appData/getResourceRestrictions", { token });
    expect(reply.envelope.Data).toEqual({ MaxReports: 5, MaxFilters: 5, MaxAutomations: 2 });
  });

  it("counts the orders of its date range in the shop's zone, with one request in three seconds", async () => {
    const { token } = await web.givenShop("aurora-demo");
    web.platform.counts.set("aurora-demo", 17);
    await web.ask("PUT", "appData/setManualExport", { token, body: page() });
    const ask = () => web.ask("GET", "orders/page-count?location=manual", { token });
    expect((await ask()).envelope.Data).toEqual({ Count: 17, HasPostProcessFilters: false });
    await ask();
    expect(web.platform.asked).toEqual([
      "ordersCount created_at:>='2026-11-18T22:00:00Z' created_at:<'2026-11-19T22:00:00Z'",
    ]);
    web.clock.advance(3_000);
    await ask();
    expect(web.platform.asked).toHaveLength(2);
  });

  it("doesn't cache a failure, and explains it in the merchant's words", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const ask = () => web.ask("GET", "orders/page-count?location=manual", { token });
    web.platform.failing.set("ordersCount", new PlatformError("unavailable", "The store platform does not answer."));
    const failed = await ask();
    expect([failed.status, failed.envelope.ErrorMessage]).toEqual([503, "The store platform does not answer."]);
    web.platform.failing.set("ordersCount", new PlatformError("reconnect-needed", "Please log in again."));
    expect((await ask()).status).toBe(401);
    web.platform.failing.set("ordersCount", new PlatformError("search-refused", "The search was not understood."));
    expect((await ask()).status).toBe(502);
    web.platform.failing.clear();
    expect((await ask()).status).toBe(200);
  });

  it("names the missing part of a custom range", async () => {
    const { token } = await web.givenShop("aurora-demo");
    await web.ask("PUT", "appData/setManualExport", { token, body: page({ order_date_range: DateRange.custom }) });
    const reply = await web.ask("GET", "orders/page-count?location=manual", { token });
    expect([reply.status, reply.envelope.ErrorMessage]).toEqual([
      400,
      "Choose the first and the last day of the custom date range.",
    ]);
  });
});

describe("the export panel", () => {
  it("lists the shop's exports, newest first", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    await givenExport(tenant, "old", { createdAt: "2026-11-19T11:00:00.000Z" });
    await givenExport(tenant, "new");
    await givenExport("another-tenant", "foreign");
    const reply = await web.ask("GET", "reporting/getExportList", { token });
    expect((reply.envelope.Data as unknown as ExportJob[]).map((job) => job.ReportExportId)).toEqual(["new", "old"]);
  });

  it.each([
    ["a bare list", (ids: string[]): unknown => ids],
    ["a list in an object", (ids: string[]): unknown => ({ ids })],
  ])("updates the exports of %s, without unknown ones and another shop's", async (_name, bodyOf) => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    await givenExport(tenant, "mine");
    await givenExport("another-tenant", "foreign");
    await web.state.put("progress:mine", { attempt: 1, status: ExportStatus.RetrieveOrders, step: 3, maxStep: 9 });
    const body = bodyOf(["mine", "foreign", "unknown", "mine"]);
    const reply = await web.ask("POST", "reporting/pollExportList", { token, body });
    expect(reply.envelope.Data).toMatchObject([
      { ReportExportId: "mine", Status: ExportStatus.RetrieveOrders, Step: 3, MaxStep: 9, PublicUrl: null },
    ]);
    expect(reply.envelope.Data).toHaveLength(1);
  });

  it("has the code of a failure beside its message", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    const failed = {
      status: ExportStatus.Failed,
      ended: true,
      failedReason: "No.",
      failedCode: "access-denied",
    } as const;
    await givenExport(tenant, "mine", failed);
    await givenExport(tenant, "running", { createdAt: "2026-11-20T11:00:01.000Z" });
    const reply = await web.ask("GET", "reporting/getExportList", { token });
    expect(reply.envelope.Data).toMatchObject([
      { ReportExportId: "running", FailedReason: null, FailedCode: null },
      { ReportExportId: "mine", FailedReason: "No.", FailedCode: "access-denied" },
    ]);
  });

  it("shows the request and the file of each export", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    await givenExport(tenant, "mine", { bytes: 5120 });
    const reply = await web.ask("POST", "reporting/pollExportList", { token, body: ["mine"] });
    expect(reply.envelope.Data).toMatchObject([
      {
        Filters: { report_filter_id: null, order_date_range: DateRange.today },
        FileName: "Untitled1 2026-11-20 130000.csv",
        Bytes: 5120,
      },
    ]);
  });

  it.each([
    ["of an earlier attempt", { attempt: 2 }, ExportStatus.Processing, 0],
    [
      "of an export that is being canceled, beyond its steps",
      { status: ExportStatus.Canceling },
      ExportStatus.Canceling,
      3,
    ],
    [
      "of an export that has ended",
      { status: ExportStatus.Failed, ended: true, failedReason: "No." },
      ExportStatus.Failed,
      0,
    ],
  ])("doesn't show progress %s", async (_name, changes, Status, Step) => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    await givenExport(tenant, "mine", changes as Partial<ExportDocument>);
    await web.state.put("progress:mine", { attempt: 1, status: ExportStatus.AddData, step: 3, maxStep: 9 });
    const reply = await web.ask("POST", "reporting/pollExportList", { token, body: ["mine"] });
    expect(reply.envelope.Data).toMatchObject([{ Status, Step }]);
  });
});

describe("public endpoints", () => {
  it("return the server's status, the columns and the configuration", async () => {
    expect((await web.ask("POST", "instrumentation/isOnline", { body: { ShopName: null } })).envelope.Data).toBe(true);
    const columns = (await web.ask("GET", "data/columns")).envelope.Data as unknown as ReportColumnInfo[];
    const of = (key: string) => columns.find(({ Column }) => Column === key);
    expect(of("OrderNum")?.Description).toMatch(/\w/);
    expect(of("OrderNum")?.Example).toMatch(/^#\d+$/);
    expect(of("Custom1")).not.toHaveProperty("Example");
    expect(of("OrderDate")).toMatchObject({ Type: ColumnType.Text, ValueKind: "datetime" });
    expect(of("CustomerTags")?.Scopes).toEqual(["read_customers"]);
    expect(of("OrderNum")).not.toHaveProperty("Scopes");
    expect(of("OrderNum")?.Groupings).toEqual(expect.arrayContaining([Grouping.Orders, Grouping.OnePerOrder]));
    expect(of("Quantity")?.Groupings).toEqual(
      expect.arrayContaining([Grouping.BundleAndCustomizer, Grouping.MassConstructionMealPrep]),
    );
    expect(of("OrderTotal")?.Groupings).toContain(Grouping.BundleAndCustomizer);
    expect(of("OrderTotal")?.Groupings).not.toContain(Grouping.MassConstructionMealPrep);
    expect((await web.ask("GET", "app-config")).envelope.Data).toEqual({
      Environment: "local",
      Links: { Review: null, Chat: null, AppStore: null, SupportEmail: "help@sheaf.example", PostalAddress: null },
      TutorialVideo: null,
      OutboundAddresses: [],
      MailAttachmentMaxMb: 7,
      DemoShops: ["aurora-demo", "borealis-demo", "cumulus-demo", "nimbus-demo"],
      SmallDemoShops: null,
    });
  });

  it("include the current problems in every response", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const answers = () =>
      Promise.all([
        web.ask("GET", "instrumentation/troubles"),
        web.ask("GET", "filters/get-filters", { token }),
        web.ask("GET", "filters/get-filters", { token: "none" }),
      ]);
    for (const { headers } of await answers()) expect(headers.get("x-troubles")).toBeNull();
    web.seen.troubles = ["saving", "reports"];
    const [asked, ...others] = await answers();
    expect(asked?.envelope.Data).toEqual(["saving", "reports"]);
    for (const { headers } of others) expect(headers.get("x-troubles")).toBe("saving,reports");
  });

  it.each(["data/columns", "openapi.json"])("serialize a constant response only once: %s", async (path) => {
    const first = await web.ask("GET", path);
    const stringify = vi.spyOn(JSON, "stringify");
    const again = await web.ask("GET", path);
    const made = stringify.mock.results.filter(({ value }) => value === first.text);
    stringify.mockRestore();
    expect(made).toEqual([]);
    expect([again.text, again.headers.get("content-type")]).toEqual([first.text, first.headers.get("content-type")]);
  });

  it("include the small demo shops if there are any", async () => {
    await web.close();
    web = await startWebForTests({ DEMO_SHOPS: "50" });
    const { Data } = (await web.ask("GET", "app-config")).envelope;
    expect(Data).toMatchObject({ SmallDemoShops: { First: "demo-0001", Last: "demo-0050" } });
  });

  it("include the configured links, and no demo shops on a real platform", async () => {
    await web.close();
    web = await startWebForTests({
      STORE_URL_TEMPLATE: "https://{shop}.myshopify.com",
      LINK_CHAT: "https://chat.example",
      SUPPORT_EMAIL: "help@sheaf.example",
      LINK_REVIEW: "https://apps.example/sheaf#reviews",
      LINK_APP_STORE: "https://apps.example/sheaf",
      POSTAL_ADDRESS: "Quay 1\nCorfu",
      LINK_TUTORIAL_VIDEO: "https://video.example/sheaf",
      OUTBOUND_ADDRESSES: "203.0.113.7, 2001:db8::7",
    });
    expect((await web.ask("GET", "app-config")).envelope.Data).toMatchObject({
      Links: {
        Chat: "https://chat.example",
        SupportEmail: "help@sheaf.example",
        Review: "https://apps.example/sheaf#reviews",
        AppStore: "https://apps.example/sheaf",
        PostalAddress: "Quay 1\nCorfu",
      },
      TutorialVideo: "https://video.example/sheaf",
      OutboundAddresses: ["203.0.113.7", "2001:db8::7"],
      DemoShops: [],
    });
  });
});
