import { expect, it } from "vitest";
import { FileType } from "#domain/enumerations.ts";
import { SieverCode } from "#domain/filters/sievers.ts";
import { addressesNamed } from "./addresses-named.ts";

it("knows the addresses that a file names since it says its filter, in every format that does", () => {
  const filter = {
    filterId: "f",
    financial_status: 0,
    fulfillment_status: 0,
    order_status: 0,
    sievers: { [SieverCode.Email]: ["ann@shop.example"] },
  } as const;
  const named = (fileType: FileType) => addressesNamed({ fileType, filter });
  expect([FileType.Html, FileType.Excel, FileType.Xml].map(named)).toEqual(Array(3).fill(["ann@shop.example"]));
  expect(named(FileType.Csv)).toEqual([]);
});
