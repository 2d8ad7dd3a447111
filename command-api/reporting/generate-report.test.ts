import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createExportPermits } from "#application/admission/export-permits.ts";
import { readFrozenInput } from "#application/exports/freeze-input.ts";
import { DateRange, ExportStatus, FileType } from "#domain/enumerations.ts";
import type { ExportCommand } from "#domain/export/commands.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { exportFileName } from "#domain/export/file-name.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";

let web: WebForTests;
beforeEach(async () => {
  web = await startWebForTests();
});
afterEach(() => web.close());

const commandId = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const once = (n: number) => ({ headers: { "x-command-id": commandId(n) } });

const givenDesign = async (shop = "aurora-demo") => {
  const { tenant, token } = await web.givenShop(shop);
  const reply = await web.ask("POST", "reports/create-new", { token });
  return { tenant, token, reportId: (reply.envelope.Data as { id: string }).id };
};

const wanted = (ReportId: string, changes: JsonObject = {}): JsonObject => ({
  ReportId,
  FileType: FileType.Csv,
  UserOrderFilters: {
    report_filter_id: null,
    order_date_range: DateRange.yesterday,
    order_date_from: null,
    order_date_to: null,
  },
  SelectedOrderIds: [],
  EmptyExpected: false,
  ...changes,
});

const aWorkerTakes = (tenant: string, id: string) =>
  web.runner.execute(exportDecider, id, (context): ExportCommand => ({ type: "StartExport", worker: "w", context }), {
    tenant,
    actor: { kind: "system", part: "exporter" },
    correlation: "given",
  });

describe("a new report design", () => {
  it("is called Untitled1 and is the last in the list", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    const reply = await web.ask("POST", "reports/create-new", { token });
    expect(reply.envelope.Data).toMatchObject({ title: "Untitled1", ordering: 0, grouping: 0, ws_splitter: 0 });
    const [created] = await web.eventStore.readStream(`workspace-${tenant}`);
    expect(created?.type).toBe("ReportDesignCreated");
    expect(reply.headers.get("x-event-position")).toBe(created?.position);
  });

  it("is created once if the response was lost and the call is repeated", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const first = await web.ask("POST", "reports/create-new", { token, ...once(1) });
    const again = await web.ask("POST", "reports/create-new", { token, ...once(1) });
    expect(again.envelope.Data).toEqual(first.envelope.Data);
    expect(again.headers.get("x-event-position")).toBe(first.headers.get("x-event-position"));
    expect((await web.events()).filter((event) => event.type === "ReportDesignCreated")).toHaveLength(1);
  });

  it("gives another shop its own design for the same command id", async () => {
    const one = await web.givenShop("aurora-demo");
    const other = await web.givenShop("borealis-demo");
    const replies = await Promise.all(
      [one, other].map(({ token }) => web.ask("POST", "reports/create-new", { token, ...once(1) })),
    );
    const ids = replies.map(({ envelope }) => (envelope.Data as { id: string }).id);
    expect(new Set(ids).size).toBe(2);
  });

  it("is refused in the specified words over the tier's quota", async () => {
    const { token } = await web.givenShop("aurora-demo");
    for (let n = 0; n < 5; n++) await web.ask("POST", "reports/create-new", { token });
    const reply = await web.ask("POST", "reports/create-new", { token });
    expect([reply.status, reply.envelope.ErrorMessage]).toEqual([
      200,
      "You cannot add new reports. You have exceed the report's quota",
    ]);
  });

  it("may have its own grouping and columns, which must exist", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const made = await web.ask("POST", "reports/create-new", { token, body: { Grouping: 2, Columns: ["OrderNum"] } });
    expect(made.envelope.Data).toMatchObject({ grouping: 2 });
    const unknown = await web.ask("POST", "reports/create-new", { token, body: { Columns: ["Nonsense"] } });
    expect([unknown.status, unknown.envelope.ErrorMessage]).toEqual([400, expect.stringContaining("Nonsense")]);
  });

  it("begins as the requested starter", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const made = await web.ask("POST", "reports/create-new", { token, body: { Starter: "Accounting" } });
    expect(made.envelope.Data).toMatchObject({ title: "Accounting (tax and refunds)", grouping: 2 });
    const unknown = await web.ask("POST", "reports/create-new", { token, body: { Starter: "Cake" } });
    expect([unknown.status, unknown.envelope.ErrorMessage]).toEqual([400, expect.stringMatching(/^Starter/)]);
  });

  it("is refused under a command id that isn't a UUID", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const reply = await web.ask("POST", "reports/create-new", { token, headers: { "x-command-id": "1; drop" } });
    expect(reply.status).toBe(400);
  });
});

