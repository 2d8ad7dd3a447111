import { catalogueVersion } from "#domain/columns/catalogue.ts";
import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import { knownZone } from "#domain/dates/known-zone.ts";
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
 * Inputs to run the same report again (ADR 66). Keeps the period's upper bound, the days of `date(…)` and the instant
 * in the file: equal data then makes equal content. Only the file name has a new instant.
 */
export const frozenAgain = (input: FrozenInput, exportId: string, now: Date): FrozenInput => {
  const zone = knownZone(input.shop.ianaTimezone);
  const askedAt = now.toISOString();
  return {
    ...input,
    shop: { ...input.shop, ianaTimezone: zone },
    exportId,
    repeats: { exportId: input.exportId, askedAt },
    fileName: exportFileName(
      input.design.title,
      askedAt,
      zone,
      fileEnding(input.fileType, input.preferences.CsvFileExtension),
    ),
  };
};

const frozenFilter = (filter: FilterFacts): NonNullable<FrozenInput["filter"]> => {
  const { filterId, financial_status, fulfillment_status, order_status, sievers } = filter;
  return { filterId, financial_status, fulfillment_status, order_status, sievers };
};

/** The part of a design that a report uses: only visible columns. */
export const frozenDesign = (design: ReportDesign): FrozenInput["design"] => ({
  reportId: design.reportId,
  title: design.title,
  grouping: design.grouping,
  splitter: design.splitter,
  sortedBy: sortingColumn(design),
  columns: shownColumns(design),
});

export type ExportParts = {
  exportId: string;
  shop: AuthorizedShop;
  /** Of the shop's stream. */
  shopVersion: number;
  adminUrl: string;
  design: ReportDesign;
  fileType: FileType;
  asked: AskedOrders;
  emptyExpected: boolean;
  /** The filter that `asked` names. */
  filter: FilterFacts | null;
  selectedOrderIds: string[];
  now: Date;
};

export type FrozenPeriod = { period: { from: string | null; to: string }; fileName: string };

/** All an export depends on, as of its request (D-5), over a known period. */
export const frozenOver = (options: ExportParts, { period, fileName }: FrozenPeriod): FrozenInput => {
  const { shop, design, asked, now } = options;
  const { profile, preferences } = shop;
  const zone = knownZone(profile.ianaTimezone);
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
    design: frozenDesign(design),
    asked,
    emptyExpected: options.emptyExpected,
    fileType: options.fileType,
    fileName,
    preferences,
    filters: { range: asked.range, ...period },
    filter: options.filter && frozenFilter(options.filter),
    selectedOrderIds: options.selectedOrderIds,
    requestedAt,
  };
};

/** The same over the date range a merchant chose. */
export const frozenInputOf = (options: ExportParts): FrozenInput | Refusal => {
  const { asked, now, design, shop } = options;
  const zone = knownZone(shop.profile.ianaTimezone);
  const period = resolveDateRange({ range: asked.range, from: asked.from, to: asked.to, now, zone });
  if (isRefusal(period)) return period;
  const ending = fileEnding(options.fileType, shop.preferences.CsvFileExtension);
  return frozenOver(options, { period, fileName: exportFileName(design.title, now.toISOString(), zone, ending) });
};
