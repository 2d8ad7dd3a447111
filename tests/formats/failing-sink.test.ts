import { expect, it } from "vitest";
import { createHtmlWriter } from "#application/writing/html/html-writer.ts";
import type { ByteSink, ReportWriter } from "#application/writing/writer.ts";
import { column, fileOf, link, numbersOfShop, rowsOf, text } from "#application/writing/writers-for-tests.ts";
import type { Cell } from "#domain/columns/definition.ts";
import type { FileType } from "#domain/enumerations.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { createCsvWriter } from "../../exporter/csv/csv-writer.ts";
import { createXlsxWriter } from "../../exporter/xlsx/xlsx-writer.ts";
import { createXmlWriter } from "../../exporter/xml/xml-writer.ts";

const settings = { preferences: defaultPreferences, zone: "UTC", numbers: numbersOfShop };
const writers: Readonly<Record<keyof typeof FileType, (sink: ByteSink) => ReportWriter>> = {
  Html: (sink) => createHtmlWriter({ ...settings, shop: { ianaTimezone: "UTC", ...numbersOfShop } }, sink),
  Excel: (sink) => createXlsxWriter(settings, sink),
  Csv: (sink) => createCsvWriter(settings, sink),
  Xml: (sink) => createXmlWriter(settings, sink),
};

/** Some megabytes of text that compression makes little smaller. */
const cells = Array.from({ length: 20_000 }, (_, n): Cell[] => [
  text(`${Math.imul(n, 2_654_435_761)}`.repeat(4)),
  link(`https://a.example/${n}`),
]);

/** Chunks that a writer hands on before one is refused; if null, none is. */
const write = async (create: (sink: ByteSink) => ReportWriter, refusedAt: number | null): Promise<number> => {
  let pieces = 0;
  const refusing = (sink: ByteSink): ReportWriter =>
    create(async (bytes) => {
      pieces += 1;
      if (refusedAt !== null && pieces >= refusedAt) throw new Error("the disk is full");
      await sink(bytes);
    });
  await fileOf(refusing, [column("A"), column("B")], rowsOf(...cells));
  return pieces;
};

it.each(Object.entries(writers))(
  "writing a file fails at once when the sink fails, at any position: %s",
  async (_, create) => {
    const all = await write(create, null);
    expect(all).toBeGreaterThan(3);
    // How compressed bytes fall into chunks differs a little from run to run: the last ones may not be there.
    for (const refusedAt of new Set([1, 2, Math.ceil(all / 4), Math.ceil(all / 2)]))
      await expect(write(create, refusedAt), `at piece ${refusedAt} of ${all}`).rejects.toThrow("the disk is full");
  },
);
