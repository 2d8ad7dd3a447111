import { z } from "zod";
import { DateRange, FileType } from "#domain/enumerations.ts";
import { ManualExport } from "#domain/wire/reports/reporting.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import type { Caller } from "../http/route.ts";

/**
 * Owner of page choices: the shop, or an impersonation session. A session starts with the shop's choices and never
 * changes them; its own end with it (ADR 100).
 */
export type PageOwner = Pick<Caller, "tenant" | "support" | "token">;

export const toPageStateKey = (tenant: string) => `manual-export:${tenant}`;

/** Key and lifetime of an owner's choices. `shopKey`: of the shop's own. */
export const storageOfOwner = (shopKey: string, { tenant, support, token }: PageOwner) => {
  const index = { tenant };
  return support === undefined
    ? { key: shopKey, options: { index } }
    : { key: `look-of-support:${support.impersonation}:${shopKey}`, options: { index, expiresAt: token.expiresAt } };
};

export const defaultFilters: ManualExport["UserOrderFilters"] = {
  report_filter_id: null,
  order_date_range: DateRange.thirtyDays,
  order_date_from: null,
  order_date_to: null,
};

const defaultManualExport: ManualExport = {
  FileType: FileType.Excel,
  ReportId: null,
  UserOrderFilters: defaultFilters,
};

/** State of the Generate report page. */
export const readManualExport = async (state: StateStore, owner: PageOwner): Promise<ManualExport> => {
  const shopKey = toPageStateKey(owner.tenant);
  const entry = (await state.get(storageOfOwner(shopKey, owner).key)) ?? (await state.get(shopKey));
  const kept = z.optional(ManualExport).safeParse(entry?.value);
  return (kept.success ? kept.data : undefined) ?? defaultManualExport;
};

/** The newest save wins. */
export const writeManualExport = async (state: StateStore, owner: PageOwner, page: ManualExport): Promise<void> => {
  const { key, options } = storageOfOwner(toPageStateKey(owner.tenant), owner);
  await state.put(key, page, options);
};
