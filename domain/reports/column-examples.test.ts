import { describe, expect, it } from "vitest";
import { catalogue } from "../columns/catalogue.ts";
import { ColumnCategory, ColumnType } from "../enumerations.ts";
import { findColumnExamples, maxExampleLength } from "./column-examples.ts";

const examples = await findColumnExamples();

describe("the example values of columns", () => {
  it("are cells of a report of sample orders", () => {
    const found = Object.fromEntries(
      ["OrderNum", "OrderDate", "Price", "TrackingNumber", "FinancialStatus"].map((key) => [key, examples.get(key)]),
    );
    expect(found).toEqual({
      OrderNum: "#1010",
      OrderDate: "2026/03/01 21:00",
      Price: "18.50",
      // The newest order has none.
      TrackingNumber: "SP9001009",
      FinancialStatus: "paid",
    });
  });

  it("are 0 only if no order has another number", () => {
    expect(examples.get("OrderDiscounts")).toMatch(/^[1-9]/);
    expect(examples.get("Duties")).toBe("0.00");
  });

  it("exist for all columns but images, local statuses and columns without an attribute", () => {
    const without = catalogue.filter(({ key }) => !examples.has(key));
    const isSetUpFirst = ({ takes, fields }: (typeof without)[number]) => takes !== undefined && fields.length === 0;
    const others = without.filter(
      (column) => !isSetUpFirst(column) && column.type !== ColumnType.Image && column.ownData === undefined,
    );
    expect(others.map(({ key }) => key)).toEqual([]);
    const custom = catalogue.filter(({ category, level }) => category === ColumnCategory.Custom && level === "blank");
    expect(custom.filter(({ key }) => examples.has(key))).toEqual([]);
  });

  it("have one line and at most the allowed characters", () => {
    const all = [...examples.values()];
    expect(all.filter((text) => Array.from(text).length > maxExampleLength || /[\r\n]/.test(text))).toEqual([]);
    expect(all.some((text) => text.endsWith("…"))).toBe(true);
  });

  it("are the same each time", async () => {
    expect(await findColumnExamples()).toEqual(examples);
  });
});
