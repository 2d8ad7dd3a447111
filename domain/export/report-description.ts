import { type PeriodDays, toIsoPeriodDays } from "../dates/period-days.ts";
import type { DateBasis } from "../enumerations.ts";
import { hasNoConditions, pickLineConditions } from "../filters/compile/conditions.ts";
import { describeFilter } from "../filters/description/describe-filter.ts";
import type { FilterConditions } from "../filters/filter.ts";
import { createDateReplacer } from "../filters/siever-criteria.ts";
import { sievers } from "../filters/sievers.ts";
import type { FrozenInput } from "./frozen-input.ts";
import { type compileOrdersFilter, toFilterMoment } from "./orders-filter.ts";

/** Orders and days of a report, for its file and the exports panel (ADR 57). Days are the shop's, `YYYY-MM-DD`. */
export type ReportDescription = {
  shop: string;
  /** IANA zone of days and instants. */
  zone: string;
  /** Request time, ISO UTC. */
  requestedAt: string;
  days: PeriodDays<string>;
  /** The day that counts, for another than that of creation. */
  basis?: DateBasis;
  /** Individually chosen orders, which replace the days. */
  chosen: number;
  /** The filter at that time. `title`: null if not recorded. `conditions`: a sentence; empty if it kept everything. */
  filter: { title: string | null; conditions: string } | null;
};

type DescribedInput = Pick<
  FrozenInput,
  "filters" | "filter" | "filterMoment" | "selectedOrderIds" | "requestedAt" | "asked"
> & { shop: Pick<FrozenInput["shop"], "shop" | "ianaTimezone"> };

/**
 * The effective conditions, with each `date(…)` resolved to its day. For chosen orders only line conditions count
 * (R-24).
 */
export const conditionsOfReport = (input: Parameters<typeof compileOrdersFilter>[0]): FilterConditions | null => {
  if (!input.filter) return null;
  const conditions = input.selectedOrderIds.length > 0 ? pickLineConditions(input.filter) : input.filter;
  const dated = createDateReplacer(toFilterMoment(input));
  const held = sievers.map(({ code }) => [code, (conditions.sievers[code] ?? []).map(dated)] as const);
  return { ...conditions, sievers: Object.fromEntries(held) };
};

/**
 * Describes what a report covers. Needs plaintext filter values.
 * @throws {UnknownTimezone}
 */
export const describeReport = (input: DescribedInput): ReportDescription => {
  const zone = input.shop.ianaTimezone;
  const conditions = conditionsOfReport(input);
  return {
    shop: input.shop.shop,
    zone,
    requestedAt: input.requestedAt,
    days: toIsoPeriodDays(input.filters, zone),
    ...(input.filters.basis && { basis: input.filters.basis }),
    chosen: input.selectedOrderIds.length,
    filter: conditions && {
      title: input.asked.filterTitle ?? null,
      conditions: hasNoConditions(conditions) ? "" : describeFilter(conditions),
    },
  };
};
