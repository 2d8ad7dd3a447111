import { expect, it } from "vitest";
import { CustomColumnCategory, FileType, Grouping, NumberFormatType, WorksheetSplitter } from "#domain/enumerations.ts";
import { fileFormats } from "#domain/file-formats.ts";
import { SieverCode } from "#domain/filters/sievers.ts";
import { findEmailAddresses } from "./find-email-addresses.ts";

it("finds the e-mail addresses that the merchant entered, as far as each file format shows them", async () => {
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
    columns: [
      { column: "Quantity", title: "For dan@shop.example", width: null, format: null },
      {
        column: "Custom1",
        title: null,
        width: null,
        format: { type: NumberFormatType.Custom, code: '0" fay@shop"\\.\\e"xample"' },
        custom: { category: CustomColumnCategory.ExcelFormula, formula: '="ask gus@shop.example"' },
      },
    ],
  };
  const asked = { filterId: "f", filterTitle: "eve@shop.example", range: { kind: "noFilter" }, from: null, to: null };
  const named = async (fileType: FileType) =>
    [
      ...new Set(
        ((await findEmailAddresses({ fileType, filter, design, asked: asked as never })) ?? [])
          .filter((address) => /^\w+@shop\.example$/.test(address))
          .map((address) => address.slice(0, 3)),
      ),
    ].sort();
  const said = ["ann", "bob", "cy@", "dan", "eve"];
  for (const showsFormats of Object.values(FileType).filter((type) => fileFormats[type].holds.numberFormats))
    expect(await named(showsFormats)).toEqual([...said, "fay", "gus"]);
  expect(await named(FileType.Xml)).toEqual([...said, "gus"]);
  expect(await named(FileType.Csv)).toEqual(["dan", "gus"]);

  const value = `${"!#$&*/=?^`{|}~".repeat(4)}a@${"_".repeat(190)}`;
  const hostile = { ...filter, sievers: { [SieverCode.Email]: Array.from({ length: 500 }, (_, n) => value + n) } };
  const from = performance.now();
  expect(
    await findEmailAddresses({ fileType: FileType.Html, filter: hostile, design, asked: asked as never }),
  ).toBeNull();
  expect(performance.now() - from).toBeLessThan(5_000);
});
