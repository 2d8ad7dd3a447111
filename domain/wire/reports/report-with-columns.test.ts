import { describe, expect, it } from "vitest";
import { columnByKey } from "../../columns/catalogue.ts";
import { isRefusal } from "../../core/decider.ts";
import type { DesignFacts } from "../../designs/design.ts";
import { ColumnType, CustomColumnCategory, Grouping, Sorting } from "../../enumerations.ts";
import { designFacts } from "../../workspace/workspace-for-tests.ts";
import { designFromWire, reportWithColumns } from "./report-with-columns.ts";
import { type CustomColumnOnWire, ReportWithColumnsData, slowFlagNames, UpdateReportPayload } from "./reports.ts";

const { ExcelFormula, NoteAttributes, ProductMetafields } = CustomColumnCategory;
const material = { category: ProductMetafields, name: "custom.material" } as const;
const shownOf = (changes: Partial<DesignFacts>) => reportWithColumns(designFacts("a", 0, changes));
const columnOf = (changes: Partial<DesignFacts>, key: string) =>
  shownOf(changes).columns.find(({ Column }) => Column === key);

describe("a design with its columns", () => {
  it("describes the content that a merchant gave a column", () => {
    const settings = {
      Custom1: { custom: { category: ExcelFormula, formula: "=A1" } },
      OrderProperty1: { custom: { category: NoteAttributes, name: "Gift" } },
    } as const;
    const nothing = { LocalStatus: null, ExcelFormula: null, Name: null };
    expect(columnOf({ settings }, "Custom1")?.CustomColumn).toEqual({
      ...nothing,
      Category: 2,
      ExcelFormula: { Formula: "=A1" },
    });
    expect(columnOf({ settings }, "OrderProperty1")?.CustomColumn).toEqual({ ...nothing, Category: 5, Name: "Gift" });
    expect(columnOf({ settings }, "Custom2")?.CustomColumn).toEqual({ ...nothing, Category: 0 });
    expect(columnOf({ settings }, "OrderProperty2")?.CustomColumn).toBeNull();
    expect(columnOf({ settings }, "SKU")?.CustomColumn).toBeNull();
  });

  it("says at its column why a formula has no value, counting only visible columns", () => {
    const settings = {
      Custom1: { custom: { category: ExcelFormula, formula: "=B1" } },
      Custom2: { custom: { category: ExcelFormula, formula: "=D1" } },
      Custom3: { custom: { category: ExcelFormula, formula: "=Z1" } },
    } as const;
    const problems = (shown: string[], grouping: DesignFacts["grouping"] = Grouping.Orders) =>
      shownOf({ shown, grouping, settings })
        .columns.filter(({ FormulaProblem }) => FormulaProblem !== undefined)
        .map(({ Column, FormulaProblem }) => [Column, FormulaProblem]);
    expect(problems(["SKU", "Price"])).toEqual([]);
    expect(problems(["SKU", "Custom1", "Custom2"])).toEqual([
      ["Custom1", "This formula is in column B and refers to itself. Refer to other columns."],
      ["Custom2", "There is no column D: the report shows the columns A to C."],
    ]);
    // Product reports have no note, so Price is column A of their file.
    expect(problems(["Note", "Price", "Custom1"], Grouping.ProductCombined)).toEqual([
      ["Custom1", "This formula is in column B and refers to itself. Refer to other columns."],
    ]);
    expect(problems(["SKU", "Price", "Custom1"])).toEqual([]);
  });

  it("disables a column or marks it as slow by the attribute that it shows", () => {
    const settings = { Custom1: { custom: { category: NoteAttributes, name: "Gift" } }, Custom2: { custom: material } };
    const products = { grouping: Grouping.ProductVariants, settings };
    expect(columnOf(products, "Custom1")).toMatchObject({ Disabled: true, SlowColumn: -1 });
    expect(columnOf(products, "Custom2")).toMatchObject({ Disabled: false, SlowColumn: 4 });
    expect(columnOf(products, "Custom3")).toMatchObject({ Disabled: false, SlowColumn: -1 });
  });

  it("names the slow groups that its visible columns read", () => {
    expect(slowFlagNames).toHaveLength(12);
    const none = Object.fromEntries(slowFlagNames.map((name) => [name, false]));
    expect(shownOf({ shown: ["SKU", "Custom1"] })).toMatchObject({ ...none, HasSlowColumns: false });
    expect(shownOf({ shown: ["Risk", "Custom1"], settings: { Custom1: { custom: material } } })).toMatchObject({
      ...none,
      HasRisk: true,
      HasProduct: true,
      HasSlowColumns: true,
    });
    // Columns that the grouping does not allow are not read.
    expect(shownOf({ shown: ["Risk"], grouping: Grouping.ProductVariants })).toMatchObject({ ...none });
  });

  it("marks a column as numeric if its formula is", () => {
    const formula = (text: string) => ({ custom: { category: ExcelFormula, formula: text } as const });
    const shown = ["SKU", "Price", "Quantity", "Custom1", "Custom2", "Custom3"];
    const settings = { Custom1: formula("=B1*C1"), Custom2: formula('=A1&"!"'), Custom3: formula("=D1/2") };
    const types = ["Custom1", "Custom2", "Custom3", "Custom4"].map(
      (key) => columnOf({ shown, settings }, key)?.Type === ColumnType.Number,
    );
    expect(types).toEqual([true, false, true, false]);
  });

  it("names the column that has the title of a link", () => {
    for (const { Type, LinkTitleField } of shownOf({}).columns) {
      if (LinkTitleField === null) continue;
      expect(Type).toBe(2);
      expect(columnByKey.has(LinkTitleField)).toBe(true);
    }
    expect(columnOf({}, "OrderUrl")?.LinkTitleField).toBe("OrderNum");
    expect(columnOf({}, "LandingSite")?.LinkTitleField).toBeNull();
  });

  it("is read back as it was sent", () => {
    const sent = ReportWithColumnsData.parse(shownOf({ settings: { Custom1: { custom: material } } }));
    const read = designFromWire(UpdateReportPayload.parse(sent), { sortedBy: null });
    if (isRefusal(read)) throw new Error(read.message);
    expect(read.order).toEqual(["OrderNum", "TotalPrice"]);
    expect(read.wanted["columns.Custom1.custom"]).toEqual(material);
    for (const key of ["Custom2", "OrderProperty1", "SKU"]) expect(read.wanted[`columns.${key}.custom`]).toBeNull();
  });
});

