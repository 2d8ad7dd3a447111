import { describe, expect, it } from "vitest";
import { createHtmlWriter } from "#application/writing/html/html-writer.ts";
import type { ByteSink, ReportRow, ReportWriter } from "#application/writing/writer.ts";
import { about, column, numbersOfShop, rowsOf, text } from "#application/writing/writers-for-tests.ts";
import type { FileType } from "#domain/enumerations.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { readExcel } from "#tests/support/read-report.ts";
import { createCsvWriter } from "./csv/csv-writer.ts";
import { excelLimits } from "./xlsx/limits.ts";
import { createXlsxWriter } from "./xlsx/xlsx-writer.ts";
import { createXmlWriter } from "./xml/xml-writer.ts";

const settings = { preferences: defaultPreferences, zone: "Europe/Athens", numbers: numbersOfShop };
const html = {
  ...settings,
  shop: { ianaTimezone: "Europe/Athens", ...numbersOfShop },
};
const writers: Record<keyof typeof FileType, (sink: ByteSink) => ReportWriter> = {
  Csv: (sink) => createCsvWriter(settings, sink),
  Xml: (sink) => createXmlWriter(settings, sink),
  Html: (sink) => createHtmlWriter(html, sink),
  Excel: (sink) => createXlsxWriter(settings, sink),
};
const begun = async (create: (sink: ByteSink) => ReportWriter) => {
  const pieces: Buffer[] = [];
  const writer = create(async (bytes) => {
    pieces.push(Buffer.from(bytes));
  });
  await writer.begin({ title: "Sales", columns: [column("A")], about, split: true });
  return { writer, bytes: () => Buffer.concat(pieces) };
};

describe("a writer that takes one worksheet at a time", () => {
  it.each(Object.entries(writers))("refuses a second one before the first has ended: %s", async (_, create) => {
    const { writer } = await begun(create);
    const first = await writer.beginSheet({ name: "a" });
    await expect(writer.beginSheet({ name: "b" })).rejects.toThrow(
      "This format takes one worksheet at a time: end the one before, then begin the next.",
    );
    await first.end({ orders: 0 });
    await (await writer.beginSheet({ name: "b" })).end({ orders: 0 });
    await writer.end();
  });
});

describe("a worksheet name with special characters", () => {
  const nasty = '=1+"<b>&\r\n';
  const write = async (create: (sink: ByteSink) => ReportWriter, rows: ReportRow[] = rowsOf([text("x")])) => {
    const { writer, bytes } = await begun(create);
    const sheet = await writer.beginSheet({ name: nasty });
    await sheet.rows(rows);
    await sheet.end({ orders: 1 });
    await writer.end();
    return bytes().toString("utf8");
  };

  it("is escaped in CSV", async () => {
    expect(await write((sink) => createCsvWriter(settings, sink))).toBe(`\ufeff"'=1+""<b>&\r\n"\r\nA\r\nx\r\n`);
  });

  it("is escaped as an attribute in XML, and as text in HTML", async () => {
    expect(await write((sink) => createXmlWriter(settings, sink))).toContain(
      '<worksheet name="=1+&quot;&lt;b&gt;&amp;&#13;&#10;">\n<row><A>x</A></row>\n</worksheet>\n',
    );
    const page = await write((sink) => createHtmlWriter(html, sink));
    expect(page).toContain('<section>\n<h2>=1+"&lt;b&gt;&amp;<br></h2>');
    expect(page).toContain('aria-label="Rows of =1+&quot;&lt;b&gt;&amp;');
  });
});

describe("the worksheets of an Excel file", () => {
  it("continue under another unique name when full, shortened as Excel requires", async () => {
    const limits = { ...excelLimits, rows: 3, links: 10 };
    const { writer, bytes } = await begun((sink) => createXlsxWriter({ ...settings, limits }, sink));
    const long = "A very long name of a worksheet, indeed";
    for (const name of ["a", "A (2)", long, `${long}!`]) {
      const sheet = await writer.beginSheet({ name });
      await sheet.rows(rowsOf([text(`1 ${name}`)], [text("2")], [text("3")]));
      await sheet.end({ orders: 1 });
    }
    await writer.end();
    const { sheets } = await readExcel(bytes());
    expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
      ["a", 2],
      ["a (2)", 1],
      ["A (2) (2)", 2],
      ["A (2) (3)", 1],
      ["A very long name of a worksheet", 2],
      ["A very long name of a works (2)", 1],
      ["A very long name of a works (3)", 2],
      ["A very long name of a works (4)", 1],
    ]);
    expect(sheets.map(({ header }) => header)).toEqual(sheets.map(() => ["A"]));
  });
});

describe("a cell with several dates", () => {
  it.each(Object.entries(writers))("shows each in the shop's zone: %s", async (format, create) => {
    const { writer, bytes } = await begun(create);
    const sheet = await writer.beginSheet({ name: "a" });
    const instants = ["2026-11-20T12:00:00Z", "2026-11-21T12:00:00Z"];
    await sheet.rows(rowsOf([{ kind: "datetimes", instants }]));
    await sheet.end({ orders: 1 });
    await writer.end();
    const shown = "2026/11/20 14:00, 2026/11/21 14:00";
    if (format === "Excel") expect((await readExcel(bytes())).sheets[0]?.rows).toEqual([[shown]]);
    else expect(bytes().toString("utf8")).toContain(shown);
  });
});