describe("Generate", () => {
  it("keeps the filter's name and the number of chosen orders, to tell exports apart", async () => {
    const { token, reportId } = await givenDesign();
    const created = await web.ask("POST", "filters/create-new", { token });
    const { id, title } = created.envelope.Data as { id: string; title: string };
    const plain = wanted(reportId);
    const filtered = { ...(plain.UserOrderFilters as JsonObject), report_filter_id: id };
    const ask = async (body: JsonObject) =>
      (await web.ask("POST", "reporting/generateReport", { token, body })).envelope.Data as unknown as ExportJob;
    expect(await ask({ ...plain, UserOrderFilters: filtered })).toMatchObject({ FilterTitle: title, ChosenOrders: 0 });
    const SelectedOrderIds = ["gid://shop/Order/1", "gid://shop/Order/2"];
    expect(await ask({ ...plain, SelectedOrderIds })).toMatchObject({ FilterTitle: null, ChosenOrders: 2 });
  });

  it("freezes everything the export depends on, and requests it", async () => {
    const { tenant, token, reportId } = await givenDesign();
    const reply = await web.ask("POST", "reporting/generateReport", { token, body: wanted(reportId) });
    const job = reply.envelope.Data as unknown as ExportJob;
    expect(job).toMatchObject({
      ReportTitle: "Untitled1",
      Filetype: FileType.Csv,
      Status: ExportStatus.Initialized,
      PublicUrl: null,
      DateCreated: "2026-11-20T12:00:00.000Z",
      EmptyExpected: false,
      Filters: wanted(reportId).UserOrderFilters,
      FileName: "Untitled1 2026-11-20 140000.csv",
      Bytes: null,
    });
    expect((await web.events()).at(-1)).toEqual({ stream: `export-${job.ReportExportId}`, type: "ExportRequested" });
    const { state } = await web.runner.load(exportDecider, job.ReportExportId);
    if (state.status !== "requested") throw new Error(state.status);
    expect(state.facts).toMatchObject({ tenant, shop: "aurora-demo", fileName: "Untitled1 2026-11-20 140000.csv" });
    const frozen = await readFrozenInput(web.state, state.facts);
    // Yesterday in Athens, two hours ahead of UTC.
    expect(frozen.filters).toEqual({
      range: DateRange.yesterday,
      from: "2026-11-18T22:00:00Z",
      to: "2026-11-19T22:00:00Z",
    });
    expect(frozen.design).toMatchObject({ reportId, title: "Untitled1" });
    expect(JSON.stringify(frozen)).not.toContain("owner@");
  });

  it("returns the same export if it is repeated, even after later changes", async () => {
    const { token, reportId } = await givenDesign();
    const first = await web.ask("POST", "reporting/generateReport", { token, body: wanted(reportId), ...once(7) });
    web.clock.advance(60_000);
    const again = await web.ask("POST", "reporting/generateReport", { token, body: wanted(reportId), ...once(7) });
    expect(again.envelope.Data).toEqual(first.envelope.Data);
    expect((await web.events()).filter((event) => event.type === "ExportRequested")).toHaveLength(1);
  });

  it.each([
    [
      "an unknown design",
      "00000000-0000-4000-8000-000000000000",
      {},
      404,
      "This report design can't be found. Choose another one.",
    ],
    [
      "an unknown filter",
      "",
      { UserOrderFilters: { report_filter_id: "x", order_date_range: 0, order_date_from: null, order_date_to: null } },
      404,
      "This filter can't be found. Choose another one.",
    ],
    [
      "an invalid order id",
      "",
      { SelectedOrderIds: ["gid://shopify/Order/1", "ann@example.com"] },
      400,
      "SelectedOrderIds, entry 2: must be the id of an order, as the list of orders answers it.",
    ],
    [
      "a custom range without dates",
      "",
      { UserOrderFilters: { report_filter_id: null, order_date_range: 1, order_date_from: null, order_date_to: null } },
      400,
      "Choose the first and the last day of the custom date range.",
    ],
    [
      "an impossible date",
      "",
      {
        UserOrderFilters: {
          report_filter_id: null,
          order_date_range: 1,
          order_date_from: "2026-02-30",
          order_date_to: "2026-03-01",
        },
      },
      400,
      "UserOrderFilters.order_date_from: must be a day like 2026-11-20.",
    ],
  ])("is refused with %s", async (_name, id, changes, status, message) => {
    const { token, reportId } = await givenDesign();
    const body = wanted(id || reportId, changes as JsonObject);
    const reply = await web.ask("POST", "reporting/generateReport", { token, body });
    expect([reply.status, reply.envelope.Ok, reply.envelope.ErrorMessage]).toEqual([status, false, message]);
  });

  it("is refused if the design has no column that a file could show, with advice", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const generate = async (body: JsonObject) => {
      const { envelope } = await web.ask("POST", "reports/create-new", { token, body });
      const { id } = envelope.Data as { id: string };
      return web.ask("POST", "reporting/generateReport", { token, body: wanted(id) });
    };
    const blank = await generate({ Columns: [] });
    expect([blank.status, blank.envelope.ErrorMessage]).toEqual([
      200,
      "The report design “Untitled1” shows no columns. Open it in the report designer, show the columns you need, and try again.",
    ]);
    const greyed = await generate({ Columns: ["OrderTotal"], Grouping: 4 });
    expect([greyed.status, greyed.envelope.ErrorMessage]).toEqual([
      200,
      "None of the columns that the report design “Untitled2” shows work with one row per product. Open it in the report designer, show other columns or choose another grouping, and try again.",
    ]);
    expect((await web.events()).filter(({ type }) => type === "ExportRequested")).toEqual([]);
  });

  const endings: Record<FileType, string> = { 0: "html", 1: "xlsx", 2: "csv", 3: "xml" };
  it.each(Object.values(FileType))("takes file format %i and names its file by it", async (format) => {
    const { token, reportId } = await givenDesign();
    const reply = await web.ask("POST", "reporting/generateReport", {
      token,
      body: wanted(reportId, { FileType: format }),
    });
    expect(reply.envelope.Data).toMatchObject({
      Filetype: format,
      FileName: `Untitled1 2026-11-20 140000.${endings[format]}`,
    });
  });

  it("is refused for a design of another shop", async () => {
    const { reportId } = await givenDesign("borealis-demo");
    const { token } = await web.givenShop("aurora-demo");
    const reply = await web.ask("POST", "reporting/generateReport", { token, body: wanted(reportId) });
    expect(reply.status).toBe(404);
  });

  it.each([
    ["Sales / March: <all>", "Sales March all 2026-11-20 140000.csv"],
    ["Sales\u202ezip.\u200b", "Saleszip. 2026-11-20 140000.csv"],
    ["\u2066\u3164\ufeff", "Report 2026-11-20 140000.csv"],
    ["...", "Report 2026-11-20 140000.csv"],
    ["Πωλήσεις", "Πωλήσεις 2026-11-20 140000.csv"],
  ])("gives the file of '%s' a name that every file system accepts", (title, name) => {
    expect(exportFileName(title, "2026-11-20T12:00:00.000Z", "Europe/Athens", "csv")).toBe(name);
  });
});

