import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { columnByKey } from "#domain/columns/catalogue.ts";
import { configureColumn } from "#domain/designs/configure-column.ts";
import { type DesignContent, findSortingColumn, listShownColumns } from "#domain/designs/design.ts";
import { everyColumn } from "#domain/designs/every-column-for-tests.ts";
import { groupingsOffered } from "#domain/designs/validate.ts";
import { FileType, Sorting, WorksheetSplitter } from "#domain/enumerations.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import type { Preview } from "#domain/wire/reports/report-data.ts";
import { exporterForTests } from "#tests/support/exporter-for-tests.ts";
import { fixedOrders } from "#tests/support/fixed-orders.ts";
import { givenDesign } from "#tests/support/given-design.ts";
import { readExcel } from "#tests/support/read-report.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";
import { createExportJob } from "../../exporter/jobs/export-job.ts";
import { askedPart } from "../columns/asked-part.ts";
import { guarded } from "./expected/formula-guard.ts";

/**
 * The designer shows the file's content (S-2.2). The preview over HTTP is compared with files of the same design and
 * orders, read by independent readers.
 */

let web: WebForTests;
let shop: { tenant: string; token: string };
beforeAll(async () => {
  web = await startWebForTests({ STORE_URL_TEMPLATE: "https://{shop}.example" });
  shop = await web.givenShop("aurora-demo");
});
afterAll(() => web.close());

const settings = Object.fromEntries(
  everyColumn.flatMap(({ column, custom }) => (custom ? [[column, { custom }]] : [])),
);

/** Every column there is, attributes chosen where they show some; without slow ones every other one of them, so that the rest is hidden. */
const designOf = (changes: Partial<DesignContent> & Pick<DesignContent, "grouping">, slow: boolean): DesignContent => {
  const keys = everyColumn.flatMap(({ column: key, custom }) => {
    const column = columnByKey.get(key);
    if (column === undefined || (column.level === "blank" && custom === undefined)) return [];
    return slow || configureColumn(column, custom).slowGroup < 0 ? [key] : [];
  });
  const shown = keys.filter((_, place) => slow || place % 2 === 0).reverse();
  return { title: "Preview", splitter: WorksheetSplitter.None, sortedBy: null, settings, shown, ...changes };
};

let designs = 0;
const previewOf = async (design: DesignContent, orders: number): Promise<Preview> => {
  designs += 1;
  await givenDesign(web, shop.tenant, `design-${designs}`, design, designs);
  web.platform.ordersOf.set("aurora-demo", fixedOrders().slice(0, orders));
  const reply = await web.ask("GET", `reportData/design-data/design-${designs}`, { token: shop.token });
  expect(reply.status).toBe(200);
  return reply.envelope.Data as unknown as Preview;
};

const fileOf = async (design: DesignContent, fileType: FileType, orders: number): Promise<Uint8Array> => {
  const exporter = exporterForTests([]);
  exporter.deps.platform.streamOrders = async function* (_, { fields }) {
    yield fixedOrders()
      .slice(0, orders)
      .map((order) => askedPart(order, fields));
  };
  await exporter.request("e1", {
    fileType,
    preferences: { ...defaultPreferences, CsvBom: false },
    filters: { range: 0, from: null, to: web.clock.now().toISOString() },
    design: {
      reportId: "design-1",
      title: design.title,
      grouping: design.grouping,
      splitter: design.splitter,
      sortedBy: findSortingColumn(design),
      columns: listShownColumns(design),
    },
  });
  await exporter.enqueue("e1");
  await createExportJob(exporter.deps)(await exporter.claim(), new AbortController().signal);
  const state = await exporter.stateOf("e1");
  if (state.status !== "finished") throw new Error(`The export is ${state.status}.`);
  const pieces: Uint8Array[] = [];
  for await (const piece of await exporter.deps.fileStore.open(state.file.fileKey)) pieces.push(piece);
  return Buffer.concat(pieces);
};

/** The cells of the visible columns, worksheet after worksheet, as a file has them. */
const visibleOf = ({ Columns, Sheets }: Preview, shown: readonly string[], text: (cell: string) => string) => {
  const places = shown.map((key) => Columns.indexOf(key)).filter((place) => place >= 0);
  return Sheets.map(({ Name, Rows }) => ({
    name: Name === null ? null : text(Name),
    rows: Rows.map(({ Cells }) => places.map((place) => text(Cells[place] ?? ""))),
  }));
};

/** Worksheets below each other, separated by an empty line: a name if there are several, titles, rows. */
const csvSheets = (bytes: Uint8Array, split: boolean) => {
  const records: string[][] = parse(Buffer.from(bytes), {
    record_delimiter: "\r\n",
    relax_column_count: true,
    skip_empty_lines: false,
  });
  const isEmpty = (record: string[]) => record.length === 1 && record[0] === "";
  const ends = records.flatMap((record, at) => (isEmpty(record) ? [at] : []));
  return [...ends, records.length].map((end, n) => {
    const sheet = records.slice(n === 0 ? 0 : (ends[n - 1] ?? 0) + 1, end);
    return split ? { name: sheet[0]?.[0] ?? null, rows: sheet.slice(2) } : { name: null, rows: sheet.slice(1) };
  });
};

const ways = [
  ["unsorted and unsplit", {}],
  ["sorted by a number", { sortedBy: { column: "Quantity", sorting: Sorting.Descending } }],
  ["sorted by a hidden text column", { sortedBy: { column: "SKU", sorting: Sorting.Ascending } }],
  ["split by vendor", { splitter: WorksheetSplitter.Vendor }],
  [
    "split by order tags and sorted by a date",
    { splitter: WorksheetSplitter.OrderTags, sortedBy: { column: "OrderDate", sorting: Sorting.Ascending } },
  ],
] as const satisfies readonly (readonly [string, Partial<DesignContent>])[];

describe.each(groupingsOffered)("the preview of a report grouped as %s", (grouping) => {
  it.each([
    ...ways.map(([words, changes]) => [words, changes, false, 30] as const),
    ["with slow columns", {}, true, 20] as const,
    ["with slow columns, sorted and split", { ...ways[1][1], ...ways[3][1] }, true, 20] as const,
  ])("matches the file, %s", async (_, changes, slow, orders) => {
    const design = designOf({ grouping, ...changes }, slow);
    const preview = await previewOf(design, orders);
    expect(preview.Orders).toBe(orders);
    const split = design.splitter !== WorksheetSplitter.None;
    const csv = csvSheets(await fileOf(design, FileType.Csv, orders), split);
    expect(csv.length > 1).toBe(split);
    expect(visibleOf(preview, design.shown, guarded)).toEqual(csv);
    expect(csv[0]?.rows[0]?.length).toBeGreaterThan(10);

    const { sheets } = await readExcel(await fileOf(design, FileType.Excel, orders));
    const lineFeeds = (cell: string) => cell.replaceAll(/\r\n?/g, "\n");
    expect(visibleOf(preview, design.shown, lineFeeds).map(({ rows }) => rows)).toEqual(sheets.map(({ rows }) => rows));
  });
});
