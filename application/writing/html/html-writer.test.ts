import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ColumnType, NumberFormatType } from "#domain/enumerations.ts";
import { rowSearchScript } from "#domain/html/row-search.ts";
import { defaultPreferences, type Preferences } from "#domain/shop/preferences.ts";
import { removeInvalid } from "#domain/text/remove-invalid.ts";
import { readHtml } from "#tests/support/read-report.ts";
import { scriptHash } from "../../text/script-hash.ts";
import type { ByteSink } from "../writer.ts";
import {
  column,
  fileOf,
  image,
  link,
  moment,
  number,
  numbers,
  numbersOfShop,
  rowsOf,
  text,
} from "../writers-for-tests.ts";
import { createHtmlWriter, type HtmlSettings } from "./html-writer.ts";

const settings: HtmlSettings = {
  preferences: defaultPreferences,
  shop: { ianaTimezone: "Europe/Athens", ...numbersOfShop },
};
const writer =
  (changes: Partial<HtmlSettings> = {}) =>
  (sink: ByteSink) =>
    createHtmlWriter({ ...settings, ...changes }, sink);
const preferring = (changes: Partial<Preferences>) => writer({ preferences: { ...defaultPreferences, ...changes } });

const columns = [
  column("OrderNum", { title: "Order number" }),
  numbers("Quantity"),
  numbers("Price", { total: "none" }),
];
const read = async (...given: Parameters<typeof fileOf>) => readHtml((await fileOf(...given)).bytes);

