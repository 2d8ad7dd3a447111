import { describe, expect, it } from "vitest";
import { CustomColumnCategory, Grouping } from "../enumerations.ts";
import { listSlowColumns, listVisibleColumns, previewColumns } from "./preview-columns.ts";

const material = { category: CustomColumnCategory.ProductMetafields, name: "custom.material" } as const;
const gift = { category: CustomColumnCategory.NoteAttributes, name: "Gift" } as const;
const formula = { category: CustomColumnCategory.ExcelFormula, formula: "=A1" } as const;
const settings = { Custom1: { custom: material }, Custom2: { custom: gift }, Custom3: { custom: formula } };
const keysOf = (columns: readonly { column: string }[]) => columns.map(({ column }) => column);

describe("a preview reads columns of one's own by the attribute that they show", () => {
  it("a slow one when it is visible, a quick one in any case, a formula never", () => {
    const hidden = { grouping: Grouping.Orders, shown: ["SKU"], settings };
    const keys = keysOf(previewColumns(hidden));
    expect(keys).toContain("Custom2");
    expect(keys).not.toContain("Custom1");
    expect(keys).not.toContain("Custom3");
    const shown = previewColumns({ ...hidden, shown: ["Custom1", "SKU"] });
    expect(shown[0]).toEqual({ column: "Custom1", title: null, width: null, format: null, custom: material });
    expect(listSlowColumns(shown)).toEqual(["Custom1"]);
  });

  it("not where its grouping does not have it", () => {
    const design = { grouping: Grouping.ProductVariants, shown: ["Custom2", "Custom1", "Custom3"], settings };
    expect(keysOf(previewColumns(design))).not.toContain("Custom2");
    expect(keysOf(listVisibleColumns(design))).toEqual(["Custom1", "Custom3"]);
  });
});
