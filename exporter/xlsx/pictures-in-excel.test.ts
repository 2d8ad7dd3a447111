import ExcelJS from "exceljs";
import JSZip from "jszip";
import { describe, expect, it } from "vitest";
import { column, fileOf, image, numbersOfShop, rowsOf, text } from "#application/writing/writers-for-tests.ts";
import { ColumnType } from "#domain/enumerations.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { hashOf, pictureCalled, picturesAt } from "#tests/support/pictures.ts";
import type { PicturesOfFile } from "../pictures/pictures-of-file.ts";
import { withPictures } from "../pictures/with-pictures.ts";
import { createXlsxWriter } from "./xlsx-writer.ts";

const settings = { preferences: defaultPreferences, zone: "Europe/Athens", numbers: numbersOfShop };
const columns = [column("OrderNum"), column("Image", { type: ColumnType.Image })];
const at = (name: string): string => `https://cdn.example/${name}.png`;
const cup = pictureCalled("cup");
const plate = pictureCalled("plate", 200);
const found = { [at("cup")]: cup, [at("cup-again")]: cup, [at("plate")]: plate };

const made = async (
  rows: ReturnType<typeof rowsOf>,
  pictures: PicturesOfFile = picturesAt(found),
  given: { columns?: typeof columns; batch?: number; rowsOfSheet?: number } = {},
) => {
  const limits = { rows: given.rowsOfSheet ?? 1_000, links: 100, columns: 100 };
  const { bytes, contentHash } = await fileOf(
    (sink) => withPictures(pictures, 4, createXlsxWriter({ ...settings, limits, pictures }, sink)),
    given.columns ?? columns,
    rows,
    { batch: given.batch ?? 500 },
  );
  return { bytes, contentHash, zip: await JSZip.loadAsync(bytes) };
};
const readBack = async (bytes: Buffer) => {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes as unknown as ArrayBuffer);
  return workbook.worksheets.map((sheet) => ({
    name: sheet.name,
    cell: (address: string) => sheet.getCell(address),
    height: (row: number) => sheet.getRow(row).height,
    pictures: sheet.getImages().map(({ imageId, range }) => {
      const { buffer, extension } = workbook.getImage(Number(imageId));
      const { tl, br } = range;
      return {
        hash: hashOf(Buffer.from(buffer as unknown as Uint8Array)),
        extension,
        cell: [tl.nativeCol, tl.nativeRow],
        ends: [br.nativeCol, br.nativeRow],
        px: [(br.nativeColOff - tl.nativeColOff) / 9_525, (br.nativeRowOff - tl.nativeRowOff) / 9_525],
      };
    }),
  }));
};
const partsBelow = (zip: JSZip, folder: string): string[] =>
  Object.keys(zip.files).filter((name) => name.startsWith(folder) && !name.endsWith("/"));

