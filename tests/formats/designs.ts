import type { ShownColumn, SortedBy } from "#domain/designs/design.ts";
import { CustomColumnCategory, NumberFormatType, Sorting } from "#domain/enumerations.ts";
import { shownColumn } from "#tests/support/shown-column.ts";

/** A design's settings besides its grouping and splitter. */
export type MatrixDesign = { columns: ShownColumn[]; sortedBy: SortedBy | null };

const columns = (...keys: string[]): ShownColumn[] => keys.map((key) => shownColumn(key));
const formula = (at: number, words: string): ShownColumn =>
  shownColumn(`Custom${at}`, {
    title: `Formula ${at}`,
    custom: { category: CustomColumnCategory.ExcelFormula, formula: words },
  });

const few = ["OrderNum", "OrderDate", "ProductTitle", "SKU", "Quantity", "TotalPrice", "OrderTotal", "Note"];

const many = [
  ...["Image", "ProductTitle", "SKU", "Barcode", "Vendor", "ProductType", "LineItemId", "DeliveryDate"],
  ...["Quantity", "Price", "TotalPrice", "LineTax", "OrderNum", "OrderId", "OrderUrl", "OrderDate", "ClosedDate"],
  ...["FinancialStatus", "Currency", "Note", "Tags", "Email", "Phone", "CustomerName", "CustomerTags"],
  ...["ShippingCity", "ShippingZip", "ShippingProvince", "ShippingCountry", "BillingCity", "OrderTotal", "OrderTax"],
  ...["RefundTotal", "RefundsCount", "ItemsCount", "TrackingNumber", "TrackingUrl", "Custom1"],
];

/** Designs by what each has of its own. A grouping leaves out the columns that have no meaning in it. */
const designs = {
  "few columns": { columns: columns(...few), sortedBy: null },
  "many columns": { columns: columns(...many), sortedBy: null },
  "one column": { columns: columns("ProductTitle"), sortedBy: null },
  "sorted by words": {
    columns: columns("ProductTitle", "OrderNum", "Quantity", "OrderTotal"),
    sortedBy: { column: "ProductTitle", sorting: Sorting.Ascending },
  },
  "sorted by amounts": {
    columns: columns("OrderNum", "ProductTitle", "TotalPrice", "OrderTotal", "Image"),
    sortedBy: { column: "TotalPrice", sorting: Sorting.Descending },
  },
  "sorted by a hidden date": {
    columns: columns("ProductTitle", "TotalPrice", "OrderTotal", "OrderUrl"),
    sortedBy: { column: "OrderDate", sorting: Sorting.Ascending },
  },
  "sorted by addresses, some empty": {
    columns: columns("Note", "ShippingCity", "OrderTotal", "Quantity"),
    sortedBy: { column: "ShippingCity", sorting: Sorting.Descending },
  },
  formulas: {
    // Letters A to D are there in every grouping.
    columns: [
      ...columns("OrderNum", "ProductTitle", "Quantity", "TotalPrice"),
      formula(1, "=D1*2+0.5"),
      formula(2, '=B1&" x "&C1'),
      formula(3, '=IF(C1>1,"several","one")'),
      formula(4, "=SUM(C1:D1)"),
    ],
    sortedBy: null,
  },
  "number formats": {
    columns: [
      ...columns("OrderNum"),
      shownColumn("Quantity", { format: { type: NumberFormatType.Custom, code: '0" pcs"' } }),
      shownColumn("TotalPrice", { format: { type: NumberFormatType.Custom, code: "#,##0.00" } }),
      shownColumn("LineTax", { format: { type: NumberFormatType.Currency } }),
      shownColumn("Price", { format: { type: NumberFormatType.LessThanRed, limit: 20 } }),
      shownColumn("OrderTotal", { format: { type: NumberFormatType.Currency } }),
      shownColumn("RefundTotal"),
    ],
    sortedBy: null,
  },
  "titles and widths of its own": {
    columns: [
      shownColumn("OrderNum", { title: "=Order; “no.”", width: 4 }),
      shownColumn("ProductTitle", { title: 'Product\t<b> & "title" ]]>' }),
      shownColumn("Quantity", { title: "@Ποσότητα, 量", width: 90 }),
      shownColumn("Custom1", { title: "-10% or not", custom: { category: CustomColumnCategory.Empty } }),
      shownColumn("OrderDate", { title: "Größe 🎂 | ^", width: 20 }),
    ],
    sortedBy: null,
  },
} satisfies Readonly<Record<string, MatrixDesign>>;

export type DesignName = keyof typeof designs;
export const designNames = Object.keys(designs) as DesignName[];
export const designOf = (name: DesignName): MatrixDesign => designs[name];
