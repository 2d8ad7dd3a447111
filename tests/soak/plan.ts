import { FileType, Grouping, Sorting, WorksheetSplitter } from "#domain/enumerations.ts";
import type { ReportWithColumns } from "#domain/wire/reports/reports.ts";
import { smallShopName } from "#infra/config/small-shops.ts";
import type { ArmedFault } from "#tests/support/demo-control.ts";
import { createDesign, type Merchant, type Range } from "#tests/support/merchant.ts";

/** The requests and disturbances of 200 exports with their times, all from one seed. */

export const smallShops = 6;
/** Shops by how much of the exports they ask for; the large one has 12,000 orders, the others 120 to 480. */
export const shopsOfSoak: readonly (readonly [name: string, weight: number])[] = [
  ["aurora-demo", 6],
  ["borealis-demo", 3],
  ...Array.from({ length: smallShops }, (_, n) => [smallShopName(n + 1), 2] as const),
];

const productColumns = ["ProductTitle", "VariantTitle", "SKU", "Quantity", "TotalPrice"];
const sorted = (design: ReportWithColumns, by: string): ReportWithColumns => ({
  ...design,
  columns: design.columns.map((column) => (column.Column === by ? { ...column, Sorting: Sorting.Descending } : column)),
});

/** A design's set-up: its initial content, and the changes after that. */
type Setup = {
  given?: { Grouping: number; Columns: string[] };
  change?: (design: ReportWithColumns) => ReportWithColumns;
};

/** The designs that every shop has. */
const designs = {
  lines: {},
  orders: {
    given: { Grouping: Grouping.OnePerOrder, Columns: ["OrderNum", "OrderDate", "OrderTotal", "FinancialStatus"] },
  },
  "sorted lines": { change: (design) => sorted(design, "TotalPrice") },
  "lines by vendor": { change: (design) => ({ ...design, ws_splitter: WorksheetSplitter.Vendor }) },
  "sorted products": {
    given: { Grouping: Grouping.ProductCombined, Columns: productColumns },
    change: (design) => sorted(design, "Quantity"),
  },
} satisfies Record<string, Setup>;
export type DesignName = keyof typeof designs;
const designNames = Object.keys(designs) as DesignName[];

/** Makes every design in a shop; answers their ids. */
export const makeDesigns = async (merchant: Merchant): Promise<Record<DesignName, string>> => {
  const made: [string, string][] = [];
  for (const name of designNames) {
    const { given, change }: Setup = designs[name];
    const design = await createDesign(merchant, given);
    if (change) await merchant.client.data("PUT", "reports/update", change(design));
    made.push([name, design.id]);
  }
  return Object.fromEntries(made) as Record<DesignName, string>;
};

const ranges: readonly Range[] = [
  { kind: "noFilter" },
  { kind: "ninetyDays" },
  { kind: "custom", from: "2026-06-01", to: "2026-08-31" },
];

/** Faults of the platform that a report gets over, and two that end it. */
const faults: readonly ArmedFault[] = [
  { kind: "throttle", times: 3 },
  { kind: "429", retryAfter: 1, times: 2 },
  { kind: "500", after: 1, times: 2 },
  { kind: "cut", after: 1, times: 2 },
  { kind: "expired-token" },
  { kind: "slow", delayMs: 500, times: 4 },
  { kind: "bulk-fails" },
  { kind: "bulk-cancels" },
  { kind: "bulk-expires" },
  { kind: "bulk-denied" },
  { kind: "bulk-cut" },
  { kind: "bulk-unordered" },
  { kind: "bulk-malformed" },
  { kind: "bulk-duplicate" },
];

export type Asked = { shop: string; design: DesignName; range: Range; filtered: boolean; fileType: FileType };

export type PlannedExport = {
  asked: Asked;
  fault: ArmedFault | undefined;
  /** It is canceled when it is so far, 0 to 1; undefined means never. */
  cancelAt: number | undefined;
  /** An exporter is killed when it has begun. */
  kill: boolean;
};

/** Properties that are equal for all exports with the same request, in any format and under any disturbance. */
export const sameOf = ({ shop, design, range, filtered }: Asked): string =>
  JSON.stringify([shop, design, range, filtered]);

/** Plans `count` exports, using random numbers in [0, 1). */
export const planOf = (count: number, random: () => number): PlannedExport[] => {
  const oneOf = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error("There is nothing to choose from.");
    return item;
  };
  const shops = shopsOfSoak.flatMap(([name, weight]) => Array.from({ length: weight }, () => name));
  return Array.from({ length: count }, (_, n) => ({
    asked: {
      shop: oneOf(shops),
      design: oneOf(designNames),
      range: oneOf(ranges),
      filtered: random() < 0.25,
      // Each format as often as the others.
      fileType: [FileType.Excel, FileType.Csv, FileType.Xml, FileType.Html][n % 4] ?? FileType.Csv,
    },
    fault: random() < 0.25 ? oneOf(faults) : undefined,
    cancelAt: random() < 0.2 ? random() : undefined,
    kill: n % 15 === 7,
  }));
};
