import { describe, expect, it } from "vitest";
import { ColumnCategory, ColumnType } from "../enumerations.ts";
import { canUseCurrency } from "./amounts.ts";
import { catalogue, columnByKey, defaultColumnKeys } from "./catalogue.ts";

describe("the catalogue", () => {
  it("has a unique key for each column", () => {
    expect(new Set(catalogue.map((column) => column.key)).size).toBe(catalogue.length);
    expect(columnByKey.get("OrderNum")?.title).toBe("Order number");
  });

  it("has unique titles that a merchant could enter", () => {
    const titles = catalogue.map((column) => column.title);
    expect(new Set(titles).size).toBe(titles.length);
    for (const title of titles) expect(title).toMatch(/^[^\d<>][^<>]{0,49}$/);
  });

  it("contains every default column of a new design", () => {
    expect(defaultColumnKeys).toHaveLength(11);
    for (const key of defaultColumnKeys) expect(columnByKey.has(key), key).toBe(true);
  });

  it.each(catalogue.map((column) => [column.key, column] as const))("describes %s completely", (key, column) => {
    expect(key).toMatch(/^[A-Z][A-Za-z0-9]*$/);
    expect(column.description).toMatch(/^[A-Z].*\.$/s);
    if (column.note !== "") expect(column.note).toMatch(/\.$/);
    expect(Object.values(ColumnCategory)).toContain(column.category);
    expect(Object.values(ColumnType)).toContain(column.type);
    expect(column.type === ColumnType.Number).toBe(column.valueKind === "number");
    if (column.valueKind !== "number") expect(column.total).toBe("none");
    // A column summed within a row is summed in the totals; one shown once per order counts once. Mixed currencies have
    // no sum.
    const { Orders: ofLine, OnePerOrder: ofOrder } = column.aggregate;
    const summed = ofLine === "orderOnce" ? "sumOncePerOrder" : ofOrder === "sum" ? "sum" : "none";
    expect(column.total).toBe(canUseCurrency(key) ? summed : "none");
    expect(column.slowGroup).toBeGreaterThanOrEqual(-1);
    expect(column.slowGroup).toBeLessThanOrEqual(11);
    expect(column.fields.length > 0 || column.ownData !== undefined).toBe(column.level !== "blank");
    expect(column.aggregate.Orders).toBeDefined();
  });
});