describe("Cancel", () => {
  const requested = async () => {
    const { tenant, token, reportId } = await givenDesign();
    const reply = await web.ask("POST", "reporting/generateReport", { token, body: wanted(reportId) });
    return { tenant, token, id: (reply.envelope.Data as unknown as ExportJob).ReportExportId };
  };

  it.each([
    ["the bare id", (id: string): unknown => id],
    ["the id in an object", (id: string): unknown => ({ id })],
  ])("ends an export that has not begun at once, given %s", async (_name, bodyOf) => {
    const { token, id } = await requested();
    const reply = await web.ask("POST", "reporting/cancelExport", { token, body: bodyOf(id) });
    expect(reply.envelope.Data).toBe(true);
    expect((await web.events()).at(-1)?.type).toBe("ExportCanceled");
  });

  it("asks the worker of a running export to stop, and returns false for an ended one", async () => {
    const { tenant, token, id } = await requested();
    await aWorkerTakes(tenant, id);
    expect((await web.ask("POST", "reporting/cancelExport", { token, body: id })).envelope.Data).toBe(true);
    expect((await web.events()).at(-1)?.type).toBe("ExportCancelRequested");
    await aWorkerTakes(tenant, id);
    const late = await web.ask("POST", "reporting/cancelExport", { token, body: id });
    expect([late.status, late.envelope.Data]).toEqual([200, false]);
  });

  it("does not find an export of another shop", async () => {
    const { id } = await requested();
    const { token } = await web.givenShop("borealis-demo");
    expect((await web.ask("POST", "reporting/cancelExport", { token, body: id })).status).toBe(404);
    expect((await web.events()).at(-1)?.type).not.toBe("ExportCanceled");
  });
});

