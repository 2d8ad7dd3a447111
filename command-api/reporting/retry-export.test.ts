import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { forgetFrozenInput, readFrozenInput } from "#application/exports/freeze-input.ts";
import { catalogueVersion } from "#domain/columns/catalogue.ts";
import { isRefusal } from "#domain/core/decider.ts";
import type { WithoutContext } from "#domain/core/message.ts";
import { DateRange, FileType } from "#domain/enumerations.ts";
import type { ExportCommand } from "#domain/export/commands.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { frozenInputSchema } from "#domain/export/frozen-input.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { orderSelectionOnWire } from "#domain/wire/filters/order-selection-on-wire.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import type { WorkspaceCommand } from "#domain/workspace/commands.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";

let web: WebForTests;
beforeEach(async () => {
  web = await startWebForTests();
});
afterEach(() => web.close());

const minute = 60_000;
const fingerprint = { app: "1", icu: "78", tz: "2026a", node: "24" };

const systemFilterOf = async (tenant: string): Promise<string | null> => {
  const result = await web.runner.execute(
    workspaceDecider,
    tenant,
    (context): WorkspaceCommand => ({ type: "EnsureSystemFilters", context }),
    { tenant, actor: { kind: "system", part: "log-in" }, correlation: "given" },
  );
  return isRefusal(result) ? null : (result.state.filters[0]?.filterId ?? null);
};

/** `system`: with the page's own filter. */
const givenExport = async (order_date_range: DateRange = DateRange.yesterday, { system = false } = {}) => {
  const { tenant, token } = await web.givenShop("aurora-demo");
  const report_filter_id = system ? await systemFilterOf(tenant) : null;
  const design = await web.ask("POST", "reports/create-new", { token });
  const reply = await web.ask("POST", "reporting/generateReport", {
    token,
    body: {
      ReportId: (design.envelope.Data as { id: string }).id,
      FileType: FileType.Csv,
      UserOrderFilters: { report_filter_id, order_date_range, order_date_from: null, order_date_to: null },
      SelectedOrderIds: ["gid://shopify/Order/1"],
      EmptyExpected: true,
    },
  });
  return { tenant, token, job: reply.envelope.Data as unknown as ExportJob };
};
const onExport = (tenant: string, id: string, command: WithoutContext<ExportCommand>) =>
  web.runner.execute(exportDecider, id, (context): ExportCommand => ({ ...command, context }), {
    tenant,
    actor: { kind: "system", part: "exporter" },
    correlation: "given",
  });

const fail = (tenant: string, id: string) =>
  onExport(tenant, id, { type: "FailExport", attempt: 0, code: "internal", reason: "No." });
const finish = async (tenant: string, id: string) => {
  await onExport(tenant, id, { type: "StartExport", worker: "w" });
  await onExport(tenant, id, {
    type: "FinishExport",
    attempt: 1,
    fileKey: "e.1.csv",
    bytes: 1,
    contentHash: "c",
    fileHash: "f",
    fingerprint,
    orders: 1,
    rows: 1,
    expiresAt: "2026-11-27T12:00:00.000Z",
  });
};

const retry = async (token: string, body: unknown, headers = {}) => {
  const reply = await web.ask("POST", "reporting/retryExport", { token, body, headers });
  return { ...reply, job: reply.envelope.Data as unknown as ExportJob };
};

const inputOf = async (id: string) => {
  const { state } = await web.runner.load(exportDecider, id);
  if (state.status === "unknown") throw new Error("There is no such export.");
  return readFrozenInput(web.state, state.facts);
};

