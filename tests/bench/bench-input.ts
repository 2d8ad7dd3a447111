import { catalogueVersion } from "#domain/columns/catalogue.ts";
import { DateRange, type FileType, Grouping, WorksheetSplitter } from "#domain/enumerations.ts";
import { type FrozenInput, frozenInputSchema } from "#domain/export/frozen-input.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";

type Asked = { tenant: string; shop: string; fileType: FileType; columns: readonly string[]; requestedAt: string };

/** A report of all orders of a shop in New York, which is paid in dollars. */
export const benchInput = (
  { tenant, shop, fileType, columns, requestedAt }: Asked,
  design: Partial<FrozenInput["design"]> = {},
): FrozenInput => ({
  schema: frozenInputSchema,
  catalogueVersion,
  exportId: "bench",
  tenant,
  shop: {
    shop,
    version: 4,
    myshopifyDomain: shop,
    ianaTimezone: "America/New_York",
    currencyCode: "USD",
    moneyFormat: "{{amount}} USD",
    primaryLocale: "en",
    weightUnit: "GRAMS",
    adminUrl: "http://localhost",
  },
  design: {
    reportId: "bench",
    title: "Bench",
    grouping: Grouping.Orders,
    splitter: WorksheetSplitter.None,
    sortedBy: null,
    columns: columns.map((column) => ({ column, title: null, width: null, format: null })),
    ...design,
  },
  asked: { filterId: null, range: 0, from: null, to: null },
  emptyExpected: false,
  fileType,
  fileName: "Bench",
  preferences: defaultPreferences,
  filters: { range: DateRange.noFilter, from: null, to: requestedAt },
  filter: null,
  selectedOrderIds: [],
  requestedAt,
});