describe("an HTML report", () => {
  it("shows its title, shop, dates, time, zone and number of orders and rows", async () => {
    const page = await read(writer(), columns, rowsOf([text("#1"), number("2"), number("1.5")]), { orders: 3 });
    expect(page.title).toBe("Sales");
    expect(page.words).toContain("aurora-demo · Orders from 2026/11/01 to 2026/11/20");
    expect(page.words).toContain("Generated 2026/11/20 16:05, times in Europe/Athens");
    expect(page.words).toContain("3 orders, 1 row\n");
    expect(page.header).toEqual(["Order number", "Quantity", "Price"]);
  });

  it("shows its filter's name and description", async () => {
    const filter = { title: "Paid <b>", conditions: "Orders that are paid." };
    const { words } = await read(writer(), columns, [], { about: { filter } });
    expect(words).toContain("to 2026/11/20\nFilter “Paid <b>”: Orders that are paid.\nGenerated");
  });

  it("has exact totals below the table, except for columns where a total means nothing", async () => {
    const rows = rowsOf([text("#1"), number("0.1"), number("5")], [text("#2"), number("0.2"), number("5")]);
    expect((await read(writer(), columns, rows)).totals).toEqual(["Total", "0.3", ""]);
    expect((await read(writer(), [numbers("Quantity")], rowsOf([number("2")]))).totals).toEqual(["Total 2"]);
    expect((await read(writer(), [column("OrderNum")], rowsOf([text("#1")]))).totals).toEqual([]);
  });

  it("counts an order's amount once in the totals", async () => {
    const once = [numbers("OrderTotal", { total: "sumOncePerOrder" })];
    const row = (startsOrder: boolean) => ({ cells: [number("10")], startsOrder });
    expect((await read(writer(), once, [row(true), row(false), row(true)])).totals).toEqual(["Total 20.00"]);
  });

  it("without rows says that it is empty, with column titles and without totals", async () => {
    const page = await read(writer(), columns, []);
    expect(page).toMatchObject({ rows: [], totals: [], header: ["Order number", "Quantity", "Price"] });
    expect(page.words).toContain("This report is empty: no orders match.");
    expect((await read(writer(), columns, [], { orders: 1 })).words).toContain(
      "This report is empty: its orders have nothing to list.",
    );
  });

  it("links valid addresses, including those of missing images, and leaves the rest as text", async () => {
    const bad = "javascript:alert(1)";
    const page = await read(
      writer(),
      [column("OrderUrl", { type: ColumnType.Link }), column("Image", { type: ColumnType.Image }), column("Note")],
      rowsOf([
        link('https://a.example/?a="1"&b=2', bad),
        image("https://a.example/1.png", bad, "mailto:a@example.com"),
        text(bad),
      ]),
    );
    expect(page.links).toEqual(["https://a.example/?a=%221%22&b=2", "https://a.example/1.png", "mailto:a@example.com"]);
    expect(page.pictures).toEqual([]);
    const listed = `https://a.example/1.png\n${bad}\nmailto:a@example.com`;
    expect(page.rows[0]).toEqual([`https://a.example/?a="1"&b=2\n${bad}`, listed, bad]);
  });

  it("shades every other line, or every other order", async () => {
    const rows = [true, false, true, true, false].map((startsOrder) => ({ cells: [text("x")], startsOrder }));
    const classes = async (AlternateRowsStyle: number) =>
      (await read(preferring({ AlternateRowsStyle }), [column("A")], rows)).rowClasses;
    expect(await classes(0)).toEqual(["", "", "", "", ""]);
    expect(await classes(1)).toEqual(["", "alt", "", "alt", ""]);
    expect(await classes(2)).toEqual(["", "", "alt", "", ""]);
  });

  it("colors a row by its order's local status instead of shading it, and shows the status", async () => {
    const said = [column("OrderNum"), column("LocalStatus")];
    const rows = rowsOf(...["New", "In progress", "Done", "Problem", "else"].map((word) => [text("#1"), text(word)]), [
      text("#2"),
      null,
    ]);
    const page = await read(preferring({ AlternateRowsStyle: 1 }), said, rows);
    expect(page.rowClasses).toEqual(["s1", "s2", "s3", "s4", "", "alt"]);
    expect(page.rows.map(([, word]) => word).slice(0, 4)).toEqual(["New", "In progress", "Done", "Problem"]);
    expect((await read(writer(), [column("OrderNum"), column("Note")], rows)).rowClasses.join("")).toBe("");
  });

  it("runs no script but its own search, and loads nothing, whatever the cells contain", async () => {
    const nasty = '</td></table></style><script>alert(1)</script><img src=x onerror=alert(1)>"';
    const rows = rowsOf([text(nasty)], [text(rowSearchScript)]);
    const { bytes } = await fileOf(writer(), [column("A", { title: nasty })], rows, { title: nasty });
    const page = readHtml(bytes);
    expect(page).toMatchObject({ scripts: [rowSearchScript], pictures: [], header: [nasty], title: nasty });
    expect(page.rows[0]).toEqual([nasty]);
    expect(page.policy).toBe(
      `default-src 'none'; script-src ${scriptHash(rowSearchScript)}; style-src 'unsafe-inline'; img-src data:`,
    );
    expect(bytes.toString("utf8")).not.toMatch(/@import|url\(/);
  });

  it.each([
    [0, 0],
    [1, 0],
    [2, 1],
    [5_000, 1],
    [5_001, 0],
  ])("with %i rows has %i search", async (count, searches) => {
    const rows = rowsOf(...Array.from({ length: count }, () => [text("x")]));
    expect((await read(writer(), [column("A")], rows)).scripts).toHaveLength(searches);
  });

  it("has its rows in groups of 100 and its widths from its first rows, with any batches", async () => {
    const rows = rowsOf(...Array.from({ length: 250 }, (_, at) => [text(at === 120 ? "W".repeat(50) : "short")]));
    const { bytes } = await fileOf(writer(), [column("Note")], rows);
    expect(bytes.toString("utf8").match(/<tbody>/g)).toHaveLength(3);
    expect(bytes.toString("utf8")).toContain("--wide:minmax(79px,79fr)");
    expect((await fileOf(writer(), [column("Note")], rows, { batch: 7 })).bytes.equals(bytes)).toBe(true);
  });

  it("reads back exactly as written, for any text", async () => {
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
          "/",
          " ",
          "\u0001",
          "\u00a0",
          "é",
          "😀",
          "\ud800",
          "م",
        ),
      }),
    );
    // HTML forbids these.
    const isForbidden = (code: number) =>
      (code >= 0x7f && code <= 0x9f) || (code >= 0xfdd0 && code <= 0xfdef) || (code & 0xfffe) === 0xfffe;
    const kept = (value: string) => [...removeInvalid(value)].filter((one) => !isForbidden(one.codePointAt(0) ?? 0));
    // HTML knows one kind of line break.
    const asRead = (value: string) =>
      kept(value)
        .join("")
        .replaceAll(/\r\n|[\r\u2028\u2029]/g, "\n");
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(anyText, { minLength: 2, maxLength: 2 })), async (texts) => {
        const page = await read(writer(), [column("A"), column("B")], rowsOf(...texts.map((row) => row.map(text))));
        expect(page.rows).toEqual(texts.map((row) => row.map(asRead)));
      }),
      { numRuns: 60 },
    );
  });

  it("formats numbers as their columns do, including totals and red numbers", async () => {
    const columns = [
      numbers("A", { format: { type: NumberFormatType.Currency } }),
      numbers("B", { format: { type: NumberFormatType.Custom, code: '#,##0.0 "<b>"' } }),
      numbers("C", { format: { type: NumberFormatType.LessThanRed, limit: 2 } }),
      numbers("D"),
    ];
    const rows = rowsOf(["1234.5", "1234.5", "2", "1234.5"].map(number), ["-1", "0", "2.5", "0"].map(number));
    const { bytes } = await fileOf(writer(), columns, rows);
    const page = readHtml(bytes);
    expect(page.rows).toEqual([
      ["1,234.50 EUR", "1,234.5 <b>", "2", "1234.5"],
      ["-1.00 EUR", "0.0 <b>", "2.5", "0"],
    ]);
    expect(page.totals).toEqual(["Total 1,233.50 EUR", "1,234.5 <b>", "4.5", "1234.5"]);
    expect(bytes.toString("utf8").match(/<td class="n r">[^<]*/g)).toEqual(['<td class="n r">2']);
  });

  it.each([
    ["EUR", ["7.50", "33.3333", "Total", "40.8333"]],
    ["JPY", ["7.5", "33.3333", "Total", "40.8333"]],
    ["KWD", ["7.500", "33.3333", "Total", "40.8333"]],
  ])(
    "shows amounts without a number format with the decimals of %s, as the preview does, and rounds none",
    async (currencyCode, expected) => {
      const shop = { ...settings.shop, currencyCode };
      const columns = [column("OrderNum"), numbers("Price"), numbers("Quantity")];
      const rows = rowsOf([text("#1"), number("7.5"), number("7.5")], [text("#2"), number("33.3333"), number("1")]);
      const page = await read(writer({ shop }), columns, rows);
      expect([...page.rows.map((row) => row[1]), ...page.totals.slice(0, 2)]).toEqual(expected);
      expect(page.rows[0]?.[2]).toBe("7.5");
      expect(page.totals[2]).toBe("8.5");
    },
  );

  it("shows times in the shop's zone and chosen format", async () => {
    const page = await read(preferring({ UserDateFormat: 2 }), [column("D")], rowsOf([moment("2026-11-20T23:05:00Z")]));
    expect(page.rows).toEqual([["11/21/2026 01:05"]]);
  });
});
