import { WorksheetSplitter } from "#domain/enumerations.ts";

/** The worksheet splitters, in the words and order of S-2.3.3. */
export const splitterNames: readonly { value: WorksheetSplitter; name: string }[] = [
  { value: WorksheetSplitter.None, name: "None" },
  { value: WorksheetSplitter.OrderTags, name: "Order Tags" },
  { value: WorksheetSplitter.CustomerTags, name: "Customer Tags" },
  { value: WorksheetSplitter.BillingCountry, name: "Billing Country" },
  { value: WorksheetSplitter.Province, name: "Province" },
  { value: WorksheetSplitter.BillingProvince, name: "Billing Province" },
  { value: WorksheetSplitter.ProductTags, name: "Product Tags" },
  { value: WorksheetSplitter.ProductTitle, name: "Product Title" },
  { value: WorksheetSplitter.Vendor, name: "Vendor" },
  { value: WorksheetSplitter.Sku, name: "SKU" },
  { value: WorksheetSplitter.OrderId, name: "Order id" },
  { value: WorksheetSplitter.ShippingLinesTitle, name: "Shipping Lines title" },
  { value: WorksheetSplitter.ProductType, name: "Product Type" },
  { value: WorksheetSplitter.City, name: "City" },
  { value: WorksheetSplitter.BillingCity, name: "Billing City" },
  { value: WorksheetSplitter.SalesChannel, name: "Sales Channel" },
];
