import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { forgetFrozenInput } from "#application/exports/freeze-input.ts";
import type { DesignFields } from "#domain/designs/fields.ts";
import {
  CustomColumnCategory,
  Frequency,
  Grouping,
  NumberFormatType,
  Sorting,
  WorksheetSplitter,
} from "#domain/enumerations.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { noFeature } from "#domain/shop/features-for-tests.ts";
import type { RunDetails } from "#domain/wire/automations/automation-history.ts";
import { DeliveryFailed } from "#infra/ports/destination.ts";
import { type Automated, ann, bob, ordersOn, startAutomated } from "./automated-runs.ts";

/** A run shows the exact design, filter and preferences it used, and everything that happened (ADR 80). */

let sheaf: Automated;
beforeEach(async () => {
  sheaf = await startAutomated(ordersOn(20, 21, 22));
});
afterEach(() => sheaf.close());

const daily = { frequency: Frequency.Daily };
const email = 5003;

/** A report whose filter names Ann, and its first run. */
const ran = async (until = "2026-11-20T22:05:00Z") => {
  const filterId = (await sheaf.workspace()).filters[0]?.filterId ?? "";
  const window = await sheaf.merchant();
  const { filter, etag } = await window.read(filterId);
  await window.save({ ...filter, OrderSievers: [{ Field: email, Filter: [`!${ann}`] }] }, etag);
  const id = await sheaf.automate(daily);
  await sheaf.runUntil(until, 1);
  const [item] = await sheaf.historyOf(id);
  return { id, filterId, runId: item?.RunId ?? "", item };
};
const detailsOf = async (runId: string) =>
  (await (await sheaf.merchant()).call<RunDetails>("GET", `automations/get-run/${runId}`)).data;
/** Edits the report design, and answers its id. */
const redesign = async (wanted: Partial<DesignFields>, added: readonly string[] = []): Promise<string> => {
  const [base] = (await sheaf.workspace()).reports;
  if (!base) throw new Error("There is no report design.");
  const { reportId, shown } = base;
  const order = [...shown, ...added];
  await sheaf.onWorkspace({ type: "UpdateReportDesign", reportId, base, wanted, order, features: noFeature });
  return reportId;
};
const said = ({ Events }: RunDetails) => Events.map(({ Of, Sentence }) => `${Of}: ${Sentence}`);

