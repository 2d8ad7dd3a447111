import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ColumnType, NumberFormatType } from "#domain/enumerations.ts";
import type { NumberFormatOnWire } from "#domain/wire/reports/reports.ts";
import { getCellAlign, toCellFormat } from "./cell-format.ts";
import { ReportCell } from "./report-cell.tsx";

const shop = {
  moneyFormat: "€{{amount}}",
  currencyCode: "EUR",
  primaryLocale: "en",
  adminUrl: "https://aurora.example/admin",
};
type Given = {
  column?: string;
  type: ColumnType;
  format?: NumberFormatOnWire;
  title?: string | null;
  of?: Partial<typeof shop>;
};
const html = (value: string | null, { column = "Column", type, format, title = null, of }: Given) =>
  renderToStaticMarkup(
    <ReportCell
      look={toCellFormat(
        { Column: column, Type: type, Title: "Column", NumberFormat: format ?? null },
        { ...shop, ...of },
      )}
      value={value}
      title={title}
    />,
  );
const format = (Type: NumberFormatType, change: Partial<NumberFormatOnWire> = {}): NumberFormatOnWire => ({
  Type,
  CustomFormatCode: null,
  LessThanRedValue: null,
  ...change,
});

describe("a cell of a report", () => {
  it("is blank if it is empty", () => {
    expect([html(null, { type: ColumnType.Text }), html("", { type: ColumnType.Image })]).toEqual(["", ""]);
  });

  it.each([
    ["[NotLoaded]", ColumnType.Text],
    ["[NotLoaded]", ColumnType.Image],
    ["-999", ColumnType.Number],
  ])("asks to refresh the browser if it has %s", (value, type) => {
    expect(html(value, { type })).toContain("Refresh browser (hit F5)");
  });

  it("keeps its line breaks, and shows HTML as text", () => {
    expect(html("one\ntwo", { type: ColumnType.Text })).toBe('<span style="white-space:pre-line">one\ntwo</span>');
    expect(html("<b>bold</b>", { type: ColumnType.Text })).toBe("&lt;b&gt;bold&lt;/b&gt;");
  });

  it("shows a number in its format, aligned right", () => {
    const number = { type: ColumnType.Number };
    expect(html("1234.5", number)).toBe("1234.5");
    expect(
      html("1234.5", { ...number, format: format(NumberFormatType.Custom, { CustomFormatCode: "#,##0.00" }) }),
    ).toBe("1,234.50");
    expect(html("1234.5", { ...number, format: format(NumberFormatType.Currency) })).toBe("€1,234.50");
    expect([ColumnType.Number, ColumnType.Text].map((type) => getCellAlign({ type }))).toEqual(["right", "left"]);
  });

  it.each([
    ["EUR", "7.5", "7.50"],
    ["EUR", "7", "7.00"],
    ["EUR", "-7.5", "-7.50"],
    ["EUR", "0", "0.00"],
    ["EUR", "33.3333", "33.3333"],
    ["JPY", "1200", "1200"],
    ["KWD", "12.3", "12.300"],
    ["KWD", "12.345", "12.345"],
  ])(
    "shows an unformatted amount in %s with the currency's decimals, never rounded: %s as %s",
    (currencyCode, amount, shown) => {
      const of = { currencyCode };
      expect(html(amount, { column: "Price", type: ColumnType.Number, of })).toBe(shown);
      expect(html(amount, { column: "Quantity", type: ColumnType.Number, of })).toBe(amount);
    },
  );

  it("says how to get a missing currency format, with a link to the store's settings", () => {
    const shown = html("5", {
      type: ColumnType.Number,
      format: format(NumberFormatType.Currency),
      of: { moneyFormat: "" },
    });
    expect(shown).toContain("Logout and login again to get the &#x27;Currency format&#x27; from Shopify.");
    expect(shown).toContain('href="https://aurora.example/admin/settings/general"');
  });

  it("is red at its limit and below", () => {
    const low = { type: ColumnType.Number, format: format(NumberFormatType.LessThanRed, { LessThanRedValue: 5 }) };
    expect([html("5", low), html("-1", low)].every((shown) => shown.includes("error-main"))).toBe(true);
    expect(html("6", low)).toBe("6");
  });
});

describe("a cell of links", () => {
  const link = { type: ColumnType.Link };
  it("has one link per line, named by its title column", () => {
    const two = html("https://a.example/1\nhttps://a.example/2", { ...link, title: "#1001\n#1002" });
    expect(two.match(/<li>/g)).toHaveLength(2);
    expect(two).toContain(">#1001</a>");
    expect(two).toContain(">#1002</a>");
  });

  it("is named by its address if the titles don't match", () => {
    expect(html("https://www.a.example/x?key=1", link)).toContain(">a.example/x</a>");
    expect(html("https://a.example/1\nhttps://a.example/2", { ...link, title: "one" })).toContain(">a.example/1</a>");
  });

  it("makes no link from an unsafe address", () => {
    expect(html("javascript://a.example/%0aalert(1)", link)).toBe("javascript://a.example/%0aalert(1)");
    expect(html("javascript://a.example/%0aalert(1)", { type: ColumnType.Image })).toBe("");
  });
});

it("loads images lazily, with a fixed size and alternative text", () => {
  const shown = html("https://a.example/1.png", { type: ColumnType.Image, title: "Blue cup" });
  for (const part of ['loading="lazy"', 'width="40"', 'height="40"', 'alt="Blue cup"']) expect(shown).toContain(part);
});
