import type { RangeChoice } from "../../dates/resolve-date-range.ts";
import { DateRange } from "../../enumerations.ts";
import type { UserOrderFilters } from "../reports/reporting.ts";

/** The part of {@link UserOrderFilters} that chooses the days. */
export type RangeOnWire = Omit<UserOrderFilters, "report_filter_id">;

export const rangeFromWire = (sent: RangeOnWire): RangeChoice => ({
  range: sent.order_date_range,
  from: sent.order_date_from,
  to: sent.order_date_to,
  ...(sent.order_date_range === DateRange.lastDays &&
    sent.order_date_days !== undefined && { days: sent.order_date_days }),
  ...(sent.order_date_year_before && { yearBefore: true }),
  ...(sent.order_date_basis && { basis: sent.order_date_basis }),
});