describe("Run again", () => {
  it("uses the preferences of the original request, even if the configuration has changed", async () => {
    const { tenant, token, job } = await givenExport();
    await fail(tenant, job.ReportExportId);
    const set = await web.ask("PUT", "configuration/update", { token, body: { UserDateFormat: 2, CsvSeperator: ";" } });
    expect(set.status).toBe(200);
    const again = await retry(token, job.ReportExportId);
    expect((await inputOf(again.job.ReportExportId)).preferences).toMatchObject({
      UserDateFormat: 0,
      CsvSeparator: ",",
    });
  });

  it.each([
    ["the bare id", (id: string): unknown => id],
    ["the id in an object", (id: string): unknown => ({ id })],
  ])("requests the same report as a new export, given %s", async (_name, bodyOf) => {
    const { tenant, token, job } = await givenExport();
    await fail(tenant, job.ReportExportId);
    web.clock.advance(3 * minute);
    const again = await retry(token, bodyOf(job.ReportExportId));
    expect(again.job).toEqual({
      ...job,
      ReportExportId: expect.not.stringMatching(job.ReportExportId),
      DateCreated: "2026-11-20T12:03:00.000Z",
      FileName: "Untitled1 2026-11-20 140300.csv",
      Repeats: { ReportExportId: job.ReportExportId, DateCreated: job.DateCreated, Erased: 0 },
    });
    const [first, second] = await Promise.all([inputOf(job.ReportExportId), inputOf(again.job.ReportExportId)]);
    expect(second).toEqual({
      ...first,
      exportId: again.job.ReportExportId,
      repeats: { exportId: job.ReportExportId, askedAt: "2026-11-20T12:03:00.000Z" },
      fileName: "Untitled1 2026-11-20 140300.csv",
    });
    const event = (await web.events()).at(-1);
    expect(event).toEqual({ stream: `export-${again.job.ReportExportId}`, type: "ExportRequested" });
    expect(again.headers.get("x-event-position")).toMatch(/\w/);
  });

  it("keeps the original upper bound on the same day", async () => {
    const { tenant, token, job } = await givenExport(DateRange.today);
    await fail(tenant, job.ReportExportId);
    web.clock.advance(3 * minute);
    const again = await retry(token, job.ReportExportId);
    expect((await inputOf(again.job.ReportExportId)).filters).toEqual({
      range: DateRange.today,
      from: "2026-11-19T22:00:00Z",
      to: "2026-11-20T12:00:00Z",
    });
  });

  it("keeps the report's period on later days", async () => {
    const { tenant, token, job } = await givenExport(DateRange.today);
    await fail(tenant, job.ReportExportId);
    web.clock.advance(11 * 60 * minute);
    const again = await retry(token, job.ReportExportId);
    expect((await inputOf(again.job.ReportExportId)).filters.to).toBe("2026-11-20T12:00:00Z");
  });

  it("reads date(…) as of the original request, on later days and on a third attempt too", async () => {
    const { tenant, token, job } = await givenExport(DateRange.today, { system: true });
    await fail(tenant, job.ReportExportId);
    web.clock.advance(11 * 60 * minute);
    const second = await retry(token, job.ReportExportId);
    await fail(tenant, second.job.ReportExportId);
    web.clock.advance(60 * minute);
    const third = await retry(token, second.job.ReportExportId);
    const input = await inputOf(third.job.ReportExportId);
    expect(input.filter).not.toBeNull();
    expect([input.requestedAt, third.job.DateCreated]).toEqual([
      "2026-11-20T12:00:00.000Z",
      "2026-11-21T00:00:00.000Z",
    ]);
    expect(third.job.Repeats).toEqual({
      ReportExportId: second.job.ReportExportId,
      DateCreated: "2026-11-20T23:00:00.000Z",
      Erased: 0,
    });
  });

  it("creates one export for a repeated call", async () => {
    const { tenant, token, job } = await givenExport();
    await fail(tenant, job.ReportExportId);
    const headers = { "x-command-id": "00000000-0000-4000-8000-000000000001" };
    const first = await retry(token, job.ReportExportId, headers);
    web.clock.advance(minute);
    const second = await retry(token, job.ReportExportId, headers);
    expect(second.job).toEqual(first.job);
    expect((await web.events()).filter(({ type }) => type === "ExportRequested")).toHaveLength(2);
  });

  it("is possible for a canceled export and for one whose file has expired", async () => {
    const { tenant, token, job } = await givenExport();
    await onExport(tenant, job.ReportExportId, { type: "CancelExport" });
    const again = await retry(token, job.ReportExportId);
    expect(again.envelope.Ok).toBe(true);
    await finish(tenant, again.job.ReportExportId);
    web.clock.advance(8 * 24 * 60 * minute);
    await onExport(tenant, again.job.ReportExportId, { type: "ExpireExport" });
    const { token: later } = await web.givenShop("aurora-demo");
    expect((await retry(later, again.job.ReportExportId)).envelope.Ok).toBe(true);
  });

  it("needs only the frozen inputs, which include the request and the shop's version", async () => {
    const { tenant, token, job } = await givenExport();
    const { version } = await web.runner.load(shopDecider, tenant);
    const input = await inputOf(job.ReportExportId);
    expect(input).toMatchObject({ schema: frozenInputSchema, catalogueVersion, shop: { version } });
    expect([orderSelectionOnWire(input.asked), input.emptyExpected]).toEqual([job.Filters, true]);
    await fail(tenant, job.ReportExportId);
    const again = await retry(token, job.ReportExportId);
    expect([again.job.Filters, again.job.EmptyExpected]).toEqual([job.Filters, true]);
  });

  it("has its own inputs, even if those of the first are deleted", async () => {
    const { tenant, token, job } = await givenExport();
    await fail(tenant, job.ReportExportId);
    const again = await retry(token, job.ReportExportId);
    const { state } = await web.runner.load(exportDecider, job.ReportExportId);
    if (state.status === "unknown") throw new Error("There is no such export.");
    await forgetFrozenInput(web.state, state.facts);
    await fail(tenant, again.job.ReportExportId);
    expect((await retry(token, again.job.ReportExportId)).envelope.Ok).toBe(true);
  });

  it("is refused with a reason if its inputs have been deleted", async () => {
    const { tenant, token, job } = await givenExport();
    await fail(tenant, job.ReportExportId);
    const { state } = await web.runner.load(exportDecider, job.ReportExportId);
    if (state.status === "unknown") throw new Error("There is no such export.");
    await forgetFrozenInput(web.state, state.facts);
    const { status, envelope } = await retry(token, job.ReportExportId);
    expect([status, envelope.ErrorCode]).toEqual([200, "rule"]);
    expect(envelope.ErrorMessage).toBe(
      "A report can be run again for 30 days, and this one is older. Generate a new one.",
    );
    expect((await web.events()).filter(({ type }) => type === "ExportRequested")).toHaveLength(1);
  });

  it("is refused while the export waits, runs or is being canceled, but not once it is finished", async () => {
    const { tenant, token, job } = await givenExport();
    const refusal = async () => {
      const { status, envelope } = await retry(token, job.ReportExportId);
      return [status, envelope.ErrorCode, envelope.ErrorMessage];
    };
    const running = [200, "rule", "This report is already being made. Wait for it to finish, or cancel it."];
    expect(await refusal()).toEqual(running);
    await onExport(tenant, job.ReportExportId, { type: "StartExport", worker: "w" });
    expect(await refusal()).toEqual(running);
    await onExport(tenant, job.ReportExportId, { type: "CancelExport" });
    expect(await refusal()).toEqual([200, "rule", "This report is still being canceled. Try again in a moment."]);
    const other = await givenExport();
    await finish(other.tenant, other.job.ReportExportId);
    const { envelope } = await retry(other.token, other.job.ReportExportId);
    expect(envelope.Ok).toBe(true);
  });

  it("does not find an unknown export or one of another shop", async () => {
    const { tenant, token, job } = await givenExport();
    await fail(tenant, job.ReportExportId);
    const { token: other } = await web.givenShop("borealis-demo");
    expect([(await retry(token, "nonsense")).status, (await retry(other, job.ReportExportId)).status]).toEqual([
      404, 404,
    ]);
  });

  it("needs a permit, as a new report does", async () => {
    const { tenant, token, job } = await givenExport();
    await fail(tenant, job.ReportExportId);
    const replies = await Promise.all(Array.from({ length: 25 }, () => retry(token, job.ReportExportId)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});
