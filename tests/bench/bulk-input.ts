import { FileType } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { benchInput } from "./bench-input.ts";

export const shop = "borealis-demo";
export const moment = "2026-11-20T12:00:00Z";

/** 30 columns of every kind, all of which a bulk file has. */
const columns =
  "OrderNum OrderDate CustomerName Email Phone FinancialStatus FulfillmentStatus Currency OrderSubtotal ShippingPrice OrderTax OrderTotal Note Tags ProductTitle VariantTitle SKU Barcode Quantity Price TotalPrice Weight ProcessedDate ShippingAddress1 ShippingCity ShippingZip ShippingCountry OrderUrl Vendor SalesChannel".split(
    " ",
  );

/** A report of all orders of a shop to Excel, with bands that change with the order. */
export const input: FrozenInput = {
  ...benchInput({ tenant: "bench", shop, fileType: FileType.Excel, columns, requestedAt: moment }),
  preferences: { ...defaultPreferences, AlternateRowsStyle: 1 },
};