describe("the limit of waiting exports", () => {
  /** Concurrent requests. Returns the ids of admitted ones, and the number of refusals. */
  const burst = async (token: string, reportId: string, count: number) => {
    const replies = await Promise.all(
      Array.from({ length: count }, () =>
        web.ask("POST", "reporting/generateReport", { token, body: wanted(reportId) }),
      ),
    );
    const ids = replies
      .filter(({ status }) => status === 200)
      .map(({ envelope }) => (envelope.Data as unknown as ExportJob).ReportExportId);
    const refused = replies.filter(({ status }) => status === 429);
    for (const { envelope } of refused) expect(envelope.ErrorMessage).toMatch(/^20 reports are already waiting/);
    return { ids, refused: refused.length };
  };
  const cancel = (token: string, id: string) => web.ask("POST", "reporting/cancelExport", { token, body: id });

  it("admits 20 of a burst, and another only after one of them gets a worker or ends", async () => {
    const { tenant, token, reportId } = await givenDesign();
    const { ids, refused } = await burst(token, reportId, 30);
    expect([ids.length, refused]).toEqual([20, 10]);
    const [first = "", second = ""] = ids;
    await aWorkerTakes(tenant, first);
    expect((await burst(token, reportId, 3)).ids).toHaveLength(1);
    await cancel(token, second);
    expect((await burst(token, reportId, 3)).ids).toHaveLength(1);
    // A stopped worker may hand a running export back, so that it waits again.
    await web.runner.execute(
      exportDecider,
      first,
      (context): ExportCommand => ({ type: "HandBackExport", attempt: 1, context }),
      { tenant, actor: { kind: "system", part: "exporter" }, correlation: "given" },
    );
    await cancel(token, ids[2] ?? "");
    expect((await burst(token, reportId, 3)).ids).toHaveLength(0);
    const other = await givenDesign("borealis-demo");
    expect((await burst(other.token, other.reportId, 1)).ids).toHaveLength(1);
  });

  it("counts a repeated call once", async () => {
    const { token, reportId } = await givenDesign();
    const again = () => web.ask("POST", "reporting/generateReport", { token, body: wanted(reportId), ...once(7) });
    const replies = await Promise.all(Array.from({ length: 25 }, again));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await burst(token, reportId, 25)).toMatchObject({ ids: { length: 19 }, refused: 6 });
    expect((await again()).envelope).toEqual(replies[0]?.envelope);
  });

  it("counts no request that is refused for another reason", async () => {
    const { token, reportId } = await givenDesign();
    const { UserOrderFilters } = wanted(reportId);
    const custom = { ...(UserOrderFilters as JsonObject), order_date_range: DateRange.custom };
    for (let count = 0; count < 21; count += 1) {
      const body = wanted(reportId, { UserOrderFilters: custom });
      expect((await web.ask("POST", "reporting/generateReport", { token, body })).status).toBe(400);
    }
    expect((await burst(token, reportId, 20)).ids).toHaveLength(20);
  });

  it("stops counting a request that died before it was recorded, after a minute", async () => {
    const { tenant, token, reportId } = await givenDesign();
    const died = createExportPermits(web);
    for (let count = 0; count < 20; count += 1)
      expect(await died.acquire(tenant, `never-requested-${count}`)).toBe(true);
    expect((await burst(token, reportId, 1)).ids).toHaveLength(0);
    web.clock.advance(60_000);
    expect((await burst(token, reportId, 25)).ids).toHaveLength(20);
  });
});
