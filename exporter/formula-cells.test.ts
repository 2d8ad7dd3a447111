import { describe, expect, it } from "vitest";
import { withFormulas } from "#application/writing/formula-cells.ts";
import type { ReportWriter } from "#application/writing/writer.ts";
import { column, fileOf, moment, number, numbers, rowsOf, text } from "#application/writing/writers-for-tests.ts";
import { cellCharacters } from "#domain/columns/cells/cell-characters.ts";
import { unreadCell } from "#domain/columns/cells/unread-cell.ts";
import { FileType } from "#domain/enumerations.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { createCsvWriter } from "./csv/csv-writer.ts";

const preferences = { ...defaultPreferences, CsvBom: false, ShowCsvHeaders: false };
const shop = { ianaTimezone: "Europe/Athens", primaryLocale: "en" };
const formula = (words: string) => column("F", { formula: words });

/** The lines of a CSV file of columns A, B … followed by a formula. */
const lines = async (rows: Parameters<typeof rowsOf>, words: string[], batch = 500) => {
  const given = (rows[0] ?? []).map((_, at) => (at === 0 ? column("A") : numbers("B")));
  const { bytes } = await fileOf(
    (sink) =>
      withFormulas(
        { preferences, shop, fileType: FileType.Csv },
        createCsvWriter({ preferences, zone: shop.ianaTimezone }, sink),
      ),
    [...given, ...words.map(formula)],
    rowsOf(...rows.map((row) => [...row, ...words.map(() => null)])),
    { batch },
  );
  return bytes.toString("utf8").trimEnd().split("\r\n");
};

describe("a formula column", () => {
  it("has its results in the file, without rounding errors", async () => {
    const rows = [
      [text("a"), number("12.1")],
      [text("b"), number("0.2")],
    ];
    expect(await lines(rows, ["=B1+B2", '=A1&"-"&B1', "=1/0"])).toEqual([
      "a,12.1,12.3,a-12.1,#DIV/0!",
      "b,0.2,0.2,b-0.2,#DIV/0!",
    ]);
  });

  it("has the same results with any batches of rows", async () => {
    const rows = Array.from({ length: 7 }, (_, n) => [text(`${n}`), number(`${n}`)]);
    const all = await lines(rows, ["=SUM(B1:B3)/B$2"]);
    for (const batch of [1, 2, 3]) expect(await lines(rows, ["=SUM(B1:B3)/B$2"], batch)).toEqual(all);
    expect(all.map((line) => line.split(",")[2])).toEqual(["3", "6", "9", "12", "15", "11", "6"]);
  });

  it("counts dates in days in the shop's zone", async () => {
    expect(await lines([[moment("2020-01-01T10:00:00Z")]], ["=A1", '=TEXT(A1,"yyyy-mm-dd hh:mm")'])).toEqual([
      "2020/01/01 12:00,43831.5,2020-01-01 12:00",
    ]);
  });

  it("is marked as unread if it refers to a cell that couldn't be read", async () => {
    const rows = [
      [text("a"), unreadCell],
      [text("b"), number("2")],
    ];
    expect(await lines(rows, ["=IFERROR(B1*2,0)", "=C1&A1"])).toEqual([
      "a,couldn't be read,couldn't be read,couldn't be read",
      "b,2,4,4b",
    ]);
  });

  it("shows no result next to an unread cell if only Excel computes it", async () => {
    const rows = [
      [text("a"), unreadCell],
      [text("b"), number("2")],
    ];
    const words = "(computed in Excel)";
    expect(await lines(rows, ["=SUM(B:B)", "=C1+1"])).toEqual([
      `a,couldn't be read,${words},${words}`,
      `b,2,${words},${words}`,
    ]);
  });

  it("marks formulas that only Excel computes, and invalid ones", async () => {
    expect(await lines([[text("a")]], ["=VLOOKUP(A1,A1,1)", "=C1", "=A1)"])).toEqual([
      "a,(computed in Excel),(refers to itself),(not a formula)",
    ]);
  });

  it("is passed on completely in chunks of limited size, however long its results", async () => {
    const slices: number[] = [];
    let rows = 0;
    const noting: ReportWriter = {
      begin: async () => undefined,
      beginSheet: async () => ({
        async rows(batch) {
          rows += batch.length;
          slices.push(batch.reduce((sum, { cells }) => sum + cellCharacters(cells), 0));
        },
        end: async () => undefined,
      }),
      end: async () => ({ contentHash: undefined }),
    };
    const columns = Array.from({ length: 110 }, () => formula('=TRIM(REPT("\u0436",32767))'));
    const given = rowsOf(...Array.from({ length: 30 }, () => columns.map(() => null)));
    await fileOf(() => withFormulas({ preferences, shop, fileType: FileType.Csv }, noting), columns, given);
    expect(rows).toBe(30);
    expect(Math.max(...slices)).toBeLessThan(1_300_000);
    expect(slices.length).toBeLessThan(12);
  });

  it("yields before each formula, even in delayed rows", async () => {
    let breaths = 0;
    const counted = (sink: Parameters<typeof createCsvWriter>[1]) =>
      withFormulas(
        { preferences, shop, fileType: FileType.Csv },
        createCsvWriter({ preferences, zone: shop.ianaTimezone }, sink),
        () => {
          breaths += 1;
        },
      );
    const columns = Array.from({ length: 20 }, () => formula("=ROW(A1)+LEN(A$50)"));
    await fileOf(
      counted,
      [column("A"), ...columns],
      rowsOf(...Array.from({ length: 50 }, () => [text("a"), ...columns.map(() => null)])),
    );
    expect(breaths).toBeGreaterThanOrEqual(20 * 50);
  });

  it("has up to 250,000 characters in a row, and the rest is left to Excel", async () => {
    const words = [...Array.from({ length: 8 }, () => '=REPT("x",32767)'), "=LEN(I1)"];
    const [line = ""] = await lines([[text("a")]], words);
    const [last = "", ...beyond] = line.split(",").slice(7);
    expect(last).toHaveLength(32_767);
    expect(beyond).toEqual(["(computed in Excel)", "(computed in Excel)"]);
  });

  it("never runs an order's text as a formula, and escapes results like any text", async () => {
    expect(await lines([[text("=1+1")]], ["=A1", "=LEN(A1)"])).toEqual(["'=1+1,'=1+1,4"]);
  });
});
