import { catalogueVersion } from "#domain/columns/catalogue.ts";
import { DateRange, FileType, Grouping, WorksheetSplitter } from "#domain/enumerations.ts";
import { type FrozenInput, frozenInputSchema } from "#domain/export/frozen-input.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";

export const shop = "borealis-demo";
export const moment = "2026-11-20T12:00:00Z";

/** 30 columns of every kind, all of which a bulk file has. */
const columns =
  "OrderNum OrderDate CustomerName Email Phone FinancialStatus FulfillmentStatus Currency OrderSubtotal ShippingPrice OrderTax OrderTotal Note Tags ProductTitle VariantTitle SKU Barcode Quantity Price TotalPrice Weight ProcessedDate ShippingAddress1 ShippingCity ShippingZip ShippingCountry OrderUrl Vendor SalesChannel";

/** A report of all orders of a shop to Excel, with bands that change with the order. */
export const input: FrozenInput = {
  schema: frozenInputSchema,
  catalogueVersion,
  exportId: "bench",
  tenant: "bench",
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
    columns: columns.split(" ").map((column) => ({ column, title: null, width: null, format: null })),
  },
  asked: { filterId: null, range: 0, from: null, to: null },
  emptyExpected: false,
  fileType: FileType.Excel,
  fileName: "Bench.xlsx",
  preferences: { ...defaultPreferences, AlternateRowsStyle: 1 },
  filters: { range: DateRange.noFilter, from: null, to: moment },
  filter: null,
  selectedOrderIds: [],
  requestedAt: moment,
};