describe("a run of an automated report", () => {
  it("shows the design, filter and preferences it used, and its file's hashes", async () => {
    const { id, runId, item } = await ran();
    const details = await detailsOf(runId);
    const { state } = await sheaf.web.runner.load(exportDecider, item?.ReportExportId ?? "");
    expect(details).toMatchObject({
      RunId: runId,
      AutomationId: id,
      Title: "Daily orders",
      Claim: { At: item?.StartedAt, Flags: [], InputHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      Kept: true,
      Design: {
        Title: "Untitled1",
        Order: "newest order first",
        Columns: [
          { Key: "OrderNum", Title: "Order number", Sorting: 0, Content: null, Format: null },
          { Key: "OrderDate", Title: "Order date", Sorting: 0, Content: null, Format: null },
        ],
        Since: "same",
      },
      Filter: { Title: "New filter 1", Conditions: [`Email (Customer): not “${ann}”`], Since: "same" },
    });
    expect(details.Preferences).toContainEqual({ Name: "Date format", Value: "YYYY/MM/DD" });
    if (!("file" in state)) throw new Error("The report has no file.");
    expect(details.File).toEqual({ ContentHash: state.file.contentHash, FileHash: state.file.fileHash });
  });

  it("starts with the period it covers: without the date filter, the last 90 days", async () => {
    const id = await sheaf.automate(daily, { applyDateFilter: false });
    await sheaf.runUntil("2026-11-20T22:05:00Z", 1);
    const [item] = await sheaf.historyOf(id);
    expect(said(await detailsOf(item?.RunId ?? ""))).toContain(
      "run: Started as planned: 23 Aug 2026, 12:01 AM to 21 Nov 2026, 12:01 AM.",
    );
  });

  it("shows everything that determines the cells, including a sort by a hidden column", async () => {
    await redesign(
      {
        ws_splitter: WorksheetSplitter.Vendor,
        sorting: { column: "SKU", sorting: Sorting.Descending },
        "columns.OrderProperty1.visible": true,
        "columns.OrderProperty1.custom": { category: CustomColumnCategory.NoteAttributes, name: "Gate" },
        "columns.TotalPrice.visible": true,
        "columns.TotalPrice.format": { type: NumberFormatType.Custom, code: "0.00" },
      },
      ["OrderProperty1", "TotalPrice"],
    );
    const { runId } = await ran();
    expect((await detailsOf(runId)).Design).toMatchObject({
      Splitter: WorksheetSplitter.Vendor,
      Order: "sorted by “SKU”, Z to A",
      Columns: [
        { Key: "OrderNum", Sorting: 0, Content: null, Format: null },
        { Key: "OrderDate", Sorting: 0, Content: null, Format: null },
        { Key: "OrderProperty1", Sorting: 0, Content: "the note attribute “Gate”", Format: null },
        { Key: "TotalPrice", Sorting: 0, Content: null, Format: "“0.00”" },
      ],
    });
  });

  it("shows all activity in order, with its author", async () => {
    const { runId } = await ran();
    const details = await detailsOf(runId);
    expect(said(details)).toEqual([
      "automation: The report of 21 Nov 2026, 12:01 AM began.",
      "run: Started as planned: 20 Nov 2026.",
      "run: The report is being made.",
      "export: The file “Daily orders 2026-11-21 0001.csv” was requested.",
      "export: Work on the file started.",
      "export: The file is ready, and is kept until 28 Nov 2026, 12:01 AM.",
      "run: The report is ready: 1 order in 1 row.",
      "run: The report is being sent.",
      "run: The report was sent to 2 recipients. Answer: Kept in memory.",
      "automation: The report of 21 Nov 2026, 12:01 AM was delivered.",
      "run: The report was delivered.",
    ]);
    expect(new Set(details.Events.map(({ By }) => By))).toEqual(new Set(["Sheaf"]));
  });

  it("shows the slots it covers, each attempt, and the suspension after it", async () => {
    const id = await sheaf.automate({ frequency: Frequency.Hourly });
    await sheaf.runUntil("2026-11-20T13:30:00Z", 1);
    sheaf.clock.advance(3 * 3_600_000);
    sheaf.mail.failing = new DeliveryFailed("temporary", "The mail server hangs up.");
    await sheaf.runUntil("2026-11-20T18:30:00Z", 1);
    const [item] = await sheaf.historyOf(id);
    const events = said(await detailsOf(item?.RunId ?? ""));
    expect(events[0]).toBe(
      "automation: 2 reports were skipped because they were late. The next report covers their time.",
    );
    expect(events.filter((line) => line.includes("Failures in a row"))).toHaveLength(5);
    expect(events.filter((line) => line.startsWith("automation:")).at(-1)).toMatch(/Stopped after 5 errors in a row/);
  });

  it("shows nothing of earlier or later runs", async () => {
    const id = await sheaf.automate({ frequency: Frequency.Hourly });
    await sheaf.runUntil("2026-11-20T15:30:00Z", 5);
    const [, middle] = await sheaf.historyOf(id);
    const ofReport = said(await detailsOf(middle?.RunId ?? "")).filter((line) => line.startsWith("automation:"));
    expect(ofReport).toEqual([
      "automation: The report of 20 Nov 2026, 4:00 PM began.",
      "automation: The report of 20 Nov 2026, 4:00 PM was delivered.",
    ]);
  });

  it("is the same after its frozen input was removed", async () => {
    const { runId } = await ran();
    const before = await detailsOf(runId);
    expect(await forgetFrozenInput(sheaf.web.state, { tenant: sheaf.tenant, inputHash: before.Claim.InputHash })).toBe(
      true,
    );
    await redesign({ title: "Renamed" });
    const after = await detailsOf(runId);
    expect(after).toEqual({ ...before, Design: { ...before.Design, Since: "changed" } });
  });

  it("stays the same after its design and filter are edited or deleted, and says that they were", async () => {
    const { id, filterId, runId } = await ran();
    const then = await detailsOf(runId);
    const window = await sheaf.merchant();
    const { filter, etag } = await window.read(filterId);
    await window.save({ ...filter, OrderSievers: [] }, etag);
    const design = await redesign({ grouping: Grouping.OnePerOrder });
    const edited = await detailsOf(runId);
    expect(edited).toEqual({
      ...then,
      Design: { ...then.Design, Since: "changed" },
      Filter: { ...then.Filter, Since: "changed" },
    });
    await sheaf.onWorkspace({ type: "DeleteAutomation", automationId: id });
    await window.call("POST", "filters/delete", filterId);
    await window.call("POST", "reports/delete", design);
    expect(await detailsOf(runId)).toEqual({
      ...then,
      Design: { ...then.Design, Since: "deleted" },
      Filter: { ...then.Filter, Since: "deleted" },
    });
  });

  it("shows erased values as erased, and never its recipients", async () => {
    const { runId } = await ran();
    for (const reference of await sheaf.web.vault.findMatching(sheaf.tenant, "pv:", (text) => text === ann))
      await sheaf.web.vault.erase(reference);
    const details = await detailsOf(runId);
    expect(details.Filter?.Conditions).toEqual(["Email (Customer): not an erased value"]);
    for (const person of [ann, bob]) expect(JSON.stringify(details)).not.toContain(person);
  });

  it("is hidden from other shops", async () => {
    const { runId } = await ran();
    const stranger = await sheaf.web.givenMerchant("cumulus-demo");
    expect((await stranger.call("GET", `automations/get-run/${runId}`)).status).toBe(404);
    expect((await stranger.call("GET", "automations/get-run/guessed")).status).toBe(404);
  });
});
