import { z } from "zod";
import { DateRange, FileType } from "#domain/enumerations.ts";
import { ManualExport } from "#domain/wire/reporting.ts";
import type { StateStore } from "../ports/state-store.ts";

/** State key of the page state of a shop. */
export const pageStateKeyOf = (tenant: string) => `manual-export:${tenant}`;

/** The orders of a page on which nothing was chosen yet. */
export const defaultFilters: ManualExport["UserOrderFilters"] = {
  report_filter_id: null,
  order_date_range: DateRange.thirtyDays,
  order_date_from: null,
  order_date_to: null,
};

/** Page state of a shop that has not touched the Generate report page yet. */
export const defaultManualExport: ManualExport = {
  FileType: FileType.Excel,
  ReportId: null,
  UserOrderFilters: defaultFilters,
};

/** What the Generate report page holds for a shop. */
export const readManualExport = async (state: StateStore, tenant: string): Promise<ManualExport> => {
  const entry = await state.get(pageStateKeyOf(tenant));
  const kept = z.optional(ManualExport).safeParse(entry?.value);
  return (kept.success ? kept.data : undefined) ?? defaultManualExport;
};

/** Keeps the page's state; the newest save wins. */
export const writeManualExport = async (state: StateStore, tenant: string, page: ManualExport): Promise<void> => {
  await state.put(pageStateKeyOf(tenant), page, { index: { tenant } });
};
