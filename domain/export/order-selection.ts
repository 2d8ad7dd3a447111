import type { RangeChoice } from "../dates/resolve-date-range.ts";

/** Half-open UTC instants [from, to). */
export type ReportPeriod = {
  /** Null if the period has no start. */
  from: string | null;
  to: string;
  zone: string;
};

/** The range alone. */
export const pickRange = ({ range, from, to, days, yearBefore, basis }: RangeChoice): RangeChoice => ({
  range,
  from,
  to,
  ...(days !== undefined && { days }),
  ...(yearBefore && { yearBefore }),
  ...(basis && { basis }),
});

/** The page's selection: the named range, not yet instants. */
export type OrderSelection = RangeChoice & {
  /** Null for no filter. */
  filterId: string | null;
  /** The filter's title at that time; also absent in old events. */
  filterTitle?: string;
  /** Number of individually chosen orders, which replace the range; also absent in old events. */
  chosen?: number;
};
