import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DemoLineItem } from "#demo-store/generate/types.ts";
import { FileType, Grouping, Sorting, WorksheetSplitter } from "#domain/enumerations.ts";
import type { ReportWithColumns } from "#domain/wire/reports/reports.ts";
import { createDesign, download, generate, logIn, type Merchant, waitForExport } from "#tests/support/merchant.ts";
import { readXml } from "#tests/support/read-report.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { cellOfDecimal, decimal, sum } from "./expected/decimal.ts";
import { demoOrders, fixedMoments } from "./scenario.ts";

/** Reports that are sorted, split, or grouped differently, over HTTP: their files match the demo orders. */

let sheaf: StartedSheaf;
let merchant: Merchant;
beforeAll(async () => {
  sheaf = await startSheaf({ env: fixedMoments });
  merchant = await logIn(sheaf, "aurora-demo");
}, 90_000);
afterAll(() => sheaf?.stop());

const orders = () => [...demoOrders(sheaf, "aurora-demo")];
const lines = () => orders().flatMap(({ lineItems }) => lineItems);
const unitsOf = (all: readonly { quantity: number }[]) => all.reduce((units, { quantity }) => units + quantity, 0);

const fileOf = async (design: ReportWithColumns, fileType: FileType): Promise<Uint8Array> => {
  const requested = await generate(merchant, design.id, { range: { kind: "noFilter" }, fileType });
  return download(merchant, await waitForExport(merchant, requested.ReportExportId));
};
const rowsOf = async (design: ReportWithColumns): Promise<Record<string, string>[]> =>
  parse(await fileOf(design, FileType.Csv), { bom: true, record_delimiter: "\r\n", columns: true });
const total = (rows: readonly Record<string, string>[], column: string) =>
  cellOfDecimal(sum(rows.map((row) => decimal(row[column] || "0"))));
const saved = async (design: ReportWithColumns, changes: Partial<ReportWithColumns>): Promise<ReportWithColumns> =>
  merchant.client.data<ReportWithColumns>("PUT", "reports/update", { ...design, ...changes });

const columns = [
  "OrderNum",
  "ProductTitle",
  "VariantTitle",
  "SKU",
  "Quantity",
  "TotalPrice",
  "OrderTotal",
  "TrackingNumber",
];

describe("a report with another grouping", () => {
  it("by fulfillment shows each fulfillment's units, with amounts that add up to the fulfilled total", async () => {
    const rows = await rowsOf(await createDesign(merchant, { Grouping: Grouping.Fulfillments, Columns: columns }));
    const sent = orders().flatMap(({ fulfillments }) =>
      fulfillments
        .filter(({ status }) => status !== "CANCELLED")
        .flatMap(({ fulfillmentLineItems }) => fulfillmentLineItems),
    );
    expect(rows).toHaveLength(sent.length);
    expect(total(rows, "Quantity")).toBe(String(unitsOf(sent)));
    const units = new Map<string, number>();
    for (const { lineItem, quantity } of sent) units.set(lineItem.id, (units.get(lineItem.id) ?? 0) + quantity);
    // A line's parts add up to what all of its units that were sent are worth, to the cent.
    const cent = 1_000_000n;
    const worth = lines().map(({ id, quantity, originalTotalSet }) => {
      const amount = decimal(originalTotalSet.shopMoney.amount) * BigInt(units.get(id) ?? 0);
      const divisor = BigInt(quantity) * cent;
      return ((2n * amount + divisor) / (2n * divisor)) * cent;
    });
    expect(total(rows, "Total price")).toBe(cellOfDecimal(sum(worth)));
  });

  it.each(["ProductVariants", "ProductCombined"] as const)(
    "by %s contains all units, sorted by product title",
    async (grouping) => {
      const rows = await rowsOf(await createDesign(merchant, { Grouping: Grouping[grouping], Columns: columns }));
      const keyOf = ({ variant, product, title, variantTitle, sku }: DemoLineItem) =>
        grouping === "ProductVariants"
          ? (variant?.id ?? JSON.stringify([title, variantTitle, sku]))
          : (product?.id ?? title);
      expect(rows).toHaveLength(new Set(lines().map(keyOf)).size);
      expect(total(rows, "Quantity")).toBe(String(unitsOf(lines())));
      const titles = rows.map((row) => row["Product title"] ?? "");
      expect(titles).toEqual(titles.toSorted(new Intl.Collator("el", { numeric: true }).compare));
    },
  );
});

describe("a sorted report", () => {
  it("has its rows by descending amount, and each order's total once", async () => {
    const design = await createDesign(merchant, { Columns: columns });
    const sorted = design.columns.map((column) =>
      column.Column === "TotalPrice" ? { ...column, Sorting: Sorting.Descending } : column,
    );
    const rows = await rowsOf(await saved(design, { columns: sorted }));
    const amounts = rows.map((row) => Number(row["Total price"]));
    expect(rows).toHaveLength(lines().length);
    expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
    const ownTotal = sum(orders().map(({ totalPriceSet }) => decimal(totalPriceSet.shopMoney.amount)));
    expect(total(rows, "Order total")).toBe(cellOfDecimal(ownTotal));
  });
});

describe("a split report", () => {
  const splitters = Object.entries(WorksheetSplitter).filter(([, splitter]) => splitter !== WorksheetSplitter.None);

  it.each(splitters)(
    "by %s has every line on some worksheet, and worksheets in order of name",
    async (_, ws_splitter) => {
      const design = await createDesign(merchant, { Columns: ["OrderNum", "Quantity"] });
      const { worksheets } = readXml(await fileOf(await saved(design, { ws_splitter }), FileType.Xml));
      const names = worksheets.map(({ name }) => name);
      const named = names.filter((name) => name !== "Other");
      expect(names.slice(0, named.length)).toEqual(named.toSorted(new Intl.Collator("el", { numeric: true }).compare));
      const units = worksheets.flatMap(({ rows }) => rows).reduce((sum, [, quantity]) => sum + Number(quantity), 0);
      expect(units).toBeGreaterThanOrEqual(unitsOf(lines()));
      expect(names.length).toBeGreaterThan(1);
    },
  );

  it("by vendor has each vendor's lines on its own worksheet", async () => {
    const design = await createDesign(merchant, { Columns: ["Vendor", "Quantity"] });
    const split = await saved(design, { ws_splitter: WorksheetSplitter.Vendor });
    const { worksheets } = readXml(await fileOf(split, FileType.Xml));
    const vendors = new Set(lines().map(({ vendor }) => vendor ?? "Other"));
    expect(new Set(worksheets.map(({ name }) => name))).toEqual(vendors);
    for (const { name, rows } of worksheets) {
      const own = lines().filter(({ vendor }) => (vendor ?? "Other") === name);
      expect(rows).toEqual(own.map(({ vendor, quantity }) => [vendor ?? "", String(quantity)]));
    }
  });
});
