import type { DateRange } from "../enumerations.ts";

/** Half-open UTC instants [from, to). */
export type ReportPeriod = {
  /** Null if it has no start. */
  from: string | null;
  to: string;
  zone: string;
};

/** The page's selection: the named range, not yet instants. */
export type OrderSelection = {
  /** Null for no filter. */
  filterId: string | null;
  range: DateRange;
  /** Local days of a custom range. */
  from: string | null;
  to: string | null;
  /** The filter's title at that time; also absent in old events. */
  filterTitle?: string;
  /** Number of individually chosen orders, which replace the range; also absent in old events. */
  chosen?: number;
};
