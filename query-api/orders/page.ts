import { z } from "zod";
import { type PageOwner, readManualExport } from "#application/pages/page-state.ts";
import { isRefusal } from "#domain/core/decider.ts";
import type { FilterConditions } from "#domain/filters/filter.ts";
import type { UserOrderFilters } from "#domain/wire/reports/reporting.ts";
import type { QueryApiDeps } from "../deps.ts";
import { loadLivePage } from "../live/page.ts";
import { readConditions } from "./search.ts";

/** Date range and filter conditions of a page. */
export type OrderChoice = { filters: UserOrderFilters; conditions: FilterConditions | null };

/** Each report design has its own live page. */
export const PageLocation = z
  .strictObject({ location: z.enum(["manual", "live"]), reportId: z.string().min(1).max(100).optional() })
  .refine(({ location, reportId }) => location !== "live" || reportId !== undefined, {
    message: "must name the report design of the live page",
    path: ["reportId"],
  });
type PageLocation = z.infer<typeof PageLocation>;

/**
 * Reads the choice of a page. Without a deleted filter, only the date range applies; the page says so and generates
 * nothing.
 * @throws {ApiError} 404: a live page of a design that does not exist
 */
export const readOrderChoice = async (
  deps: Pick<QueryApiDeps, "state" | "runner" | "vault">,
  owner: PageOwner,
  { location, reportId }: PageLocation,
): Promise<OrderChoice> => {
  const page = location === "live" ? loadLivePage(deps, owner, reportId) : readManualExport(deps.state, owner);
  const { UserOrderFilters: filters } = await page;
  const conditions = await readConditions(deps, owner.tenant, filters.report_filter_id);
  return { filters, conditions: isRefusal(conditions) ? null : conditions };
};
