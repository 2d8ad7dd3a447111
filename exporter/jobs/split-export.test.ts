import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { FileType, Grouping, WorksheetSplitter } from "#domain/enumerations.ts";
import { fileFormats } from "#domain/file-formats.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { exporterForTests, someOrders } from "#tests/support/exporter-for-tests.ts";
import { readExcel, readHtml, readXml } from "#tests/support/read-report.ts";
import { createExportJob } from "./export-job.ts";

/**
 * Twelve orders, some with tags. The last tags are all characters that Excel refuses in a name, and one in other
 * capitals.
 */
const tags = [["b"], ["a", "b"], [], ["b"], ["[a]*?:/\\"], ["A"]];
const orders = someOrders(12).map((order, n): JsonObject => ({ ...order, tags: tags[n % tags.length] ?? [] }));
const columns = ["OrderNum", "ProductTitle", "TotalPrice", "CurrentOrderTotal"].map((column) => ({
  column,
  title: null,
  width: null,
  format: null,
}));
const header = ["Order number", "Product title", "Total price", "Current order total"];

const run = async (fileType: FileType, changes: object, given: JsonObject[]) => {
  const exporter = exporterForTests(given);
  const logged: { level: string; fields: object; text: string }[] = [];
  const note = (level: string) => (fields: object, text: string) => void logged.push({ level, fields, text });
  const log = { info: () => undefined, warn: note("warn"), error: note("error") };
  const { design } = await exporter.request("other");
  await exporter.request("e1", {
    fileType,
    preferences: { ...defaultPreferences, AlternateRowsStyle: 2 },
    design: { ...design, columns, splitter: WorksheetSplitter.OrderTags, ...changes },
  });
  await exporter.enqueue("e1");
  await createExportJob({ ...exporter.deps, log })(await exporter.claim(), new AbortController().signal);
  return { exporter, logged, state: await exporter.stateOf("e1") };
};
const exported = async (...given: Parameters<typeof run>) => (await run(...given)).state;

const made = async (fileType: FileType, changes: object = {}, given = orders) => {
  const { exporter, state } = await run(fileType, changes, given);
  if (state.status !== "finished") throw new Error(`The export is ${state.status}.`);
  const pieces: Uint8Array[] = [];
  for await (const piece of await exporter.deps.fileStore.open(state.file.fileKey)) pieces.push(piece);
  return { bytes: Buffer.concat(pieces), file: state.file };
};

/** Worksheets by the splitter's values, for the data above. */
const namesInOrder = ["[a]*?:/\\", "a", "A", "b", "Other"];
const linesOf = ({ lineItems }: JsonObject) =>
  lineItems as { title: string; originalTotalSet: { shopMoney: { amount: string } } }[];
const expectedRows = (name: string) =>
  orders
    .filter((order) => {
      const own = order.tags as string[];
      return own.length === 0 ? name === "Other" : own.includes(name);
    })
    .flatMap((order) =>
      linesOf(order).map(({ title, originalTotalSet }) => [
        String(order.name),
        title,
        originalTotalSet.shopMoney.amount,
        "",
      ]),
    );
const expected = namesInOrder.map((name) => ({ name, rows: expectedRows(name) }));

