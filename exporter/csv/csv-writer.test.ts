import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { about } from "#application/writing/writers-for-tests.ts";
import type { Cell } from "#domain/columns/definition.ts";
import { ColumnType } from "#domain/enumerations.ts";
import type { CompiledColumn } from "#domain/groupings/compile.ts";
import { defaultPreferences, type Preferences } from "#domain/shop/preferences.ts";
import { removeInvalid } from "#domain/text/remove-invalid.ts";
import { createCsvWriter } from "./csv-writer.ts";

const column = (title: string): CompiledColumn => ({
  key: title,
  title,
  type: ColumnType.Text,
  valueKind: "text",
  identifier: false,
  total: "none",
  width: null,
  format: null,
  formula: null,
});
const text = (value: string): Cell => ({ kind: "text", text: value });

const madeOf = async (
  titles: string[],
  rows: Cell[][],
  changes: Partial<Preferences> = {},
  zone = "Europe/Athens",
): Promise<{ bytes: Buffer; replacedCharacters?: number }> => {
  const pieces: Uint8Array[] = [];
  const preferences = { ...defaultPreferences, ...changes };
  const writer = createCsvWriter({ preferences, zone }, async (bytes) => {
    pieces.push(bytes);
  });
  await writer.begin({
    title: "Report",
    columns: titles.map(column),
    about,
    split: false,
  });
  const sheet = await writer.beginSheet({ name: null });
  await sheet.rows(rows.map((cells) => ({ cells, startsOrder: true })));
  await sheet.end({ orders: rows.length });
  const { replacedCharacters } = await writer.end();
  return { bytes: Buffer.concat(pieces), ...(replacedCharacters !== undefined && { replacedCharacters }) };
};
const bytesOf = async (...given: Parameters<typeof madeOf>): Promise<Buffer> => (await madeOf(...given)).bytes;
const file = async (...given: Parameters<typeof bytesOf>): Promise<string> =>
  (await bytesOf(...given)).toString("utf8");

describe("a CSV file in the default configuration", () => {
  it("begins with a UTF-8 byte order mark, then titles, then rows, each ended by CR LF", async () => {
    const bytes = await bytesOf(["Order number", "City"], [[text("#1"), text("Αθήνα")]]);
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.subarray(3).toString("utf8")).toBe("Order number,City\r\n#1,Αθήνα\r\n");
  });

  it("quotes only cells that would break a row", async () => {
    const cells = [text('6" nail'), text("a,b"), text("two\nlines"), text("cr\rhere"), text(" blank "), text("a;b")];
    expect(await file([], [cells])).toBe('\ufeff"6"" nail","a,b","two\nlines","cr\rhere", blank ,a;b\r\n');
  });

  it("writes each kind of cell", async () => {
    const cells: Cell[] = [
      null,
      { kind: "number", decimal: "-7.25" },
      { kind: "datetime", instant: "2026-11-20T12:05:30Z" },
      { kind: "link", urls: ["https://a.example/1"] },
      { kind: "image", urls: ["https://a.example/1.png", "https://a.example/2.png"] },
      text("=1+1"),
      text("00123"),
    ];
    expect(await file([], [cells])).toBe(
      '\ufeff,-7.25,2026/11/20 14:05,https://a.example/1,"https://a.example/1.png\nhttps://a.example/2.png",\'=1+1,00123\r\n',
    );
  });

  it("has no control characters except tabs and line ends, and none of them hides a formula", async () => {
    const control = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join("");
    const cells = [text(`a${control}b\ufffe\uffff`), text("\u0000=1+1"), text("half \ud83d"), text("\u007f\u0085")];
    expect(await file(["T\u0007"], [cells])).toBe(`\ufeffT\r\n"a\t\n\rb",'=1+1,half \ufffd,\u007f\u0085\r\n`);
  });

  it("escapes formulas in a column of links", async () => {
    const cells: Cell[] = [{ kind: "link", urls: ['=HYPERLINK("http://evil.example")', "https://a.example/1"] }];
    expect(await file([], [cells], { CsvBom: false })).toBe(
      `"'=HYPERLINK(""http://evil.example"")\nhttps://a.example/1"\r\n`,
    );
  });

  it("has only titles if there are no rows", async () => {
    expect(await file(["Order number", "=Total"], [])).toBe("\ufeffOrder number,'=Total\r\n");
  });

  it("keeps a row whose only cell is empty", async () => {
    expect(parse(await file(["Note"], [[null], [text("x")]]), { bom: true })).toEqual([["Note"], [""], ["x"]]);
  });
});

