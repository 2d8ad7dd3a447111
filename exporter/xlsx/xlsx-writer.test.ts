import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ByteSink } from "#application/writing/writer.ts";
import {
  column,
  fileOf,
  image,
  link,
  moment,
  number,
  numbers,
  numbersOfShop,
  requestedAt,
  rowsOf,
  text,
} from "#application/writing/writers-for-tests.ts";
import { createCellConverter } from "#domain/columns/cells/cells.ts";
import type { Cell } from "#domain/columns/definition.ts";
import { ColumnType } from "#domain/enumerations.ts";
import { defaultPreferences, type Preferences } from "#domain/shop/preferences.ts";
import { NotADecimal } from "#domain/text/decimal.ts";
import { removeInvalid } from "#domain/text/remove-invalid.ts";
import { openExcel, readExcel } from "#tests/support/read-report.ts";
import { type ExcelLimits, excelLimits } from "./limits.ts";
import { createXlsxWriter } from "./xlsx-writer.ts";

const writer =
  (changes: Partial<Preferences> = {}, zone = "Europe/Athens", limits?: ExcelLimits) =>
  (sink: ByteSink) =>
    createXlsxWriter(
      {
        preferences: { ...defaultPreferences, ...changes },
        zone,
        numbers: numbersOfShop,
        ...(limits ? { limits } : {}),
      },
      sink,
    );

/** The worksheet of one column of cells, as exceljs sees it; the header is row 1. */
const sheetOf = async (cells: Cell[], create = writer(), changes = {}) => {
  const { bytes } = await fileOf(create, [column("A", changes)], rowsOf(...cells.map((cell) => [cell])));
  const sheet = (await openExcel(bytes)).worksheets[0];
  if (!sheet) throw new Error("There is no worksheet.");
  return { sheet, cells: cells.map((_, at) => sheet.getCell(at + 2, 1)) };
};
const valuesOf = async (cells: Cell[], create = writer()) =>
  (await sheetOf(cells, create)).cells.map(({ value }) => value);

