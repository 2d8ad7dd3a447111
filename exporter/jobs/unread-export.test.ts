import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { CustomColumnCategory, FileType, Grouping, Sorting } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { exporterForTests, someOrders } from "#tests/support/exporter-for-tests.ts";
import { openExcel, readExcel } from "#tests/support/read-report.ts";
import { createExportJob } from "./export-job.ts";

const never = new AbortController().signal;
const lost = { unread: ["lineItems.nodes.originalTotalSet.shopMoney.amount"] };

/** A report of three orders, after one attempt; the second is #4999. */
const tried = async (
  second: object,
  input: Partial<FrozenInput> = {},
  how: { automated?: boolean; lastTry?: boolean; ofProducts?: boolean } = {},
) => {
  const orders = someOrders(3);
  Object.assign(orders[1] ?? {}, second);
  const exporter = exporterForTests(orders);
  const { design } = await exporter.request("other");
  const ofProducts = { ...design, grouping: Grouping.ProductCombined };
  await exporter.request("e1", { ...input, ...(how.ofProducts && { design: ofProducts }) }, how);
  await exporter.enqueue("e1");
  await createExportJob(exporter.deps)(await exporter.claim(), never);
  return exporter;
};
const unread = { id: "gid://shopify/Order/4999", name: "#4999", columns: ["Total price"] };

