import { z } from "zod";
import type { Quotas } from "../../tiers/tiers.ts";

/** Response of `appData/getResourceRestrictions`. */
export const ResourceRestrictionsData = z.strictObject({
  MaxReports: z.number(),
  MaxFilters: z.number(),
  MaxAutomations: z.number(),
});
export type ResourceRestrictions = z.infer<typeof ResourceRestrictionsData>;

export const restrictionsOnWire = ({ reports, filters, automations }: Quotas): ResourceRestrictions => ({
  MaxReports: reports,
  MaxFilters: filters,
  MaxAutomations: automations,
});
