import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fragment } from "xmlbuilder2";
import type { ByteSink } from "#application/writing/writer.ts";
import {
  column,
  fileOf,
  image,
  link,
  moment,
  number,
  numbers,
  rowsOf,
  text,
} from "#application/writing/writers-for-tests.ts";
import { ColumnType } from "#domain/enumerations.ts";
import type { ReportDescription } from "#domain/export/report-description.ts";
import { defaultPreferences, type Preferences } from "#domain/shop/preferences.ts";
import { removeInvalid } from "#domain/text/remove-invalid.ts";
import { readXml } from "#tests/support/read-report.ts";
import { createXmlWriter } from "./xml-writer.ts";

const writer =
  (changes: Partial<Preferences> = {}, zone = "Europe/Athens") =>
  (sink: ByteSink) =>
    createXmlWriter({ preferences: { ...defaultPreferences, ...changes }, zone }, sink);

describe("an XML file", () => {
  it("lists its columns with their titles, then has a row with an element per column", async () => {
    const columns = [
      column("OrderNum", { title: 'Order "number" <&>' }),
      column("OrderDate", { valueKind: "datetime" }),
      numbers("Price"),
      column("OrderUrl", { type: ColumnType.Link }),
      column("Image", { type: ColumnType.Image }),
    ];
    const rows = rowsOf(
      [
        text("#1"),
        moment("2026-11-20T12:05:30Z"),
        number("-7.25"),
        link("https://a.example/?a=1&b=2"),
        image("x", "y"),
      ],
      [null, null, null, null, null],
    );
    const { bytes, contentHash } = await fileOf(writer(), columns, rows, { title: "A & B\t<c>" });
    expect(bytes.toString("utf8")).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<report title="A &amp; B&#9;&lt;c&gt;" generated="2026-11-20T16:05:00+02:00" timezone="Europe/Athens" shop="aurora-demo" from="2026-11-01" to="2026-11-20">',
        "<columns>",
        '<column key="OrderNum" title="Order &quot;number&quot; &lt;&amp;&gt;" type="text"/>',
        '<column key="OrderDate" title="OrderDate" type="datetime"/>',
        '<column key="Price" title="Price" type="number"/>',
        '<column key="OrderUrl" title="OrderUrl" type="link"/>',
        '<column key="Image" title="Image" type="image"/>',
        "</columns>",
        "<row><OrderNum>#1</OrderNum><OrderDate>2026/11/20 14:05</OrderDate><Price>-7.25</Price><OrderUrl>https://a.example/?a=1&amp;b=2</OrderUrl><Image>x\ny</Image></row>",
        "<row><OrderNum/><OrderDate/><Price/><OrderUrl/><Image/></row>",
        "</report>",
        "",
      ].join("\n"),
    );
    // The file itself is the content.
    expect(contentHash).toBeUndefined();
  });

  it("matches the documentation for programmers", async () => {
    const documented = /```xml\n([\s\S]*?)```/.exec(await readFile("docs/files.md", "utf8"))?.[1];
    const columns = [
      column("OrderNum", { title: "Order number" }),
      column("OrderDate", { title: "Order date", valueKind: "datetime" }),
      numbers("Price"),
      column("OrderUrl", { title: "Order in the store", type: ColumnType.Link }),
    ];
    const rows = rowsOf([text("#1302"), moment("2026-11-20T12:05:30Z"), number("-7.25"), null]);
    expect((await fileOf(writer(), columns, rows)).bytes.toString("utf8")).toBe(documented);
  });

  it("has attributes that name its orders, time and filter", async () => {
    const rootOf = async (about: Partial<ReportDescription>) =>
      (await fileOf(writer(), [column("A")], [], { about })).bytes.toString("utf8").split("\n")[1];
    const filter = { title: 'B2B "north"', conditions: "Orders tagged “b2b”." };
    expect(await rootOf({ filter, days: { first: null, last: "2026-11-20" } })).toBe(
      '<report title="Sales" generated="2026-11-20T16:05:00+02:00" timezone="Europe/Athens" shop="aurora-demo" to="2026-11-20" filter="B2B &quot;north&quot;" conditions="Orders tagged “b2b”.">',
    );
    expect(await rootOf({ chosen: 3, filter: { title: null, conditions: "" } })).toBe(
      '<report title="Sales" generated="2026-11-20T16:05:00+02:00" timezone="Europe/Athens" shop="aurora-demo" chosenOrders="3">',
    );
  });

  it("shows plain numbers and configured date formats, whatever the settings for CSV", async () => {
    const { bytes } = await fileOf(
      writer({ UserDateFormat: 1, CsvUseCommaForDecimals: true, CsvIncludeNewlines: false }, "Pacific/Auckland"),
      [numbers("Price"), column("OrderDate"), column("Note")],
      rowsOf([number("7.25"), moment("2026-11-20T14:05:00Z"), text("=a\nb")]),
    );
    expect(readXml(bytes).rows).toEqual([["7.25", "21/11/2026 03:05", "=a\nb"]]);
  });

  it("is complete without rows", async () => {
    const { bytes } = await fileOf(writer(), [column("OrderNum")], []);
    expect(readXml(bytes)).toMatchObject({ title: "Sales", columns: [{ key: "OrderNum" }], rows: [] });
  });

  it("refuses a column whose key can't be an element name", async () => {
    await expect(fileOf(writer(), [column("Order num")], [])).rejects.toThrow("Order num");
  });
});

describe("compared with an independent writer and reader", () => {
  const anyText = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({
      unit: fc.constantFrom(
        "<",
        ">",
        "&",
        '"',
        "'",
        "\r",
        "\n",
        "\t",
        "]",
        " ",
        "\u0001",
        "\ufffe",
        "é",
        "😀",
        "\ud800",
        "م",
      ),
    }),
  );

  it("is read back unchanged, for any text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(anyText, { minLength: 2, maxLength: 2 })), anyText, async (texts, title) => {
        const { bytes } = await fileOf(
          writer(),
          [column("A", { title }), column("B")],
          rowsOf(...texts.map((row) => row.map(text))),
          { title },
        );
        const read = readXml(bytes);
        expect(read.rows).toEqual(texts.map((row) => row.map(removeInvalid)));
        expect([read.title, read.columns[0]?.title]).toEqual([removeInvalid(title), removeInvalid(title)]);
      }),
    );
  });

  it("has the same rows as from xmlbuilder2, which doesn't handle carriage returns", async () => {
    const valid = anyText.map((value) => removeInvalid(value).replaceAll("\r", ""));
    await fc.assert(
      fc.asyncProperty(fc.array(valid, { minLength: 1 }), async (texts) => {
        const { bytes } = await fileOf(writer(), [column("A")], rowsOf(...texts.map((value) => [text(value)])));
        const theirs = texts.map((value) => `${fragment().ele("row").ele("A").txt(value).up().up().toString()}\n`);
        const [, ours] = bytes.toString("utf8").split("</columns>\n");
        expect(ours).toBe(`${theirs.join("")}</report>\n`);
      }),
      { numRuns: 50 },
    );
  });
});