describe("an order that couldn't be read in full", () => {
  it("is marked in its cells in a manual report, which finishes at once", async () => {
    const exporter = await tried(lost);
    expect(await exporter.stateOf("e1")).toMatchObject({
      status: "finished",
      attempt: 1,
      file: { orders: 3, unread: [{ ...unread, leftOut: false }] },
    });
    expect(await exporter.fileOf("e1.1.csv")).toContain("Thing 1 of 4999,couldn't be read");
  });

  it.each([
    [
      FileType.Html,
      /<p class="counts note">Order #4999: “Total price” couldn't be read/,
      /<td class="[^"]*">incomplete</,
    ],
    [FileType.Xml, /<note>Order #4999: “Total price” couldn't be read/, /<TotalPrice>couldn't be read<\/TotalPrice>/],
  ])("is named in the file itself, of type %i", async (fileType, note, cell) => {
    const exporter = await tried(lost, { fileType });
    const file = await exporter.fileOf(fileType === FileType.Html ? "e1.1.html" : "e1.1.xml");
    expect(file).toMatch(note);
    expect(file).toMatch(cell);
  });

  it("is named on a last worksheet in Excel", async () => {
    const exporter = await tried(lost, { fileType: FileType.Excel });
    const { sheets } = await readExcel(await buffer(await exporter.deps.fileStore.open("e1.1.xlsx")));
    expect(sheets.map(({ name }) => name)).toEqual(["Untitled1", "Notes"]);
    expect(sheets[1]?.header).toEqual([
      "Order #4999: “Total price” couldn't be read from your store. Cells that need it say so.",
    ]);
  });

  it("is left out of a manual report if its rows are unknown", async () => {
    const exporter = await tried({ unread: ["lineItems"] }, { fileType: FileType.Html });
    expect(await exporter.stateOf("e1")).toMatchObject({
      file: { orders: 2, unread: [{ ...unread, columns: ["Product title", "Total price"], leftOut: true }] },
    });
    const file = await exporter.fileOf("e1.1.html");
    expect(file).toContain("Without #4999: “Product title”, “Total price” couldn't be read");
    expect(file).toMatch(/<tfoot>.*incomplete/s);
  });

  it.each([
    ["all if its products aren't known", { unread: ["lineItems"] }, {}, "incomplete"],
    ["none for another product", lost, { automated: true, lastTry: true }, "2.5"],
  ])("leaves totals of products incomplete that it could add to: %s", async (_, second, how, figure) => {
    const exporter = await tried(second, {}, { ...how, ofProducts: true });
    const file = await exporter.fileOf("e1.1.csv");
    for (const product of ["Thing 1 of 4998", "Thing 1 of 5000"]) expect(file).toContain(`${product},${figure}`);
  });

  const usual = { title: null, width: null, format: null };
  const custom = (formula: string) => ({ category: CustomColumnCategory.ExcelFormula, formula });
  /** Computes formulas in the rows of #5000, #4999 and #4998, one of which is left out. */
  const computed = async (
    place: number,
    how: { unread?: string[]; sorted?: boolean; selectedOrderIds?: string[] },
    ...formulas: string[]
  ) => {
    const { unread: lacks = ["lineItems"], sorted = false, selectedOrderIds = [] } = how;
    const orders = someOrders(3);
    Object.assign(orders[place] ?? {}, { unread: lacks });
    const exporter = exporterForTests(orders);
    const { design } = await exporter.request("other");
    const columns = [
      { ...usual, column: "TotalPrice" },
      ...formulas.map((formula, at) => ({ ...usual, column: `Custom${at + 1}`, custom: custom(formula) })),
    ];
    const sortedBy = sorted ? { column: "OrderNum", sorting: Sorting.Descending } : null;
    const preferences = { ...defaultPreferences, CsvBom: false, ShowCsvHeaders: false };
    await exporter.request("e1", { preferences, selectedOrderIds, design: { ...design, columns, sortedBy } });
    await exporter.enqueue("e1");
    await createExportJob(exporter.deps)(await exporter.claim(), never);
    return (await exporter.fileOf("e1.1.csv")).trimEnd().split("\r\n");
  };

  /** Rows of an Excel file: the total price, and per formula `live` or its words. The order at `place` is unread. */
  const inExcel = async (
    where: number | { place: number; spillAfterBytes: number },
    lacks: string[],
    ...formulas: string[]
  ) => {
    const { place, spillAfterBytes } = typeof where === "number" ? { place: where, spillAfterBytes: 64e6 } : where;
    const orders = someOrders(3);
    Object.assign(orders[place] ?? {}, { unread: lacks });
    const exporter = exporterForTests(orders);
    const { design } = await exporter.request("other");
    const columns = [
      { ...usual, column: "TotalPrice" },
      ...formulas.map((formula, at) => ({ ...usual, column: `Custom${at + 1}`, custom: custom(formula) })),
    ];
    await exporter.request("e1", { design: { ...design, columns }, fileType: FileType.Excel });
    await exporter.enqueue("e1");
    await createExportJob({ ...exporter.deps, spillAfterBytes })(await exporter.claim(), never);
    const [sheet] = (await openExcel(await buffer(await exporter.deps.fileStore.open("e1.1.xlsx")))).worksheets;
    return Array.from({ length: (sheet?.rowCount ?? 1) - 1 }, (_, row) =>
      columns.map((_, column) => {
        const cell = sheet?.getCell(row + 2, column + 1);
        return cell?.formula ? "live" : cell?.text;
      }),
    );
  };

  it("leaves formulas over several rows incomplete, but not those of one row", async () => {
    const formulas = ["=A1*2", "=SUM(A$1:A$9)", "=A1/SUM(A$1:A$9)"];
    const lacking = "2.5,5,incomplete,incomplete";
    for (const place of [0, 1, 2])
      for (const sorted of [false, true])
        expect([place, sorted, await computed(place, { sorted }, ...formulas)]).toEqual([
          place,
          sorted,
          [lacking, lacking],
        ]);
  });

  it("leaves only later formulas incomplete if rows are written as they are read", async () => {
    expect(await computed(2, {}, "=A1-A2", "=A$1")).toEqual(["2.5,0,2.5", "2.5,incomplete,2.5"]);
    expect(await computed(0, {}, "=A$1")).toEqual(["2.5,incomplete", "2.5,incomplete"]);
  });

  it("leaves Excel running totals after it incomplete, even if rows are written as they are read", async () => {
    expect(await inExcel(1, ["lineItems"], "=SUM(A$1:A1)")).toEqual([
      ["2.5", "live"],
      ["2.5", "incomplete"],
    ]);
    expect(await inExcel(1, lost.unread, "=SUM(A$1:A1)", "=NORMSDIST(A1)")).toEqual([
      ["2.5", "live", "live"],
      ["couldn't be read", "incomplete", "couldn't be read"],
      ["2.5", "incomplete", "live"],
    ]);
  });

  it("leaves Excel totals of a column incomplete in all rows, even earlier ones and those on disk", async () => {
    for (const spillAfterBytes of [64e6, 0])
      for (const place of [0, 1, 2]) {
        const rows = await inExcel({ place, spillAfterBytes }, lost.unread, "=SUM(A:A)", "=SUM(B:B)");
        expect(rows.map((cells) => cells.slice(1))).toEqual(Array(3).fill(["incomplete", "incomplete"]));
      }
  });

  it("doesn't change an Excel formula that reads other columns", async () => {
    expect(await inExcel(2, lost.unread, "=ROW(A1)", "=SUM(B:B)")).toEqual([
      ["2.5", "live", "live"],
      ["2.5", "live", "live"],
      ["couldn't be read", "live", "live"],
    ]);
  });

  it("leaves formulas over several rows incomplete in all rows if its position is unknown", async () => {
    const selectedOrderIds = someOrders(3).map(({ id }) => String(id));
    expect(await computed(2, { unread: ["createdAt"], selectedOrderIds }, "=A$1")).toEqual([
      "2.5,incomplete",
      "2.5,incomplete",
    ]);
  });

  it("is named in an empty file if it was the only order", async () => {
    const only: Partial<FrozenInput> = {
      fileType: FileType.Html,
      filters: { range: 0, from: "2026-11-20T11:58:30Z", to: "2026-11-20T11:59:30Z" },
    };
    const exporter = await tried({ unread: ["lineItems"] }, only);
    const file = await exporter.fileOf("e1.1.html");
    expect(file).toContain("This report is empty: orders that may match couldn't be read.");
  });

  it("fails an attempt of a run at once, naming the order and the column", async () => {
    const exporter = await tried(lost, {}, { automated: true });
    expect(await exporter.stateOf("e1")).toMatchObject({
      status: "failed",
      attempt: 1,
      code: "platform-unavailable",
      reason: "Order #4999: “Total price” couldn't be read from your store.",
    });
  });

  it("is left out in the last attempt of a run", async () => {
    const exporter = await tried(lost, {}, { automated: true, lastTry: true });
    expect(await exporter.stateOf("e1")).toMatchObject({
      status: "finished",
      file: { orders: 2, unread: [{ ...unread, leftOut: true }] },
    });
    expect(await exporter.fileOf("e1.1.csv")).not.toContain("4999");
  });

  it("can be one of at most 20 in a report, not counting carried ones", async () => {
    const ofMany = async (carriedOrderIds: string[]) => {
      const orders = someOrders(30);
      for (const order of orders.slice(0, 21)) Object.assign(order, lost);
      const exporter = exporterForTests(orders);
      await exporter.request("e1", { carriedOrderIds }, { automated: true, lastTry: true });
      await exporter.enqueue("e1");
      await createExportJob(exporter.deps)(await exporter.claim(), never).catch(() => undefined);
      return (await exporter.stateOf("e1")).status;
    };
    expect(await ofMany([])).not.toBe("finished");
    expect(await ofMany([unread.id])).toBe("finished");
  });

  const carried: Partial<FrozenInput> = {
    carriedOrderIds: [unread.id],
    filters: { range: 0, from: "2026-11-20T12:00:00Z", to: "2026-11-20T12:30:00Z" },
  };

  it("doesn't delay later runs: one that carries it leaves it out in its first attempt", async () => {
    const exporter = await tried(lost, carried, { automated: true });
    expect(await exporter.stateOf("e1")).toMatchObject({ file: { orders: 1, unread: [{ ...unread, leftOut: true }] } });
  });

  it("is added to the next run once it can be read, after that run's orders, whatever its date", async () => {
    const exporter = await tried({}, carried, { automated: true });
    const file = await exporter.fileOf("e1.1.csv");
    expect(file.match(/#\d+/g)).toEqual(["#5000", "#4999"]);
    expect(await exporter.stateOf("e1")).toMatchObject({ file: { late: ["#4999"] } });
  });

  it("is named in the file that adds it", async () => {
    const exporter = await tried({}, { ...carried, fileType: FileType.Html }, { automated: true });
    expect(await exporter.fileOf("e1.1.html")).toContain("With #4999, which an earlier report lacked.");
  });

  it("is called an order with an unknown number if its name couldn't be read", async () => {
    const nameless = { name: undefined, unread: ["name"] };
    const { design } = await exporterForTests([]).request("other");
    const columns = design.columns.filter(({ column }) => column !== "OrderNum");
    const input = { ...carried, design: { ...design, columns }, fileType: FileType.Html };
    const late = await tried(nameless, input, { automated: true });
    expect(await late.fileOf("e1.1.html")).toContain(
      "With an order with an unknown number, which an earlier report lacked.",
    );
    const more = { ...nameless, unread: ["name", ...lost.unread] };
    expect(await (await tried(more)).stateOf("e1")).toMatchObject({
      file: {
        unread: [{ ...unread, name: "an order with an unknown number", columns: ["Order number", "Total price"] }],
      },
    });
  });
});
