import type { DateRange, FileType, Grouping } from "../enumerations.ts";
import type { FilterConditions } from "../filters/filter.ts";
import type { Preferences } from "../shop/preferences.ts";
import type { ChosenColumn } from "../workspace/events.ts";

/**
 * Everything an export depends on, fixed at the request (design section 5). Stored as canonical JSON in the state store under
 * `input:{sha256}`; workers read nothing else, so a later edit never changes or fails work in flight.
 */
export type FrozenInput = {
  schema: 1;
  catalogueVersion: number;
  exportId: string;
  tenant: string;
  shop: {
    shop: string;
    myshopifyDomain: string;
    ianaTimezone: string;
    currencyCode: string;
    primaryLocale: string;
    weightUnit: string;
    /** Origin of the shop's admin pages, for link columns. */
    adminUrl: string;
  };
  design: { reportId: string; title: string; grouping: Grouping; columns: ChosenColumn[] };
  fileType: FileType;
  fileName: string;
  preferences: Preferences;
  filters: {
    range: DateRange;
    /** Half-open UTC instants [from, to); null is open. `to` is never null: the frozen upper bound. */
    from: string | null;
    to: string;
  };
  /** The filter's conditions as they were at the request; null or, in inputs of before there were filters, absent for none. */
  filter?: (FilterConditions & { filterId: string }) | null;
  /** The moment that the filter's `date(…)` are read at, ISO UTC. Absent: {@link requestedAt}. An export made again keeps that of the first. */
  filterMoment?: string;
  /** Ids of specific orders (decision 24), empty for none. */
  selectedOrderIds: string[];
  /** The export's fixed instant, ISO UTC. */
  requestedAt: string;
};
