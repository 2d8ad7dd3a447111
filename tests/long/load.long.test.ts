import { beforeAll, describe, expect, it } from "vitest";
import { type LoadResult, runLoad } from "../load/run-load.ts";

/**
 * Many people in many shops at the same time. How fast it is, is for `npm run bench -- --only load` to say, on a quiet
 * machine.
 */

let load: LoadResult;
beforeAll(async () => {
  load = await runLoad({ clients: 40, shops: 20, seconds: 60, edits: 200, seed: 8 });
}, 600_000);

describe("forty people who edit, view and export in twenty shops", () => {
  it("save, download and read their histories without unexpected failures", () => {
    expect(load.surprises).toEqual([]);
    expect(load.saves).toBeGreaterThan(0);
    expect(load.downloads).toBeGreaterThan(0);
  });

  it("use every call of the plan", () => {
    expect([...load.times.keys()].toSorted()).toEqual([
      "GET account/status",
      "GET filters/deleted",
      "GET filters/get-filter",
      "GET filters/get-filters",
      "GET filters/history",
      "GET filters/history-version",
      "GET filters/order-count",
      "GET orders/page-count",
      "GET reporting/getExportList",
      "GET reports/get-reports",
      "POST account/accept-terms",
      "POST account/approveClientCharge",
      "POST account/login",
      "POST account/loginCallback",
      "POST account/select-tier",
      "POST filters/create-new",
      "POST filters/delete",
      "POST reporting/generateReport",
      "POST reporting/pollExportList",
      "POST reports/create-new",
      "PUT appData/setManualExport",
      "PUT filters/update-filter",
    ]);
  });

  it("are served by processes whose memory is measured", () => {
    expect([...load.memory.keys()].toSorted()).toEqual([
      "demo-store",
      "exporter",
      "exporter 2",
      "projections",
      "supervisor",
      "web",
      "workers",
    ]);
    for (const { start, peak, end } of load.memory.values()) {
      expect(start).toBeGreaterThan(0);
      expect(peak).toBeGreaterThanOrEqual(Math.max(start, end));
    }
  });
});
