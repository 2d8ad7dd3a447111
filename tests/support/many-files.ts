import { bareOrder, fullOrder } from "#domain/columns/orders-for-tests.ts";
import { everyColumn } from "#domain/designs/every-column-for-tests.ts";
import { CustomColumnCategory, FileType, Grouping, Sorting, WorksheetSplitter } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { exporterForTests, someOrders } from "#tests/support/exporter-for-tests.ts";
import { createExportJob } from "../../exporter/jobs/export-job.ts";
import { shownColumn } from "./shown-column.ts";

/** Titles that languages sort and capitalize differently: dotted i, å after z or as a, Greek accents, digits. */
const titles = ["ılık", "İnce", "istanbul", "INDIGO", "Åre", "Zebra", "öl", "Ωmega", "άλφα", "Straße", "10 kg", "9 kg"];
const tags = [["istanbul", "Åre"], [], ["INDIGO"], ["Zebra", "öl"], ["ılık"]];

/** Small orders whose words and days vary by language, and two with everything and nothing. */
const orders: JsonObject[] = [
  ...someOrders(90).map((order, at) => ({
    ...order,
    tags: tags[at % tags.length] ?? [],
    lineItems: (order.lineItems as JsonObject[]).map((line) => ({
      ...line,
      title: titles[at % titles.length] ?? "",
      vendor: titles[(at * 5) % titles.length] ?? "",
    })),
  })),
  { ...fullOrder, createdAt: "2026-11-19T23:05:00Z" },
  { ...bareOrder, createdAt: "2026-11-18T22:30:00Z" },
] as JsonObject[];

const formula = (at: number, words: string) =>
  shownColumn(`Custom${at}`, { custom: { category: CustomColumnCategory.ExcelFormula, formula: words } });
const few = ["OrderNum", "OrderDate", "ProductTitle", "TotalPrice"].map((key) => shownColumn(key));

/** Each with its own feature. */
export const designsForTests: Readonly<Record<string, Partial<FrozenInput["design"]>>> = {
  everything: { columns: [...everyColumn] },
  "one row an order": { columns: [...everyColumn], grouping: Grouping.OnePerOrder },
  "sorted by words": { columns: few, sortedBy: { column: "ProductTitle", sorting: Sorting.Ascending } },
  "split by tags": { columns: few, splitter: WorksheetSplitter.OrderTags },
  "split and sorted": {
    columns: few,
    splitter: WorksheetSplitter.Vendor,
    sortedBy: { column: "TotalPrice", sorting: Sorting.Descending },
  },
  "grouped by product": {
    columns: ["ProductTitle", "Vendor", "Quantity", "TotalPrice"].map((key) => shownColumn(key)),
    grouping: Grouping.ProductVariants,
  },
  formulas: {
    columns: [
      ...few,
      formula(1, '=TEXT(B1,"dddd d mmmm yyyy hh:mm")'),
      formula(2, "=UPPER(C1)"),
      formula(3, "=D1*1.1+0.005"),
      formula(4, "=TODAY()"),
      formula(5, '=IF(C1<"J","before","after")'),
    ],
  },
};

/** A file's hashes. */
export type Hashes = { contentHash: string; fileHash: string };

/**
 * Makes every design in every format, of the same orders and frozen inputs.
 * @param pageSize orders in a page of the platform's
 * @param later ms between the request and the file
 * @returns by `design, format`
 */
export const makeManyFiles = async (pageSize: number, later: number): Promise<Record<string, Hashes>> => {
  const made: Record<string, Hashes> = {};
  for (const [name, design] of Object.entries(designsForTests)) {
    for (const [format, fileType] of Object.entries(FileType)) {
      const exporter = exporterForTests(orders, pageSize);
      const { design: usual } = await exporter.request("other");
      await exporter.request("e1", { fileType, design: { ...usual, ...design } });
      exporter.clock.advance(later);
      await exporter.enqueue("e1");
      await createExportJob(exporter.deps)(await exporter.claim(), new AbortController().signal);
      const state = await exporter.stateOf("e1");
      if (state.status !== "finished") throw new Error(`${name}, ${format}: the export is ${state.status}.`);
      const { contentHash, fileHash } = state.file;
      made[`${name}, ${format}`] = { contentHash, fileHash };
    }
  }
  return made;
};

/** Returns the environment's effect on times and texts. */
export const surroundings = (): string =>
  [new Date(0).toString(), new Intl.NumberFormat().resolvedOptions().locale, process.cwd()].join(" ");
