import { expect, it } from "vitest";
import { FileType, Grouping, WorksheetSplitter } from "#domain/enumerations.ts";
import { SieverCode } from "#domain/filters/sievers.ts";
import { addressesNamed } from "./addresses-named.ts";

it("knows the addresses that a file names since the merchant typed them, by what its format says", async () => {
  const filter = {
    filterId: "f",
    financial_status: 0,
    fulfillment_status: 0,
    order_status: 0,
    sievers: { [SieverCode.Email]: ["“ann@shop.example”#"], [SieverCode.Vendor]: ["bob@shop.example"] },
  } as const;
  const design = {
    reportId: "r",
    title: "Orders of cy@shop.example",
    grouping: Grouping.Orders,
    splitter: WorksheetSplitter.None,
    sortedBy: null,
    columns: [{ column: "Quantity", title: "For dan@shop.example", width: null, format: null }],
  };
  const asked = { filterId: "f", filterTitle: "eve@shop.example", range: { kind: "noFilter" }, from: null, to: null };
  const named = async (fileType: FileType) =>
    ((await addressesNamed({ fileType, filter, design, asked: asked as never })) ?? [])
      .filter((address) => /^\w+@[\w.]+$/.test(address))
      .map((address) => address.slice(0, 3))
      .sort();
  expect(await Promise.all([FileType.Html, FileType.Excel, FileType.Xml].map(named))).toEqual(
    Array(3).fill(["ann", "bob", "cy@", "dan", "eve"]),
  );
  expect(await named(FileType.Csv)).toEqual(["dan"]);

  const value = `${"!#$&*/=?^`{|}~".repeat(4)}a@${"_".repeat(190)}`;
  const hostile = { ...filter, sievers: { [SieverCode.Email]: Array.from({ length: 500 }, (_, n) => value + n) } };
  const from = performance.now();
  expect(await addressesNamed({ fileType: FileType.Html, filter: hostile, design, asked: asked as never })).toBeNull();
  expect(performance.now() - from).toBeLessThan(5_000);
});