describe("a split report has the same worksheets in every format:", () => {
  it("XML", async () => {
    const { bytes, file } = await made(FileType.Xml);
    const read = readXml(bytes);
    expect(read.worksheets).toEqual(expected);
    expect(file).toMatchObject({ orders: 12, rows: expected.flatMap(({ rows }) => rows).length });
  });

  it("HTML, as sections with their own totals and counts", async () => {
    const { bytes } = await made(FileType.Html);
    const { sections, scripts } = readHtml(bytes);
    expect(scripts).toHaveLength(1);
    // The price is third, as an amount in the shop's currency.
    const full = ({ name, rows }: (typeof expected)[number]) => ({
      name,
      rows: rows.map((cells) => cells.map((cell, at) => (at === 2 ? Number(cell).toFixed(2) : cell))),
    });
    expect(sections.map(({ name, rows }) => ({ name, rows }))).toEqual(expected.map(full));
    for (const { header: titles } of sections) expect(titles).toEqual(header);
    const [, , , b] = sections;
    const total = expectedRows("b").reduce((sum, cells) => sum + Number(cells[2]), 0);
    expect(b?.totals).toEqual(["Total", "", total.toFixed(2), "0.00"]);
    expect(b?.words).toMatch(new RegExp(`6 orders, ${expectedRows("b").length} rows`));
  });

  it("Excel, under valid and unique names", async () => {
    const { bytes } = await made(FileType.Excel);
    const { sheets } = await readExcel(bytes);
    expect(sheets.map(({ name }) => name)).toEqual(["a", "a (2)", "A (3)", "b", "Other"]);
    expect(sheets.map(({ rows }) => rows)).toEqual(expected.map(({ rows }) => rows));
    for (const { header: titles } of sheets) expect(titles).toEqual(header);
  });

  it("CSV, one below another with name, titles and rows, separated by an empty line", async () => {
    const { bytes } = await made(FileType.Csv);
    const read = parse(bytes, { bom: true, record_delimiter: "\r\n", relax_column_count: true }) as string[][];
    const wanted = expected.flatMap(({ name, rows }, at) => [...(at > 0 ? [[""]] : []), [name], header, ...rows]);
    expect(read).toEqual(wanted);
    expect(bytes.toString("utf8").split("\r\n\r\n")).toHaveLength(5);
  });
});

describe("a split report without orders", () => {
  it.each(Object.entries(FileType))("equals an empty one that is not split: %s", async (_, fileType) => {
    const split = await made(fileType, {}, []);
    const plain = await made(fileType, { splitter: WorksheetSplitter.None }, []);
    const shown = ({ bytes }: typeof split) => bytes.toString("utf8").replace(/<style>[\s\S]*<\/style>/, "");
    if (fileType === FileType.Excel) expect(split.file.contentHash).toBe(plain.file.contentHash);
    else expect(shown(split)).toBe(shown(plain));
  });
});

describe("a report grouped by product", () => {
  it("counts its orders and its rows", async () => {
    const { file, bytes } = await made(FileType.Csv, { grouping: Grouping.ProductCombined, splitter: 0 });
    const lines = orders.flatMap(linesOf);
    expect(file).toMatchObject({ orders: 12, rows: lines.length });
    const [, ...rows] = parse(bytes, { bom: true, record_delimiter: "\r\n" }) as string[][];
    const wanted = lines.map(({ title }) => title).sort(new Intl.Collator("el", { numeric: true }).compare);
    expect(rows.map((cells) => cells[1])).toEqual(wanted);
  });
});

describe("an order with more tags than a file can have worksheets", () => {
  const design = { columns: columns.slice(0, 1), grouping: Grouping.OnePerOrder };
  const tagged = (count: number) =>
    someOrders(1).map((order): JsonObject => ({ ...order, tags: Array.from({ length: count }, (_, n) => `tag ${n}`) }));

  const limited = Object.values(FileType).filter((type) => fileFormats[type].holds.worksheets < 1_001);

  it.each(limited)("is refused with an alternative (%s)", async (fileType) => {
    const state = await exported(fileType, design, tagged(1_001));
    expect(state).toMatchObject({
      status: "failed",
      reason:
        "This report would have 1001 worksheets, but a file of this format can hold at most 1000. Choose CSV or XML, another splitter, or a shorter date range.",
    });
  });

  it("is logged without a stack, as it isn't a bug", async () => {
    const { logged } = await run(FileType.Excel, design, tagged(1_001));
    expect(logged).toEqual([
      {
        level: "warn",
        fields: { exportId: "e1", attempt: 1, code: "internal" },
        text: expect.stringContaining("would have 1001 worksheets"),
      },
    ]);
  });

  it("is exported as CSV, and as HTML up to a thousand worksheets", async () => {
    expect((await made(FileType.Csv, design, tagged(1_001))).file.rows).toBe(1_001);
    expect((await made(FileType.Html, design, tagged(1_000))).file.rows).toBe(1_000);
  });
});
