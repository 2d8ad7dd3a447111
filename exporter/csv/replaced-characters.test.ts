import { expect, it } from "vitest";
import { FileType } from "#domain/enumerations.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { exporterForTests, someOrders } from "#tests/support/exporter-for-tests.ts";
import { createExportJob } from "../jobs/export-job.ts";

const never = new AbortController().signal;

/** An export of two orders with Greek line titles. */
const made = async (fileType: FileType, CsvEncoding: number) => {
  const exporter = exporterForTests(
    someOrders(2).map((order) => ({
      ...order,
      lineItems: [{ id: "gid://shopify/LineItem/1", title: "Καφές", quantity: 1 }],
    })),
  );
  await exporter.request("e1", { fileType, preferences: { ...defaultPreferences, CsvEncoding } });
  await exporter.enqueue("e1");
  await createExportJob(exporter.deps)(await exporter.claim(), never);
  return exporter.stateOf("e1");
};

it("a finished export has the number of characters missing from its code page", async () => {
  expect(await made(FileType.Csv, 1252)).toMatchObject({ status: "finished", file: { replacedCharacters: 10 } });
});

it.each([
  ["the page of its language", FileType.Csv, 1253],
  ["UTF-8", FileType.Csv, 0],
  ["a format without code pages", FileType.Xml, 1252],
])("no number of replaced characters is stored for %s", async (_, fileType, page) => {
  expect(await made(fileType, page)).not.toHaveProperty("file.replacedCharacters");
});
