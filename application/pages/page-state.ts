import { z } from "zod";
import { DateRange, FileType } from "#domain/enumerations.ts";
import { ManualExport } from "#domain/wire/reports/reporting.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import type { Caller } from "../http/route.ts";

/** Whose choices of pages are meant: the shop's, or those of a look of support, which begin as the shop's, change nothing of them and end with it (ADR 100). */
export type PageOwner = Pick<Caller, "tenant" | "support" | "token">;

/** State key of the page state of a shop. */
export const pageStateKeyOf = (tenant: string) => `manual-export:${tenant}`;

/** Where the choices of an owner are kept, and for how long. `shopKey`: where the shop's are. */
export const keptForOwner = (shopKey: string, { tenant, support, token }: PageOwner) => {
  const index = { tenant };
  return support === undefined
    ? { key: shopKey, options: { index } }
    : { key: `look-of-support:${support.impersonation}:${shopKey}`, options: { index, expiresAt: token.expiresAt } };
};

/** The orders of a page on which nothing was chosen yet. */
export const defaultFilters: ManualExport["UserOrderFilters"] = {
  report_filter_id: null,
  order_date_range: DateRange.thirtyDays,
  order_date_from: null,
  order_date_to: null,
};

/** Page state of a shop that has not touched the Generate report page yet. */
const defaultManualExport: ManualExport = {
  FileType: FileType.Excel,
  ReportId: null,
  UserOrderFilters: defaultFilters,
};

/** What the Generate report page holds. */
export const readManualExport = async (state: StateStore, owner: PageOwner): Promise<ManualExport> => {
  const shopKey = pageStateKeyOf(owner.tenant);
  const entry = (await state.get(keptForOwner(shopKey, owner).key)) ?? (await state.get(shopKey));
  const kept = z.optional(ManualExport).safeParse(entry?.value);
  return (kept.success ? kept.data : undefined) ?? defaultManualExport;
};

/** Keeps the page's state; the newest save wins. */
export const writeManualExport = async (state: StateStore, owner: PageOwner, page: ManualExport): Promise<void> => {
  const { key, options } = keptForOwner(pageStateKeyOf(owner.tenant), owner);
  await state.put(key, page, options);
};
