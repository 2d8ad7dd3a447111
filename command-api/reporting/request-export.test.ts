import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createBudgets } from "#application/admission/budget.ts";
import { freezeForRequest } from "#application/exports/build-frozen-input.ts";
import { forgetFrozenInput } from "#application/exports/freeze-input.ts";
import type { CallOf } from "#application/http/route.ts";
import { DateRange, FileType } from "#domain/enumerations.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";
import { requestExport } from "./request-export.ts";

let web: WebForTests;
beforeEach(async () => {
  web = await startWebForTests();
});
afterEach(() => web.close());

/** A shop with a report design, and a function that requests an export of it. */
const givenDesign = async (spent: string[] = []) => {
  const { tenant, token } = await web.givenShop("aurora-demo");
  await web.ask("POST", "reports/create-new", { token });
  const shop = (await web.runner.load(shopDecider, tenant)).state;
  const [design] = (await web.runner.load(workspaceDecider, tenant)).state.reports;
  if (shop.status !== "authorized" || !design) throw new Error("The shop is not ready.");
  const asked = { filterId: null, range: DateRange.yesterday, from: null, to: null };
  const call = {
    requestId: "r",
    commandId: "c",
    caller: { tenant },
    setPosition: () => undefined,
    assertStillAdmitted: async () => undefined,
  } as unknown as CallOf<"shop">;
  const real = createBudgets(web.clock.steady);
  const noted = (name: "exports" | "inputs") => ({ ...real[name], spend: () => void spent.push(name) });
  const budgets = { ...real, exports: noted("exports"), inputs: noted("inputs") };
  return (moment: string, parts: Partial<Pick<WebForTests, "state" | "runner">> = {}) => {
    const input = freezeForRequest({
      exportId: "e1",
      shop,
      shopVersion: 4,
      adminUrl: "https://admin.example",
      design,
      fileType: FileType.Csv,
      asked,
      emptyExpected: false,
      filter: null,
      selectedOrderIds: [],
      now: new Date(moment),
    });
    if (!("schema" in input)) throw new Error(input.message);
    return requestExport({ ...web, budgets, ...parts }, call, input);
  };
};

describe("one command sent to two web processes at the same time", () => {
  it("gets the first one's export from both, with its date and name", async () => {
    const requestAt = await givenDesign();
    const first = await requestAt("2026-11-20T12:00:00.000Z");
    const second = await requestAt("2026-11-20T12:01:00.000Z");
    expect(second).toEqual(first);
    expect(first).toMatchObject({ DateCreated: "2026-11-20T12:00:00.000Z" });
  });
});

describe("one command repeated after its frozen inputs were deleted", () => {
  it("returns the first result", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const design = await web.ask("POST", "reports/create-new", { token });
    const body = {
      ReportId: (design.envelope.Data as { id: string }).id,
      FileType: FileType.Csv,
      UserOrderFilters: {
        report_filter_id: null,
        order_date_range: DateRange.yesterday,
        order_date_from: null,
        order_date_to: null,
      },
      SelectedOrderIds: [],
      EmptyExpected: false,
    };
    const headers = { "x-command-id": "00000000-0000-4000-8000-000000000007" };
    const ask = () => web.ask("POST", "reporting/generateReport", { token, headers, body });
    const first = await ask();
    const { ReportExportId } = first.envelope.Data as { ReportExportId: string };
    const { state } = await web.runner.load(exportDecider, ReportExportId);
    if (state.status === "unknown") throw new Error("Nothing was requested.");
    await forgetFrozenInput(web.state, state.facts);
    const again = await ask();
    expect([again.status, again.envelope]).toEqual([200, first.envelope]);
  });
});

describe("the cost of a report for a shop", () => {
  const moment = "2026-11-20T12:00:00.000Z";
  const full = () => Promise.reject(new Error("The disk is full."));

  it("is nothing if its inputs couldn't be stored, and its inputs alone if it couldn't be requested", async () => {
    const spent: string[] = [];
    const requestAt = await givenDesign(spent);
    await expect(requestAt(moment, { state: { ...web.state, put: full } })).rejects.toThrow("The disk is full.");
    expect(spent).toEqual([]);
    await expect(requestAt(moment, { runner: { ...web.runner, execute: full } })).rejects.toThrow("The disk is full.");
    expect(spent).toEqual(["inputs"]);
    await requestAt(moment);
    expect(spent).toEqual(["inputs", "inputs", "exports"]);
  });

  it("is its inputs alone if another process has already requested it", async () => {
    const spent: string[] = [];
    const requestAt = await givenDesign(spent);
    await requestAt(moment);
    await requestAt("2026-11-20T12:01:00.000Z");
    expect(spent).toEqual(["inputs", "exports", "inputs"]);
  });
});
