import type { DateRange } from "../enumerations.ts";

/** The period of a report: half-open UTC instants [from, to), `from` null where it is open, and the zone whose days they are. */
export type ReportPeriod = { from: string | null; to: string; zone: string };

/** Which orders a report was asked for, as it was chosen on the page: the range in words of the merchant, not yet in instants. */
export type AskedOrders = {
  /** null for no filter. */
  filterId: string | null;
  range: DateRange;
  /** Local days of a custom range; null of the others. */
  from: string | null;
  to: string | null;
  /** What the filter was called then; absent without one, and of an export from before it was kept. */
  filterTitle?: string;
  /** How many orders were chosen one by one, which then are the report's; absent of none, and of an export from before it was kept. */
  chosen?: number;
};
