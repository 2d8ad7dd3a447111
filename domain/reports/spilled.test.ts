import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnByKey } from "../columns/catalogue.ts";
import { context, money, poster } from "../columns/orders-for-tests.ts";
import { Grouping, Sorting, WorksheetSplitter } from "../enumerations.ts";
import { spillOptionsForTests, spoolForTests } from "../external-sort/spool-for-tests.ts";
import type { LineItem, Order } from "../orders/order.ts";
import { createReport, type ReportDesign } from "./report.ts";
import { linesOf, order } from "./reports-for-tests.ts";

/**
 * Few distinct values, so that many are equal: empty ones, special characters, and texts that languages sort
 * differently.
 */
const titles = fc.constantFrom("Ähre", "ahre", "Zebra", "", "a\tb\nc", "\ud800", "ﬁ", "Size 2", "Size 10");
const amounts = fc.constantFrom("5", "5.0", "0.30000000000000001", "-7", "9".repeat(320));
const lines = fc.array(
  fc.record({
    title: titles,
    variantTitle: fc.constantFrom("S", "M", null),
    sku: fc.constantFrom("A", "a", "B", "007", "7", "10", null),
    vendor: fc.constantFrom("Öl", "Other", " ", null, "Anna"),
    quantity: fc.integer({ min: 0, max: 3 }),
    variant: fc.constantFrom(null, "1", "2", "10"),
    amount: fc.option(amounts, { nil: null }),
  }),
  { maxLength: 4 },
);
const orders = fc
  .array(fc.record({ lines, tags: fc.array(fc.constantFrom("x", "y", "Z"), { maxLength: 2 }) }), { maxLength: 25 })
  .map((all) =>
    all.map(({ lines: given, tags }, at): Order => {
      const n = all.length - at;
      const own = given.map(({ variant, amount, ...line }, place): LineItem => {
        const price = amount === null ? {} : { originalUnitPriceSet: money(amount), originalTotalSet: money(amount) };
        return {
          ...poster,
          ...price,
          ...line,
          id: `${n}-${place}`,
          product: variant === null ? null : { id: `gid://shopify/Product/${variant}`, tags },
          variant: variant === null ? null : { id: `gid://shopify/ProductVariant/${variant}` },
        };
      });
      return order(n, own, { tags });
    }),
  );

const columns =
  "OrderNum OrderDate ProductTitle VariantTitle SKU Vendor Quantity Price TotalPrice OrderTotal Email Image ProductTags LineTax".split(
    " ",
  );
const designs = fc.record({
  grouping: fc.constantFrom(
    Grouping.Orders,
    Grouping.OnePerOrder,
    Grouping.Fulfillments,
    Grouping.ProductVariants,
    Grouping.ProductCombined,
    Grouping.MassConstructionMealPrep,
    Grouping.BundleAndCustomizer,
  ),
  splitter: fc.constantFrom(
    WorksheetSplitter.None,
    WorksheetSplitter.Vendor,
    WorksheetSplitter.OrderTags,
    WorksheetSplitter.OrderId,
    WorksheetSplitter.Sku,
  ),
  sortedBy: fc.option(
    fc.record({
      column: fc.constantFrom("ProductTitle", "TotalPrice", "OrderDate", "SKU", "Quantity", "OrderNum"),
      sorting: fc.constantFrom(Sorting.Ascending, Sorting.Descending),
    }),
    { nil: null },
  ),
});

const read = async (
  of: readonly Order[],
  design: Omit<ReportDesign, "columns">,
  locale: string,
  spillAfter: number,
) => {
  const spool = spoolForTests();
  const shown = columns.map((column) => ({ column, title: null, width: null, format: null }));
  const spilling = spillOptionsForTests(spillAfter, spool);
  const report = createReport({ design: { ...design, columns: shown }, columnByKey, context, locale, spilling });
  for (const one of of) await report.add(one, linesOf(one));
  const told: number[] = [];
  const sheets: unknown[] = [];
  for (const { rows, ...sheet } of await report.sheets((part) => told.push(part))) {
    const all: unknown[] = [];
    for await (const row of rows()) all.push(row);
    expect(all).toHaveLength(sheet.held);
    sheets.push({ ...sheet, rows: all });
  }
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  return { sheets, runs: spool.begun() };
};

describe("a report that exceeds its memory", () => {
  it("has the same rows, worksheets and order as in memory, whatever the budget", async () => {
    const budgets = fc.constantFrom(0, 700, 3_000, 20_000);
    await fc.assert(
      fc.asyncProperty(
        orders,
        designs,
        fc.constantFrom("en", "sv", "de"),
        budgets,
        async (of, design, locale, most) => {
          const held = await read(of, design, locale, Number.POSITIVE_INFINITY);
          expect(held.runs).toBe(0);
          expect((await read(of, design, locale, most)).sheets).toEqual(held.sheets);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("is the same with hundreds of runs of rows and products", async () => {
    const many = Array.from({ length: 300 }, (_, at) =>
      order(300 - at, [
        { ...poster, id: `${at}a`, title: `T${(at * 7) % 11}`, vendor: `V${at % 5}`, sku: "S", quantity: at % 4 },
        { ...poster, id: `${at}b`, title: `T${at % 3}`, vendor: "V1", variant: { id: `g/${at % 17}` }, quantity: 1 },
      ]),
    );
    for (const grouping of [Grouping.Orders, Grouping.ProductVariants, Grouping.ProductCombined]) {
      const design = {
        grouping,
        splitter: WorksheetSplitter.Vendor,
        sortedBy: { column: "Quantity", sorting: Sorting.Descending },
      };
      const spilled = await read(many, design, "en", 0);
      expect(spilled.runs).toBeGreaterThan(300);
      expect(spilled.sheets).toEqual((await read(many, design, "en", Number.POSITIVE_INFINITY)).sheets);
    }
  });
});
