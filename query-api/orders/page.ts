import { isRefusal } from "#domain/core/decider.ts";
import type { FilterConditions } from "#domain/filters/filter.ts";
import type { UserOrderFilters } from "#domain/wire/reporting.ts";
import { readManualExport } from "#infra/app/page-state.ts";
import type { QueryApiDeps } from "../deps.ts";
import { readConditions } from "./search.ts";

/** What a page chooses orders by: its date range, and the conditions of its filter, null without one. */
export type ChosenOnPage = { filters: UserOrderFilters; conditions: FilterConditions | null };

/**
 * What the Generate report page chooses orders by. A filter that was deleted since chooses nothing any more: until another one is
 * chosen the page says that it is gone, and its orders are those of the date range alone. Nothing is generated meanwhile.
 */
export const chosenOnPage = async (
  deps: Pick<QueryApiDeps, "state" | "runner" | "vault">,
  tenant: string,
): Promise<ChosenOnPage> => {
  const { UserOrderFilters: filters } = await readManualExport(deps.state, tenant);
  const conditions = await readConditions(deps, tenant, filters.report_filter_id);
  return { filters, conditions: isRefusal(conditions) ? null : conditions };
};