describe("a cell of an Excel file", () => {
  it("writes a number as a number, with the digits of the amount", async () => {
    const decimals = [
      "7.25",
      "-0.5",
      "0",
      "1200",
      "12.345",
      "123456789012.345",
      "0.000000000012345",
      "10000000000000000000",
    ];
    expect(await valuesOf(decimals.map(number))).toEqual(decimals.map(Number));
  });

  it("writes a number with more digits than Excel keeps as text, so no digit is lost", async () => {
    const decimals = ["1234567890123456", "0.1234567890123456", "-99999999999999999999.01"];
    expect(await valuesOf(decimals.map(number))).toEqual(decimals);
  });

  it("writes text as text, however it looks", async () => {
    const texts = [
      "00123",
      "5901234123457",
      "+30 210 123",
      "=1+1",
      "@x",
      "-5",
      "1e5",
      "TRUE",
      "2026/11/20",
      "#N/A",
      " a ",
      "\n",
    ];
    expect(await valuesOf(texts.map(text))).toEqual(texts);
  });

  it.each<[string, number, string, string]>([
    ["2026-11-20T12:05:59.999Z", 0, "2026-11-20T14:05:00.000Z", "yyyy/mm/dd hh:mm"],
    ["2026-07-20T12:05:00Z", 1, "2026-07-20T15:05:00.000Z", "dd/mm/yyyy hh:mm"],
    // Clocks go back an hour at 01:00 UTC on 25 October, forward on 29 March.
    ["2026-10-25T00:30:00Z", 2, "2026-10-25T03:30:00.000Z", "mm/dd/yyyy hh:mm"],
    ["2026-10-25T01:30:00Z", 0, "2026-10-25T03:30:00.000Z", "yyyy/mm/dd hh:mm"],
    ["2026-03-29T00:59:00Z", 0, "2026-03-29T02:59:00.000Z", "yyyy/mm/dd hh:mm"],
    ["2026-03-29T01:00:00Z", 0, "2026-03-29T04:00:00.000Z", "yyyy/mm/dd hh:mm"],
    ["1900-03-02T00:00:00Z", 0, "1900-03-02T01:34:00.000Z", "yyyy/mm/dd hh:mm"],
  ])("writes an instant as a date in the shop's zone: %s", async (instant, UserDateFormat, shown, format) => {
    const { cells } = await sheetOf([moment(instant)], writer({ UserDateFormat }));
    expect(cells[0]?.value).toEqual(new Date(shown));
    expect(cells[0]?.numFmt).toBe(format);
  });

  it("writes a date before Excel's first day as text", async () => {
    expect(await valuesOf([moment("1850-06-01T12:00:00Z"), moment("1900-01-31T12:00:00Z")], writer({}, "UTC"))).toEqual(
      ["1850/06/01 12:00", "1900/01/31 12:00"],
    );
  });

  it("writes a valid address as a link, and an image as a link to it", async () => {
    const values = await valuesOf([
      link('https://a.example/?q="1"&b=2'),
      image("https://a.example/1.png"),
      link("javascript:alert(1)"),
      link("https://a.example/1", "https://a.example/2"),
      link(`https://a.example/${"x".repeat(2_100)}`),
    ]);
    expect(values).toEqual([
      { text: 'https://a.example/?q="1"&b=2', hyperlink: "https://a.example/?q=%221%22&b=2" },
      { text: "https://a.example/1.png", hyperlink: "https://a.example/1.png" },
      "javascript:alert(1)",
      { text: "https://a.example/1\nhttps://a.example/2", hyperlink: "https://a.example/1" },
      `https://a.example/${"x".repeat(2_100)}`,
    ]);
  });

  it("is a formula if the worksheet has too many links, and text if it doesn't fit into a formula", async () => {
    const long = `https://a.example/${"x".repeat(250)}`;
    const few = writer({}, "UTC", { ...excelLimits, rows: 100, links: 2 });
    const values = await valuesOf(
      [link("https://a.example/1"), link("https://a.example/1"), link('https://a.example/"'), link(long)],
      few,
    );
    expect(values).toEqual([
      { text: "https://a.example/1", hyperlink: "https://a.example/1" },
      { text: "https://a.example/1", hyperlink: "https://a.example/1" },
      { formula: 'HYPERLINK("https://a.example/%22","https://a.example/""")', result: 'https://a.example/"' },
      long,
    ]);
  });

  it("cuts a text at 32,767 characters and says so at its end", async () => {
    const [whole, cut, pair] = await valuesOf([
      text("x".repeat(32_767)),
      text("x".repeat(32_768)),
      text(`${"😀".repeat(20_000)}`),
    ]);
    expect(whole).toBe("x".repeat(32_767));
    expect(String(cut)).toHaveLength(32_767);
    expect(cut).toMatch(/x … \(cut off: too long for an Excel cell\. CSV, XML and HTML files have the full text\.\)$/);
    expect(String(pair).isWellFormed()).toBe(true);
  });

  it("keeps 253 line breaks and joins further lines into the last one, with a mark at each break", async () => {
    const lines = (count: number, end = "\n") => Array.from({ length: count }, (_, n) => `line ${n}`).join(end);
    const [whole, more, windows, mac, addresses] = await valuesOf([
      text(lines(254)),
      text(lines(256)),
      text(lines(256, "\r\n")),
      text(lines(256, "\r")),
      link(...Array.from({ length: 300 }, (_, n) => `https://shop.example/${n}`)),
    ]);
    expect(whole).toBe(lines(254));
    expect(more).toBe(`${lines(254)}↵line 254↵line 255`);
    expect([windows, mac]).toEqual([more, more]);
    expect((addresses as { text: string }).text.split("\n")).toHaveLength(254);
  });

  it.each(["NaN", "Infinity", "-Infinity", "one"])("can't be the number %s", (sent) => {
    const toCell = createCellConverter({ type: ColumnType.Number, valueKind: "number" });
    expect(() => toCell(sent)).toThrow(NotADecimal);
    expect(() => toCell(Number(sent))).toThrow(NotADecimal);
  });
});

describe("an Excel file", () => {
  it("is refused before a byte is written if it has too many columns", async () => {
    const limited = writer({}, "UTC", { ...excelLimits, columns: 3 });
    const fileWith = (names: string[]) =>
      fileOf(
        limited,
        names.map((name) => column(name)),
        [],
      );
    await expect(fileWith(["A", "B", "C", "D"])).rejects.toThrow(
      "A report of 4 columns doesn't fit into an Excel file: a worksheet has at most 3.",
    );
    const { bytes } = await fileWith(["A", "B", "C"]);
    expect((await openExcel(bytes)).worksheets[0]?.getCell("C1").value).toBe("C");
    expect(excelLimits.columns).toBe(16_384);
  });
});

