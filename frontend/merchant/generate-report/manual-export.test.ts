import { expect, it } from "vitest";
import { DateRange, FileType } from "#domain/enumerations.ts";
import type { ManualExport } from "#domain/wire/reports/reporting.ts";
import { readPageStateDraft, rebasePageState } from "../which-orders/page-state/page-state-draft.ts";
import { isManualExport } from "./use-manual-export.ts";

const seen: ManualExport = {
  FileType: FileType.Csv,
  ReportId: "r1",
  UserOrderFilters: {
    report_filter_id: null,
    order_date_range: DateRange.today,
    order_date_from: null,
    order_date_to: null,
  },
};
const filters = seen.UserOrderFilters;

it("merges this page's choices into those made elsewhere in the meantime", () => {
  const wanted = { ...seen, UserOrderFilters: { ...filters, order_date_range: DateRange.lastMonth } };
  const elsewhere = { ...seen, FileType: FileType.Excel, UserOrderFilters: { ...filters, report_filter_id: "f1" } };
  expect(rebasePageState(elsewhere, { seen, wanted })).toEqual({
    ...elsewhere,
    UserOrderFilters: { ...filters, report_filter_id: "f1", order_date_range: DateRange.lastMonth },
  });
});

it("accepts only valid choices from the browser's storage", () => {
  expect(readPageStateDraft({ seen, wanted: seen }, isManualExport)).toEqual({ seen, wanted: seen });
  for (const other of [undefined, null, 3, {}, { seen }, { seen, wanted: { FileType: 2 } }])
    expect(readPageStateDraft(other, isManualExport), JSON.stringify(other)).toBeNull();
});
