import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forgetFrozenInput } from "#application/exports/freeze-input.ts";
import { DateRange, FileType } from "#domain/enumerations.ts";
import { exportDecider } from "#domain/export/decider.ts";
import type { Filter } from "#domain/wire/filters/filters.ts";
import type { ExportDetails, ExportJob } from "#domain/wire/reports/reporting.ts";
import { startWorkspace, type Workspace } from "./support.ts";

/** ADR 57: a file's request can be seen afterwards, despite later edits, deletions and erasures. */

let workspace: Workspace;
beforeAll(async () => {
  workspace = await startWorkspace();
});
afterAll(() => workspace.close());

const tags = 1001;
const email = 5003;
const ann = "ann@example.com";

let shops = 0;
/** A shop with a file requested with this filter. */
const exported = async (...sievers: Filter["OrderSievers"]) => {
  shops += 1;
  const one = await workspace.givenMerchant(`details-${shops}`);
  const { id } = await one.create();
  const { filter, etag } = await one.read(id);
  const wanted = { ...filter, OrderSievers: sievers };
  if (sievers.length > 0) await one.save(wanted, etag);
  const design = (await one.call<{ id: string }>("POST", "reports/create-new")).data;
  const { data: job } = await one.call<ExportJob>("POST", "reporting/generateReport", {
    ReportId: design.id,
    FileType: FileType.Csv,
    UserOrderFilters: {
      report_filter_id: id,
      order_date_range: DateRange.noFilter,
      order_date_from: null,
      order_date_to: null,
    },
    SelectedOrderIds: [],
    EmptyExpected: false,
  });
  const details = async (by = one) =>
    (await by.call<ExportDetails>("GET", `reporting/getExportDetails?id=${job.ReportExportId}`)).data;
  return { one, id, filter: wanted, job, details };
};

describe("given a file requested with a filter", () => {
  it("when the filter is edited or deleted, then its conditions are shown as they were, marked so", async () => {
    const { one, id, filter, details } = await exported({ Field: tags, Filter: ["vip"] });
    const then = ["Tags (Order): vip"];
    expect(await details()).toEqual({ Kept: true, File: null, Filter: { Erased: 0, Conditions: then, Since: "same" } });
    await one.save({ ...filter, OrderSievers: [{ Field: tags, Filter: ["b2b"] }] });
    expect(await details()).toEqual({
      Kept: true,
      File: null,
      Filter: { Erased: 0, Conditions: then, Since: "changed" },
    });
    await one.call("POST", "filters/delete", id);
    expect(await details()).toEqual({
      Kept: true,
      File: null,
      Filter: { Erased: 0, Conditions: then, Since: "deleted" },
    });
  });

  it("when personal values in it are erased, then they are shown as erased", async () => {
    const { one, details } = await exported({ Field: email, Filter: [ann] });
    expect((await details()).Filter?.Conditions).toEqual([`Email (Customer): ${ann}`]);
    for (const reference of await workspace.vault.findMatching(one.tenant, "pv:", (value) => value === ann))
      await workspace.vault.erase(reference);
    const { Filter: filter } = await details();
    expect(JSON.stringify(filter)).not.toContain(ann);
    expect(filter).toEqual({ Conditions: ["Email (Customer): an erased value"], Since: "same", Erased: 1 });
  });

  it("when its inputs were removed, then the details say so, and its period and zone are still shown", async () => {
    const { one, job, details } = await exported();
    const { state } = await workspace.runner.load(exportDecider, job.ReportExportId);
    if (state.status === "unknown") throw new Error("The export was not requested.");
    await forgetFrozenInput(workspace.state, state.facts);
    expect(await details()).toEqual({ Kept: false, Filter: null, File: null });
    expect(job.Period).toMatchObject({ From: null, Zone: expect.stringContaining("/") });
    expect(one.tenant).toBe(state.facts.tenant);
  });

  it("when another shop requests it, then it isn't found", async () => {
    const { details } = await exported({ Field: tags, Filter: ["vip"] });
    const { one: other } = await exported();
    expect(await details(other)).toBeNull();
  });
});
