import type { DateRange } from "../enumerations.ts";

/** Which orders a report was asked for, as it was chosen on the page: the range in words of the merchant, not yet in instants. */
export type AskedOrders = {
  /** null for no filter. */
  filterId: string | null;
  range: DateRange;
  /** Local days of a custom range; null of the others. */
  from: string | null;
  to: string | null;
};
