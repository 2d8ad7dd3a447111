import { describe, expect, it } from "vitest";
import { catalogue, columnByKey } from "../columns/catalogue.ts";
import { SlowGroup } from "../columns/slow-group.ts";
import { CustomColumnCategory } from "../enumerations.ts";
import { configureColumn, configureColumns } from "./configure-column.ts";
import type { CustomColumn } from "./design.ts";

const column = (key: string) => {
  const found = columnByKey.get(key);
  if (!found) throw new Error(`There is no column ${key}.`);
  return found;
};
const material: CustomColumn = { category: CustomColumnCategory.ProductMetafields, name: "custom.material" };

describe("configuring a column", () => {
  it("keeps its key and title, and takes its level, fields and slow group from the chosen attribute", () => {
    const set = configureColumn(column("Custom7"), material);
    expect(set).toMatchObject({ key: "Custom7", title: "Custom 7", level: "line", slowGroup: SlowGroup.product });
    expect(set.aggregate).toMatchObject({ Orders: "line", ProductCombined: "first" });
    expect(set.fields).toEqual(["lineItems.nodes.product.metafield_custom_2ematerial.value"]);
  });

  it("changes nothing for a formula, no content or content that the column cannot have", () => {
    const own = column("Custom7");
    expect(configureColumn(own, undefined)).toBe(own);
    expect(configureColumn(own, { category: CustomColumnCategory.ExcelFormula, formula: "=A1" })).toBe(own);
    expect(configureColumn(column("SKU"), material)).toBe(column("SKU"));
    expect(configureColumn(column("OrderProperty1"), material)).toBe(column("OrderProperty1"));
  });

  it("affects only the catalogue of its design", () => {
    expect(configureColumns(columnByKey, [{ column: "SKU" }])).toBe(columnByKey);
    const set = configureColumns(columnByKey, [{ column: "Custom7", custom: material }]);
    expect(set.get("Custom7")?.level).toBe("line");
    expect([...set.keys()]).toEqual(catalogue.map(({ key }) => key));
    expect(column("Custom7").level).toBe("blank");
  });
});
