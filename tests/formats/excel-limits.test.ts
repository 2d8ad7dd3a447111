import jszip from "jszip";
import { describe, expect, it } from "vitest";
import { column, fileOf, link, numbersOfShop, rowsOf, text } from "#application/writing/writers-for-tests.ts";
import type { Cell } from "#domain/columns/definition.ts";
import { ColumnType } from "#domain/enumerations.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { openExcel } from "#tests/support/read-report.ts";
import { createXlsxWriter } from "../../exporter/xlsx/xlsx-writer.ts";

const written = async (cells: Cell[], changes = {}): Promise<Uint8Array> => {
  const settings = { preferences: defaultPreferences, zone: "UTC", numbers: numbersOfShop };
  const rows = rowsOf(...cells.map((cell) => [cell]));
  return (await fileOf((sink) => createXlsxWriter(settings, sink), [column("A", changes)], rows)).bytes;
};
const partOf = async (file: Uint8Array, name: string): Promise<string> =>
  (await (await jszip.loadAsync(file)).file(name)?.async("string")) ?? "";

describe("a worksheet of an Excel file", () => {
  it("has at most 65,530 links, and formulas for further ones", async () => {
    const cells = Array.from({ length: 65_532 }, (_, n) => link(`https://a.example/${n % 10}`));
    const sheet = await partOf(await written(cells, { type: ColumnType.Link }), "xl/worksheets/sheet1.xml");
    expect(sheet.split("<hyperlink ").length - 1).toBe(65_530);
    expect(sheet.split("<f>HYPERLINK(").length - 1).toBe(2);
    expect(sheet).toContain('<c r="A65533"');
  });

  it("keeps leading and trailing spaces and line breaks, and turns carriage returns into line feeds", async () => {
    const texts = [
      " before",
      "behind ",
      "\tbefore",
      "\nabove",
      "below\n",
      "a\r\nb\rc",
      "two  blanks",
      "\u0001 a \ufffe",
    ];
    // Twice: texts that repeat stand in their own part.
    const file = await written([...texts, ...texts].map(text));
    const parts = (await partOf(file, "xl/worksheets/sheet1.xml")) + (await partOf(file, "xl/sharedStrings.xml"));
    const kept = [...parts.matchAll(/<t(?<how>[^>]*)>(?<text>[^<]*)<\/t>/g)].map(({ groups }) => groups ?? {});
    const edged = kept.filter(({ text = "" }) => text.trim() !== text);
    expect(edged.length).toBeGreaterThanOrEqual(6);
    expect(edged.filter(({ how }) => how !== ' xml:space="preserve"')).toEqual([]);
    const [sheet] = (await openExcel(file)).worksheets;
    const wanted = [...texts.slice(0, 5), "a\nb\nc", "two  blanks", " a "];
    expect(texts.map((_, at) => sheet?.getCell(at + 2, 1).value)).toEqual(wanted);
    expect(parts).not.toContain("_x000D_");
  });
});