describe("an Excel file", () => {
  it("has a bold, frozen header with filters, and columns as wide as their content", async () => {
    const columns = [
      column("OrderNum"),
      numbers("Quantity"),
      column("Note"),
      column("Url", { type: ColumnType.Link }),
      column("Own", { width: 42 }),
    ];
    const { bytes } = await fileOf(
      writer(),
      columns,
      rowsOf([text("#1"), number("2"), text("x".repeat(500)), null, null]),
    );
    const sheet = (await openExcel(bytes)).worksheets[0];
    expect(sheet?.autoFilter).toBe("A1:E2");
    expect(sheet?.views).toMatchObject([{ state: "frozen", ySplit: 1 }]);
    expect(sheet?.getRow(1).font ?? sheet?.getCell("A1").font).toMatchObject({ bold: true });
    expect(columns.map((_, at) => sheet?.getColumn(at + 1).width)).toEqual([12.5, 12.5, 60, 28 + 1.5, 42]);
  });

  it("has only its header if there are no rows", async () => {
    const { bytes } = await fileOf(writer(), [column("OrderNum", { title: "Order <number>" })], []);
    expect(await readExcel(bytes)).toEqual({ sheets: [{ name: "Sales", header: ["Order <number>"], rows: [] }] });
  });

  it("shades every other line, or every other order, including empty cells", async () => {
    const rows = [true, false, true].map((startsOrder) => ({ cells: [text("x"), null], startsOrder }));
    const bands = async (AlternateRowsStyle: number) => {
      const { bytes } = await fileOf(writer({ AlternateRowsStyle }), [column("A"), column("B")], rows);
      const sheet = (await openExcel(bytes)).worksheets[0];
      const isFilled = (cell: string) => JSON.stringify(sheet?.getCell(cell).fill ?? {}).includes("solid");
      return [2, 3, 4].map((row) => isFilled(`A${row}`) && isFilled(`B${row}`));
    };
    expect(await bands(0)).toEqual([false, false, false]);
    expect(await bands(1)).toEqual([false, true, false]);
    expect(await bands(2)).toEqual([false, false, true]);
  });

  it("continues in a second worksheet, with header and links, when the first is full", async () => {
    const create = writer({}, "UTC", { ...excelLimits, rows: 4, links: 2 });
    const rows = rowsOf(
      ...Array.from({ length: 7 }, (_, n): Cell[] => [number(`${n}`), link(`https://a.example/${n}`)]),
    );
    const { bytes } = await fileOf(create, [numbers("N"), column("Url", { type: ColumnType.Link })], rows, {
      title: "A title: of [more] than/31 characters?",
    });
    const { sheets } = await readExcel(bytes);
    expect(sheets.map(({ name }) => name)).toEqual([
      "A title of more than 31 charact",
      "A title of more than 31 cha (2)",
      "A title of more than 31 cha (3)",
    ]);
    expect(sheets.map(({ header }) => header)).toEqual([
      ["N", "Url"],
      ["N", "Url"],
      ["N", "Url"],
    ]);
    expect(sheets.flatMap((sheet) => sheet.rows)).toEqual(rows.map((_, n) => [`${n}`, `https://a.example/${n}`]));
    expect(sheets.map((sheet) => sheet.rows.length)).toEqual([3, 3, 1]);
    const links = (await openExcel(bytes)).worksheets.map((sheet) => sheet.getCell("B2").hyperlink);
    expect(links).toEqual(["https://a.example/0", "https://a.example/3", "https://a.example/6"]);
  });

  it("has its filter, dates, time and zone in its properties only, not in its cells", async () => {
    const filter = { title: "B2B & <north>", conditions: "Orders tagged “b2b”." };
    const { bytes } = await fileOf(writer(), [column("A")], rowsOf([text("x")]), { about: { filter } });
    const book = await openExcel(bytes);
    expect(book).toMatchObject({
      title: "Sales",
      subject: "Orders from 2026/11/01 to 2026/11/20",
      description: [
        "aurora-demo · Orders from 2026/11/01 to 2026/11/20",
        "Filter “B2B & <north>”: Orders tagged “b2b”.",
        "Generated 2026/11/20 16:05, times in Europe/Athens",
      ].join("\n"),
      created: new Date(requestedAt),
    });
    expect(book.worksheets.map((sheet) => [sheet.name, sheet.rowCount])).toEqual([["Sales", 2]]);
  });

  it("has the same bytes and content hash for the same rows in any batches", async () => {
    const rows = rowsOf(
      ...Array.from({ length: 2_500 }, (_, n): Cell[] => [text(`order ${n}`), text(`${n % 7}`), number(`${n}.5`)]),
    );
    const columns = [column("A"), column("B"), numbers("C")];
    const files = await Promise.all([1, 99, 500, 10_000].map((batch) => fileOf(writer(), columns, rows, { batch })));
    expect(files[0]?.contentHash).toMatch(/^[0-9a-f]{64}$/);
    for (const file of files) {
      expect(file.contentHash).toBe(files[0]?.contentHash);
      expect(file.bytes.equals(files[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
    }
    const other = await fileOf(writer(), columns, rows.slice(1));
    expect(other.contentHash).not.toBe(files[0]?.contentHash);
  });

  it("is read back unchanged, for any text", async () => {
    const anyText = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({
        unit: fc.constantFrom(
          "_",
          "x",
          "0",
          "0",
          "4",
          "1",
          "\r",
          "\n",
          "\t",
          "<",
          "&",
          '"',
          " ",
          "\u0001",
          "\ufffe",
          "\ud800",
          "😀",
          "م",
        ),
      }),
      fc.constantFrom("_x0041_", "_x005F_x0041_", "_x0041\r", "_x005F\r", "__x0041__", "_x000D_", "_X0041_"),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(anyText, anyText), { minLength: 1 }), async (texts) => {
        const { bytes } = await fileOf(
          writer(),
          [column("A"), column("B")],
          rowsOf(...texts.map((row) => row.map(text))),
        );
        const [sheet] = (await readExcel(bytes)).sheets;
        const kept = (whole: string) => removeInvalid(whole).replaceAll(/\r\n?/g, "\n");
        expect(sheet?.rows).toEqual(texts.map((row) => row.map(kept)));
      }),
      { numRuns: 60 },
    );
  });
});
