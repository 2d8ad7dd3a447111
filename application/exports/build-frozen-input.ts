import { catalogueVersion } from "#domain/columns/catalogue.ts";
import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import { resolveDateRange } from "#domain/dates/resolve-date-range.ts";
import { resolveZone } from "#domain/dates/resolve-zone.ts";
import { findSortingColumn, listShownColumns } from "#domain/designs/design.ts";
import type { FileType } from "#domain/enumerations.ts";
import { exportFileName, fileExtension } from "#domain/export/file-name.ts";
import { type FrozenInput, frozenInputSchema } from "#domain/export/frozen-input.ts";
import type { OrderSelection } from "#domain/export/order-selection.ts";
import type { FilterFacts } from "#domain/filters/filter.ts";
import type { AuthorizedShop } from "#domain/shop/state.ts";
import type { ReportDesign } from "#domain/workspace/state.ts";

/**
 * Freezes inputs to run the same report again (ADR 66). Keeps the period, the days of `date(…)` and the file's instant,
 * so equal data makes equal content. Only the file name has a new instant.
 */
export const freezeForRepeat = (input: FrozenInput, exportId: string, now: Date): FrozenInput => {
  const zone = resolveZone(input.shop.ianaTimezone);
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
      fileExtension(input.fileType, input.preferences.CsvFileExtension),
    ),
  };
};

const frozenFilter = (filter: FilterFacts): NonNullable<FrozenInput["filter"]> => {
  const { filterId, financial_status, fulfillment_status, order_status, sievers } = filter;
  return { filterId, financial_status, fulfillment_status, order_status, sievers };
};

/** Part of a design that a report uses: only visible columns. */
export const frozenDesign = (design: ReportDesign): FrozenInput["design"] => ({
  reportId: design.reportId,
  title: design.title,
  grouping: design.grouping,
  splitter: design.splitter,
  sortedBy: findSortingColumn(design),
  columns: listShownColumns(design),
});

export type ExportParts = {
  exportId: string;
  shop: AuthorizedShop;
  shopVersion: number;
  adminUrl: string;
  design: ReportDesign;
  fileType: FileType;
  asked: OrderSelection;
  emptyExpected: boolean;
  filter: FilterFacts | null;
  selectedOrderIds: string[];
  now: Date;
};

export type FrozenPeriod = { period: { from: string | null; to: string }; fileName: string };

/** Freezes all that an export depends on at its request (D-5), over a known period. */
export const freezeForPeriod = (options: ExportParts, { period, fileName }: FrozenPeriod): FrozenInput => {
  const { shop, design, asked, now } = options;
  const { profile, preferences } = shop;
  const zone = resolveZone(profile.ianaTimezone);
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
    filters: { range: asked.range, ...period, ...(asked.basis && { basis: asked.basis }) },
    filter: options.filter && frozenFilter(options.filter),
    selectedOrderIds: options.selectedOrderIds,
    requestedAt,
  };
};

/** Freezes an input over the merchant's date range. */
export const freezeForRequest = (options: ExportParts): FrozenInput | Refusal => {
  const { asked, now, design, shop } = options;
  const zone = resolveZone(shop.profile.ianaTimezone);
  const period = resolveDateRange({ ...asked, now, zone });
  if (isRefusal(period)) return period;
  const ending = fileExtension(options.fileType, shop.preferences.CsvFileExtension);
  return freezeForPeriod(options, { period, fileName: exportFileName(design.title, now.toISOString(), zone, ending) });
};
