import type { DateRange } from "../enumerations.ts";

/** The period of a report: half-open UTC instants [from, to). */
export type ReportPeriod = {
  /** null if it has no start. */
  from: string | null;
  to: string;
  /** Time zone of the period. */
  zone: string;
};

/** The order selection as made on the page: the named range, not yet instants. */
export type OrderSelection = {
  /** null for no filter. */
  filterId: string | null;
  range: DateRange;
  /** Local days of a custom range; otherwise null. */
  from: string | null;
  to: string | null;
  /** The filter's title at that time; absent without a filter and in old events. */
  filterTitle?: string;
  /** Number of individually chosen orders, which replace the range; absent if none and in old events. */
  chosen?: number;
};