describe("an image in an Excel file", () => {
  it("is in its row's cell, uncropped and no larger than its own size, and stored once", async () => {
    const { bytes, zip } = await made(
      rowsOf(
        [text("#1"), image(at("cup"))],
        [text("#2"), null],
        [text("#3"), image(at("plate"))],
        [text("#4"), image(at("cup-again"))],
      ),
    );
    const [sheet] = await readBack(bytes);
    expect(sheet?.pictures).toEqual([
      { hash: cup.hash, extension: "png", cell: [1, 1], ends: [1, 1], px: [40, 40] },
      { hash: plate.hash, extension: "png", cell: [1, 3], ends: [1, 3], px: [60, 60] },
      { hash: cup.hash, extension: "png", cell: [1, 4], ends: [1, 4], px: [40, 40] },
    ]);
    expect(partsBelow(zip, "xl/media/")).toEqual(["xl/media/image1.png", "xl/media/image2.png"]);
    expect([2, 3, 4].map((row) => sheet?.height(row))).toEqual([48, undefined, 48]);
  });

  it("leaves its address hidden in the cell, and links to it", async () => {
    const { bytes, zip } = await made(rowsOf([text("#1"), image(at("cup"))]));
    const [sheet] = await readBack(bytes);
    const cell = sheet?.cell("B2");
    expect(cell?.value).toBe(at("cup"));
    expect(cell?.numFmt).toBe(";;;");
    expect(await zip.file("xl/drawings/_rels/drawing1.xml.rels")?.async("string")).toContain(
      `Target="${at("cup")}" TargetMode="External"`,
    );
  });

  it("has its own relationships, even if another has the same content or address", async () => {
    const { zip } = await made(rowsOf(...["cup", "cup", "cup-again"].map((name) => [text("#"), image(at(name))])));
    const read = async (name: string) => (await zip.file(name)?.async("string")) ?? "";
    const drawing = await read("xl/drawings/drawing1.xml");
    const relationships = await read("xl/drawings/_rels/drawing1.xml.rels");
    const targets = new Map(
      [...relationships.matchAll(/Id="(\w+)"[^>]* Target="([^"]*)"/g)].map(([, id = "", target = ""]) => [id, target]),
    );
    const ids = (form: RegExp) => [...drawing.matchAll(form)].map(([, id = ""]) => id);
    const [shown, clicked] = [ids(/r:embed="(\w+)"/g), ids(/hlinkClick r:id="(\w+)"/g)];
    expect(new Set([...shown, ...clicked]).size).toBe(6);
    expect(shown.map((id) => targets.get(id))).toEqual(Array.from({ length: 3 }, () => "../media/image1.png"));
    expect(clicked.map((id) => targets.get(id))).toEqual([at("cup"), at("cup"), at("cup-again")]);
  });

  it("is a visible link if it couldn't be fetched, in a row of normal height", async () => {
    const { bytes, zip } = await made(rowsOf([text("#1"), image(at("broken"))], [text("#2"), image("javascript:x")]));
    const [sheet] = await readBack(bytes);
    expect(sheet?.pictures).toEqual([]);
    expect(sheet?.cell("B2").value).toEqual({ text: at("broken"), hyperlink: at("broken") });
    expect(sheet?.cell("B2").numFmt).not.toBe(";;;");
    expect(sheet?.cell("B3").value).toBe("javascript:x");
    expect(sheet?.height(2)).toBeUndefined();
    expect([...partsBelow(zip, "xl/media/"), ...partsBelow(zip, "xl/drawings/")]).toEqual([]);
  });

  it("is beside the others of its cell, and all or none of them are shown", async () => {
    const { bytes } = await made(
      rowsOf([text("#1"), image(at("cup"), at("plate"))], [text("#2"), image(at("cup"), at("broken"))]),
    );
    const [sheet] = await readBack(bytes);
    expect(sheet?.pictures.map(({ hash, cell }) => [hash, ...cell])).toEqual([
      [cup.hash, 1, 1],
      [plate.hash, 1, 1],
    ]);
    expect(sheet?.cell("B3").value).toEqual({ text: `${at("cup")}\n${at("broken")}`, hyperlink: at("cup") });
  });

  it("is smaller in a narrow column", async () => {
    const narrow = [column("OrderNum"), column("Image", { type: ColumnType.Image, width: 4 })];
    const { bytes } = await made(rowsOf([text("#1"), image(at("plate"), at("cup"))]), undefined, { columns: narrow });
    const [sheet] = await readBack(bytes);
    expect(sheet?.pictures.map(({ hash, px }) => [hash, px])).toEqual([[plate.hash, [29, 29]]]);
  });

  it("is on each worksheet of a long report, and in the file once", async () => {
    const rows = rowsOf(...Array.from({ length: 7 }, (_, at_) => [text(`#${at_}`), image(at("cup"))]));
    const { bytes, zip } = await made(rows, undefined, { rowsOfSheet: 4 });
    const sheets = await readBack(bytes);
    expect(sheets.map(({ pictures }) => pictures.map(({ hash, cell }) => [hash, cell[1]]))).toEqual([
      [1, 2, 3].map((row) => [cup.hash, row]),
      [1, 2, 3].map((row) => [cup.hash, row]),
      [[cup.hash, 1]],
    ]);
    expect(partsBelow(zip, "xl/media/")).toEqual(["xl/media/image1.png"]);
  });

  it("gives the same bytes for any batches of rows and order of arrival", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [at(`p${n}`), pictureCalled(`p${n % 20}`, 24)] as const),
    );
    const rows = rowsOf(...Object.keys(many).map((address) => [text("#"), image(address)]));
    const one = await made(rows, picturesAt(many));
    const other = await made(
      rows,
      picturesAt(many, { maxConcurrent: 5 }, (address) => (Number(/\d+/.exec(address)?.[0]) * 7) % 5),
      { batch: 3 },
    );
    expect(hashOf(other.bytes)).toBe(hashOf(one.bytes));
    expect(other.contentHash).toBe(one.contentHash);
  });
});

describe("the address of an image that is shown in an Excel file", () => {
  /** The links out of the file, and the picture's alternative text. */
  const leads = async (address: string) => {
    const { zip } = await made(rowsOf([text("#1"), image(address)]), picturesAt({ [address]: cup }));
    const read = async (name: string) => (await zip.file(name)?.async("string")) ?? "";
    const drawing = await read("xl/drawings/drawing1.xml");
    const relationships = await read("xl/drawings/_rels/drawing1.xml.rels");
    return {
      targets: [...relationships.matchAll(/Target="([^"]*)" TargetMode="External"/g)].map(([, target]) => target),
      clicks: [...drawing.matchAll(/<a:hlinkClick /g)].length,
      words: /descr="([^"]*)"/.exec(drawing)?.[1],
      pictures: [...drawing.matchAll(/<xdr:pic>/g)].length,
    };
  };

  it.each([
    ["blanks", "https://cdn.example/a b.png", "https://cdn.example/a%20b.png"],
    ["an invalid escape", "https://cdn.example/a%zz.png", "https://cdn.example/a%25zz.png"],
    ["a line feed", "https://cdn.example/a\nb.png", "https://cdn.example/ab.png"],
    ["quotes", 'https://cdn.example/a"b.png', "https://cdn.example/a%22b.png"],
    ["backslashes", "http:\\\\cdn.example\\a.png", "http://cdn.example/a.png"],
    ["brackets", "https://cdn.example/[a].png", "https://cdn.example/%5Ba%5D.png"],
  ])("with %s leads to a target that Excel can open", async (_, address, target) => {
    expect(await leads(address)).toMatchObject({ targets: [target], clicks: 1, pictures: 1 });
  });

  it("is no link if it is too long for Excel, but the image is shown", async () => {
    const longest = `https://cdn.example/${"a".repeat(2_059)}`;
    expect(await leads(longest)).toMatchObject({ targets: [longest], clicks: 1, pictures: 1 });
    expect(await leads(`${longest}a`)).toMatchObject({ targets: [], clicks: 0, pictures: 1 });
  });

  it("is the alternative text as it is, cut to the length that Excel allows", async () => {
    expect((await leads("https://cdn.example/a b.png")).words).toBe("https://cdn.example/a b.png");
    const { words = "" } = await leads(`https://cdn.example/${"🖼".repeat(300)}`);
    expect(words.length).toBeLessThanOrEqual(255);
    expect(words).toMatch(/^https:\/\/cdn\.example\/(?:🖼)+…$/u);
  });
});