describe("the configuration of CSV files", () => {
  const rows: Cell[][] = [[text("a\r\nb\nc"), { kind: "number", decimal: "7.25" }]];

  it.each<[string, Partial<Preferences>, string]>([
    ["without the byte order mark", { CsvBom: false }, 'N,P\r\n"a\r\nb\nc",7.25\r\n'],
    ["without titles", { ShowCsvHeaders: false, CsvBom: false }, '"a\r\nb\nc",7.25\r\n'],
    ["line breaks as spaces", { CsvIncludeNewlines: false, CsvBom: false }, "N,P\r\na b c,7.25\r\n"],
    [
      "semicolons and decimal commas",
      { CsvSeparator: ";", CsvUseCommaForDecimals: true, CsvBom: false },
      'N;P\r\n"a\r\nb\nc";7,25\r\n',
    ],
    ["commas for both separators", { CsvUseCommaForDecimals: true, CsvBom: false }, 'N,P\r\n"a\r\nb\nc","7,25"\r\n'],
    ["tabs", { CsvSeparator: "\t", CsvBom: false }, 'N\tP\r\n"a\r\nb\nc"\t7.25\r\n'],
    ["pipes", { CsvSeparator: "|", CsvBom: false }, 'N|P\r\n"a\r\nb\nc"|7.25\r\n'],
    ["two characters", { CsvSeparator: "^^", CsvBom: false }, 'N^^P\r\n"a\r\nb\nc"^^7.25\r\n'],
  ])("%s", async (_, changes, wanted) => {
    expect(await file(["N", "P"], rows, changes)).toBe(wanted);
  });

  it("writes days as the shop chose, in its zone", async () => {
    const cells: Cell[][] = [[{ kind: "datetime", instant: "2026-11-20T14:05:00Z" }]];
    const written = (UserDateFormat: number) => file([], cells, { UserDateFormat, CsvBom: false }, "Pacific/Auckland");
    expect(await written(1)).toBe("21/11/2026 03:05\r\n");
    expect(await written(2)).toBe("11/21/2026 03:05\r\n");
  });

  it("puts addresses on one line if line breaks are off", async () => {
    const cells: Cell[][] = [[{ kind: "link", urls: ["https://a.example/1", "https://a.example/2"] }]];
    expect(await file([], cells, { CsvIncludeNewlines: false, CsvBom: false })).toBe(
      "https://a.example/1 https://a.example/2\r\n",
    );
  });
});

describe("the code page of CSV files", () => {
  const rows: Cell[][] = [
    [text("Crème brûlée"), text("Αθήνα")],
    [text("Cafe\u0301"), text("日本 😀")],
  ];

  it("is UTF-8 with a byte order mark, or another page with a count of replaced characters", async () => {
    const made = await madeOf(["Product", "Πόλη"], rows, { CsvEncoding: 1252 });
    expect(new TextDecoder("windows-1252").decode(made.bytes)).toBe(
      "Product,????\r\nCrème brûlée,?????\r\nCafé,?? ?\r\n",
    );
    expect(made.replacedCharacters).toBe(12);
    expect(await madeOf(["Product"], rows, { CsvBom: false })).not.toHaveProperty("replacedCharacters");
  });

  it("includes its language's letters in decomposed form too", async () => {
    const made = await madeOf(["Πόλη"], [[text("Αθη\u0301να")]], { CsvEncoding: 1253 });
    expect([...made.bytes.subarray(6, 11)]).toEqual([0xc1, 0xe8, 0xde, 0xed, 0xe1]);
    expect(made).not.toHaveProperty("replacedCharacters");
  });

  it("counts every replaced character in a large file once", async () => {
    const many = Array.from({ length: 9_000 }, (): Cell[] => [text("Ω and what else a row holds"), text("x")]);
    expect((await madeOf(["T"], many, { CsvEncoding: 1252 })).replacedCharacters).toBe(9_000);
  });
});

describe("compared with an independent writer and reader", () => {
  // Begins with a letter: guarded characters have their own tests.
  const field = fc
    .oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: fc.constantFrom('"', ",", ";", "\n", "\r", "\t", "a", " ", "=", "-", "é", "日", "😀") }),
    )
    .map((value) => (value === "" ? "" : `x${removeInvalid(value)}`));
  const table = fc
    .integer({ min: 2, max: 5 })
    .chain((width) =>
      fc.array(fc.array(field, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 12 }),
    );

  it("is written byte for byte like csv-stringify's, and read back unchanged, for any text", async () => {
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom(",", ";", "\t", "|"), async (texts, separator) => {
        const cells = texts.map((row) => row.map(text));
        const ours = await file([], cells, { CsvSeparator: separator, CsvBom: false });
        const theirs = stringify(texts, { delimiter: separator, record_delimiter: "\r\n", quoted_match: /[\r\n]/ });
        expect(ours).toBe(theirs);
        expect(parse(ours, { delimiter: separator, record_delimiter: "\r\n" })).toEqual(texts);
      }),
      { numRuns: 300 },
    );
  });

  it("is read back unchanged even if characters fall on chunk boundaries", async () => {
    const cells = Array.from({ length: 4_000 }, (_, n): Cell[] => [text(`${"日本😀".repeat(n % 7)}${n}`), text("x")]);
    const read: unknown = parse(await file([], cells, {}), { bom: true, record_delimiter: "\r\n" });
    expect(read).toEqual(cells.map((row) => row.map((cell) => (cell?.kind === "text" ? cell.text : ""))));
  });
});
