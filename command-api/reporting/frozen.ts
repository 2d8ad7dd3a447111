import { catalogueVersion } from "#domain/columns/catalogue.ts";
import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import { knownZone } from "#domain/dates/known-zone.ts";
import { isoSecondsDown, localTime } from "#domain/dates/local-time.ts";
import { resolveDateRange } from "#domain/dates/resolve-date-range.ts";
import { shownColumns, sortingColumn } from "#domain/designs/design.ts";
import type { FileType } from "#domain/enumerations.ts";
import type { AskedOrders } from "#domain/export/asked-orders.ts";
import { exportFileName, fileEnding } from "#domain/export/file-name.ts";
import { type FrozenInput, frozenInputSchema } from "#domain/export/frozen-input.ts";
import type { FilterFacts } from "#domain/filters/filter.ts";
import type { AuthorizedShop } from "#domain/shop/state.ts";
import type { ReportDesign } from "#domain/workspace/state.ts";

/**
 * The same inputs for the same report once more, with an instant of its own. A period that ended at the moment of the request ends
 * now, as long as it is the same day in the shop; after that day it stays, since `today` would not be the same report any more. So do
 * the days that `date(…)` stands for.
 */
export const frozenAgain = (input: FrozenInput, exportId: string, now: Date): FrozenInput => {
  const zone = knownZone(input.shop.ianaTimezone);
  const requestedAt = now.toISOString();
  const untilNow = input.filters.to === isoSecondsDown(Date.parse(input.requestedAt));
  const sameDay = localTime(input.requestedAt, zone).hasSame(localTime(now, zone), "day");
  return {
    ...input,
    shop: { ...input.shop, ianaTimezone: zone },
    catalogueVersion,
    exportId,
    requestedAt,
    fileName: exportFileName(
      input.design.title,
      requestedAt,
      zone,
      fileEnding(input.fileType, input.preferences.CsvFileExtension),
    ),
    filters: untilNow && sameDay ? { ...input.filters, to: isoSecondsDown(now.getTime()) } : input.filters,
    ...(input.filter ? { filterMoment: input.filterMoment ?? input.requestedAt } : {}),
  };
};

const frozenFilter = (filter: FilterFacts): NonNullable<FrozenInput["filter"]> => {
  const { filterId, financial_status, fulfillment_status, order_status, sievers } = filter;
  return { filterId, financial_status, fulfillment_status, order_status, sievers };
};

/** Everything an export depends on, as it is at the moment of the request (D-5). */
export const frozenInputOf = (options: {
  exportId: string;
  shop: AuthorizedShop;
  /** Of the shop's stream. */
  shopVersion: number;
  adminUrl: string;
  design: ReportDesign;
  fileType: FileType;
  asked: AskedOrders;
  emptyExpected: boolean;
  /** The filter that it names. */
  filter: FilterFacts | null;
  selectedOrderIds: string[];
  now: Date;
}): FrozenInput | Refusal => {
  const { shop, design, asked, now } = options;
  const { profile, preferences } = shop;
  const zone = knownZone(profile.ianaTimezone);
  const period = resolveDateRange({ range: asked.range, from: asked.from, to: asked.to, now, zone });
  if (isRefusal(period)) return period;
  const requestedAt = now.toISOString();
  return {
    schema: frozenInputSchema,
    catalogueVersion,
    exportId: options.exportId,
    tenant: shop.tenant,
    shop: {
      shop: shop.shop,
      version: options.shopVersion,
      myshopifyDomain: profile.myshopifyDomain,
      ianaTimezone: zone,
      currencyCode: profile.currencyCode,
      moneyFormat: profile.moneyFormat,
      primaryLocale: profile.primaryLocale,
      weightUnit: profile.weightUnit,
      adminUrl: options.adminUrl,
    },
    design: {
      reportId: design.reportId,
      title: design.title,
      grouping: design.grouping,
      splitter: design.splitter,
      sortedBy: sortingColumn(design),
      columns: shownColumns(design),
    },
    asked,
    emptyExpected: options.emptyExpected,
    fileType: options.fileType,
    fileName: exportFileName(
      design.title,
      requestedAt,
      zone,
      fileEnding(options.fileType, preferences.CsvFileExtension),
    ),
    preferences,
    filters: { range: asked.range, ...period },
    filter: options.filter && frozenFilter(options.filter),
    selectedOrderIds: options.selectedOrderIds,
    requestedAt,
  };
};
