import { describe, expect, it } from "vitest";
import {
  type AttributeCategory,
  ColumnCategory,
  ColumnType,
  CustomColumnCategory,
  Grouping,
} from "#domain/enumerations.ts";
import type { ReportColumnInfo } from "#domain/wire/reports/columns.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { panelColumns, panelGroups } from "./panel-columns.ts";

const column = (Column: string, change: Partial<ReportColumn> = {}): ReportColumn => ({
  Column,
  Title: Column,
  OriginalTitle: Column,
  Visible: false,
  Disabled: false,
  Width: 16,
  Sorting: 0,
  Type: ColumnType.Text,
  Category: ColumnCategory.Order,
  SlowColumn: -1,
  CustomColumn: null,
  NumberFormat: null,
  LinkTitleField: null,
  Field: Column,
  ...change,
});
const info = (Column: string, Groupings: number[]): [string, ReportColumnInfo] => [
  Column,
  {
    Column,
    Name: Column,
    Description: `About ${Column}.`,
    Example: `${Column} 1`,
    Note: "",
    Category: ColumnCategory.Order,
    Type: ColumnType.Text,
    ValueKind: "text",
    SlowColumn: -1,
    Groupings,
  },
];
const design = {
  grouping: Grouping.Orders,
  shown: ["Total", "Email"],
  settings: { Email: { title: "Mail of buyer" } },
};
const infos = new Map([info("Sku", [Grouping.Orders]), info("Email", [Grouping.Orders]), info("Total", [2, 5])]);
const columns = [column("Total"), column("Email"), column("Sku", { Category: ColumnCategory.Product, SlowColumn: 4 })];

describe("the columns of a design in the panel", () => {
  it("are in the order of the catalogue, not of the report", () => {
    expect(panelColumns(columns, design, infos).map(({ key }) => key)).toEqual(["Sku", "Email", "Total"]);
    expect(panelColumns(columns, design, new Map()).map(({ key }) => key)).toEqual(["Total", "Email", "Sku"]);
  });

  it("are marked as shown, renamed and slow", () => {
    const [sku, email] = panelColumns(columns, design, infos);
    expect(sku).toMatchObject({ isShown: false, slow: true, title: "Sku", text: "About Sku.\n" });
    expect(email).toMatchObject({ isShown: true, slow: false, title: "Mail of buyer", originalTitle: "Email" });
  });

  it("have a description and an example, or the content that the merchant chose", () => {
    const own = (key: string) =>
      column(key, { Takes: [CustomColumnCategory.ExcelFormula, CustomColumnCategory.NoteAttributes] });
    const { ExcelFormula, NoteAttributes } = CustomColumnCategory;
    const settings = {
      Custom1: { custom: { category: ExcelFormula, formula: "=A1" } },
      Custom2: { custom: { category: NoteAttributes, name: "Gift message" } },
      Custom3: { title: "Margin" },
    } as const;
    const keys = ["Custom1", "Custom2", "Custom3"];
    const listed = panelColumns(
      [...keys.map(own), column("Sku")],
      { ...design, settings },
      new Map([...keys, "Sku"].map((key) => info(key, []))),
    );
    expect(listed.map(({ about, example }) => [about, example])).toEqual([
      ["Excel formula", null],
      ["Additional detail of the order: Gift message", null],
      ["About Custom3.", "Custom3 1"],
      ["About Sku.", "Sku 1"],
    ]);
    expect(panelColumns(columns, design, new Map())[0]).toMatchObject({ about: "", example: null });
  });

  it("count as free custom columns until they are used", () => {
    const own = (key: string) => column(key, { Takes: [CustomColumnCategory.ExcelFormula] });
    const settings = { Custom1: { title: "Margin" } };
    const listed = panelColumns(
      ["Custom1", "Custom2", "Custom3", "Email"].map((key) => (key === "Email" ? column(key) : own(key))),
      { grouping: Grouping.Orders, shown: ["Custom2"], settings },
      new Map(),
    );
    expect(listed.filter(({ free }) => free).map(({ key }) => key)).toEqual(["Custom3"]);
  });

  it("say why the grouping doesn't support them, by the design until the list of columns is loaded", () => {
    const reasons = (grouping: Grouping, of = columns, known = infos) =>
      panelColumns(of, { ...design, grouping }, known).map(({ unavailable }) => unavailable);
    expect(reasons(Grouping.Orders)).toEqual([null, null, "Not with one row per order line"]);
    expect(reasons(Grouping.OnePerOrder)).toEqual(["Not with one row per order", "Not with one row per order", null]);
    const noBundles = "Not with one row per bundle or single line";
    expect(reasons(Grouping.BundleAndCustomizer)).toEqual([noBundles, noBundles, null]);
    expect(reasons(Grouping.BundleAndCustomizer, [column("Total", { Disabled: true })], new Map())).toEqual([
      noBundles,
    ]);
  });

  it("have the groupings and slowness of their chosen attribute", () => {
    const own = column("Custom7", {
      Takes: [CustomColumnCategory.ProductMetafields, CustomColumnCategory.NoteAttributes],
    });
    const everywhere = new Map([info("Custom7", [0, 1, 2, 3, 4])]);
    const asSet = (category: AttributeCategory, grouping: Grouping) => {
      const settings = { Custom7: { custom: { category, name: "custom.material" } } };
      const [listed] = panelColumns([own], { grouping, shown: [], settings }, everywhere);
      return [listed?.unavailable, listed?.slow];
    };
    const { NoteAttributes, ProductMetafields, Property } = CustomColumnCategory;
    expect(asSet(NoteAttributes, Grouping.OnePerOrder)).toEqual([null, false]);
    expect(asSet(NoteAttributes, Grouping.ProductCombined)).toEqual(["Not with one row per product", false]);
    expect(asSet(ProductMetafields, Grouping.ProductCombined)).toEqual([null, true]);
    // An attribute that the column doesn't support has no effect.
    expect(asSet(Property, Grouping.ProductCombined)).toEqual([null, false]);
  });

  it("aren't popular if the grouping doesn't allow them, unless they are shown", () => {
    const keys = ["OrderNum", "SKU", "Quantity"];
    const listed = panelColumns(
      keys.map((key) => column(key)),
      { grouping: Grouping.ProductCombined, shown: ["Quantity"], settings: {} },
      new Map([info("OrderNum", [Grouping.Orders]), info("SKU", [Grouping.ProductCombined]), info("Quantity", [])]),
    );
    expect(panelGroups(listed)[0]?.columns.map(({ key }) => key)).toEqual(["Quantity", "SKU"]);
  });

  it("are counted in each group that isn't empty, popular ones in their category too", () => {
    const groups = panelGroups(panelColumns(columns, design, infos));
    expect(groups.map(({ name, columns: own, shown }) => [name, own.length, shown])).toEqual([
      ["Popular", 1, 1],
      ["Product", 1, 0],
      ["Order", 2, 2],
    ]);
  });
});
