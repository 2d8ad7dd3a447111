import { describe, expect, it } from "vitest";
import { CustomColumnCategory, Grouping } from "../enumerations.ts";
import { listSlowColumns, listVisibleColumns, previewColumns } from "./preview-columns.ts";

const material = { category: CustomColumnCategory.ProductMetafields, name: "custom.material" } as const;
const gift = { category: CustomColumnCategory.NoteAttributes, name: "Gift" } as const;
const formula = { category: CustomColumnCategory.ExcelFormula, formula: "=A1" } as const;
const settings = { Custom1: { custom: material }, Custom2: { custom: gift }, Custom3: { custom: formula } };
const keysOf = (columns: readonly { column: string }[]) => columns.map(({ column }) => column);

describe("the columns that a preview reads", () => {
  it("include a slow custom column only if it is visible, but a quick one even if it is hidden", () => {
    const hidden = { grouping: Grouping.Orders, shown: ["SKU"], settings };
    const keys = keysOf(previewColumns(hidden));
    expect(keys).toContain("Custom2");
    expect(keys).not.toContain("Custom1");
    expect(keys).not.toContain("Custom3");
    const shown = previewColumns({ ...hidden, shown: ["Custom1", "SKU"] });
    expect(shown[0]).toEqual({ column: "Custom1", title: null, width: null, format: null, custom: material });
    expect(listSlowColumns(shown)).toEqual(["Custom1"]);
  });

  it("leave out a custom column that the grouping does not have", () => {
    const design = { grouping: Grouping.ProductVariants, shown: ["Custom2", "Custom1", "Custom3"], settings };
    expect(keysOf(previewColumns(design))).not.toContain("Custom2");
    expect(keysOf(listVisibleColumns(design))).toEqual(["Custom1", "Custom3"]);
  });
});