describe("a column in a request", () => {
  const wantedOf = (custom?: CustomColumnOnWire | null) => {
    const column = { Column: "Custom1", Title: "Custom 1", Visible: true, Width: 16, Sorting: Sorting.None } as const;
    const design = { id: "a", title: "Design", grouping: Grouping.Orders, ws_splitter: 0 } as const;
    const columns = [{ ...column, NumberFormat: null, ...(custom === undefined ? {} : { CustomColumn: custom }) }];
    const read = designFromWire({ ...design, columns }, { sortedBy: null });
    return isRefusal(read) ? read : read.wanted;
  };

  it("keeps its content if none is sent, and is reset by null", () => {
    expect(wantedOf()).not.toHaveProperty(["columns.Custom1.custom"]);
    expect(wantedOf(null)).toHaveProperty(["columns.Custom1.custom"], null);
  });

  it("has an empty formula or name if that is missing, for validation to reject", () => {
    const nothing = { LocalStatus: null, ExcelFormula: null, Name: null };
    expect(wantedOf({ ...nothing, Category: ExcelFormula })).toHaveProperty(["columns.Custom1.custom"], {
      category: ExcelFormula,
      formula: "",
    });
    expect(wantedOf({ ...nothing, Category: NoteAttributes })).toHaveProperty(["columns.Custom1.custom"], {
      category: NoteAttributes,
      name: "",
    });
  });
});
