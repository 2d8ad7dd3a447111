import { isoPeriodDays, type PeriodDays } from "../dates/period-days.ts";
import { keepsEverything, lineConditionsOf } from "../filters/compile/conditions.ts";
import type { FilterConditions } from "../filters/filter.ts";
import { sievers } from "../filters/sievers.ts";
import { createDateReplacer } from "../filters/wishes.ts";
import { describeFilter } from "../filters/words/describe.ts";
import type { FrozenInput } from "./frozen-input.ts";
import { type compileOrdersFilter, filterMomentOf } from "./orders-filter.ts";

/** What a report is of, as its file and the panel of exports say it (ADR 57). Days are the shop's, `YYYY-MM-DD`. */
export type ReportAbout = {
  shop: string;
  /** The shop's IANA time zone, which its days and instants are told in. */
  zone: string;
  /** The export's fixed instant, ISO UTC. */
  requestedAt: string;
  days: PeriodDays<string>;
  /** Orders that were chosen one by one, in place of the days; 0: none. */
  chosen: number;
  /**
   * `title`: as it was called then; null where that was not kept. `conditions`: what it kept then, as a sentence; empty where it kept
   * everything. null without a filter.
   */
  filter: { title: string | null; conditions: string } | null;
};

type OfReport = Pick<
  FrozenInput,
  "filters" | "filter" | "filterMoment" | "selectedOrderIds" | "requestedAt" | "asked"
> & { shop: Pick<FrozenInput["shop"], "shop" | "ianaTimezone"> };

/**
 * The conditions that counted, each `date(…)` as the day that it stood for: a report does not change tomorrow. Of chosen orders only
 * the conditions on lines count.
 */
export const conditionsOfReport = (input: Parameters<typeof compileOrdersFilter>[0]): FilterConditions | null => {
  if (!input.filter) return null;
  const conditions = input.selectedOrderIds.length > 0 ? lineConditionsOf(input.filter) : input.filter;
  const dated = createDateReplacer(filterMomentOf(input));
  const held = sievers.map(({ code }) => [code, (conditions.sievers[code] ?? []).map(dated)] as const);
  return { ...conditions, sievers: Object.fromEntries(held) };
};

/** Of inputs whose filter's values are spoken: those that were erased are told as such. @throws {UnknownTimezone} */
export const aboutReport = (input: OfReport): ReportAbout => {
  const zone = input.shop.ianaTimezone;
  const conditions = conditionsOfReport(input);
  return {
    shop: input.shop.shop,
    zone,
    requestedAt: input.requestedAt,
    days: isoPeriodDays(input.filters, zone),
    chosen: input.selectedOrderIds.length,
    filter: conditions && {
      title: input.asked.filterTitle ?? null,
      conditions: keepsEverything(conditions) ? "" : describeFilter(conditions),
    },
  };
};
