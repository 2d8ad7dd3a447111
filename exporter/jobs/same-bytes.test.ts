import { describe, expect, it } from "vitest";
import { bareOrder, fullOrder } from "#domain/columns/orders-for-tests.ts";
import { FileType, Grouping } from "#domain/enumerations.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { exporterForTests, someOrders } from "#tests/support/exporter-for-tests.ts";
import { createExportJob } from "./export-job.ts";

/** All columns that there were then, on two orders with everything and nothing and on a hundred small ones. */
const columns =
  "Image ProductTitle VariantTitle SKU Vendor Barcode ProductType Quantity CurrentQuantity RefundedQuantity Price TotalPrice LineTax RefundedAmount OrderNum OrderDate FinancialStatus FulfillmentStatus CancelledDate CancelReason SalesChannel Currency Email Note Tags OrderUrl OrderTotal CurrentOrderTotal OrderTax OrderDiscounts ShippingPrice RefundTotal RefundInPeriod CustomerName ShippingName ShippingAddress1 ShippingCity ShippingZip ShippingCountry TrackingNumber"
    .split(" ")
    .map((column) => ({ column, title: null, width: null, format: null }));
const orders = [
  ...someOrders(100),
  { ...fullOrder, createdAt: "2026-11-19T14:05:00Z" },
  { ...bareOrder, createdAt: "2026-11-18T14:05:00Z" },
] as JsonObject[];

const contentOf = async (fileType: FileType, grouping: Grouping, changes: Partial<typeof defaultPreferences> = {}) => {
  const exporter = exporterForTests(orders);
  const { design } = await exporter.request("other");
  const preferences = { ...defaultPreferences, ...changes };
  await exporter.request("e1", { fileType, preferences, design: { ...design, grouping, columns } });
  await exporter.enqueue("e1");
  await createExportJob(exporter.deps)(await exporter.claim(), new AbortController().signal);
  const state = await exporter.stateOf("e1");
  return state.status === "finished" ? state.file.contentHash : state.status;
};

/** Hashes that files had before there were sorted and split ones: that changed nothing of the others. HTML's are those of its present page. */
describe("a report that is neither sorted nor split has the bytes that it always had", () => {
  it.each([
    ["CSV", FileType.Csv, Grouping.Orders, "c7bf76dcc1c8a7ae5ad3f89ecdfe9ce1090380676daa97f39a0ddf305ed62efb"],
    ["CSV", FileType.Csv, Grouping.OnePerOrder, "d177dacc411c1f46150276733948ebd3e557c8de17fbe1580f1d082ef3b7fd52"],
    ["XML", FileType.Xml, Grouping.Orders, "a4b42f2d470805bca6e0cf75268216466f7100d31c21a463437eb27c8171c1d5"],
    ["XML", FileType.Xml, Grouping.OnePerOrder, "faa6cdd6beea575779568faf3ac2640265c32d4b4fc5b67af062266fa2f25cd1"],
    ["HTML", FileType.Html, Grouping.Orders, "4a3ca0f8f4372351319260e6ee15f302a52ef3fad54978eabd6b5f1178ea4ede"],
    ["HTML", FileType.Html, Grouping.OnePerOrder, "05e42e5e73714e0000c6cb7c6f136c43879e8033c28708d56a94524a734f9a04"],
    ["Excel", FileType.Excel, Grouping.Orders, "49c54a58afbbe61fd1937d1429742f9862f3743f5b5362bd275278ede465eaba"],
    ["Excel", FileType.Excel, Grouping.OnePerOrder, "96a4eb25f5dc3e402cc271c6634b3b65b580582eec1f50c2a379a25c4fe415a1"],
  ])("%s (%i), grouped as %i", async (_, fileType, grouping, hash) => {
    expect(await contentOf(fileType, grouping, { AlternateRowsStyle: 2 })).toBe(hash);
  });

  it("with letter options too", async () => {
    const changes = { SatinizeLetters: true, ReplaceDashesSlashes: true };
    expect(await contentOf(FileType.Csv, Grouping.Orders, changes)).toBe(
      "ebbb6c67884761ea3ac7818900b7a55ce7d64469bc84e48014533bbcb62768a8",
    );
  });
});
