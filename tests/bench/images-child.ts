import { about, column, image, numbersOfShop, rowsOf, text } from "#application/writing/writers-for-tests.ts";
import { ColumnType } from "#domain/enumerations.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { readPicture } from "../../exporter/pictures/picture.ts";
import { thumbnails } from "./images-drawn.ts";

/**
 * One measurement in its own process: an Excel file of pictures that are in memory, with the address of each in its
 * cell, and as its link. Prints seconds of the writing, peak memory and bytes as JSON. Arguments: `ours` or `exceljs`,
 * the number of pictures, and a file for the bytes.
 */

const [mode = "", count = "0", file] = process.argv.slice(2);
const drawn = thumbnails(Number(count));
const addressOf = (n: number): string => `https://cdn.example/${n}.png`;

const ours = async (): Promise<() => Promise<Buffer>> => {
  const { createXlsxWriter } = await import("../../exporter/xlsx/xlsx-writer.ts");
  return async () => {
    const pictures = new Map(drawn.map((bytes, n) => [addressOf(n), readPicture(bytes)]));
    const pieces: Uint8Array[] = [];
    const writer = createXlsxWriter(
      {
        preferences: defaultPreferences,
        zone: "Europe/Athens",
        numbers: numbersOfShop,
        pictures: { has: (address) => pictures.has(address), show: (address) => pictures.get(address) },
      },
      // The writer reuses its chunks.
      async (piece) => void pieces.push(Buffer.from(piece)),
    );
    const columns = [column("Name"), column("Image", { type: ColumnType.Image })];
    await writer.begin({ title: "Bench", columns, about, split: false });
    const sheet = await writer.beginSheet({ name: null });
    await sheet.rows(rowsOf(...drawn.map((_, n) => [text(`Thing ${n}`), image(addressOf(n))])));
    await sheet.end({ orders: drawn.length });
    await writer.end();
    return Buffer.concat(pieces);
  };
};

const exceljs = async (): Promise<() => Promise<Buffer>> => {
  const { default: ExcelJS } = await import("exceljs");
  return async () => {
    const workbook = new ExcelJS.Workbook();
    const sheet = workbook.addWorksheet("Bench", { views: [{ state: "frozen", ySplit: 1 }] });
    sheet.columns = [
      { header: "Name", width: 12 },
      { header: "Image", width: 10 },
    ];
    sheet.autoFilter = "A1:B1";
    for (const [n, bytes] of drawn.entries()) {
      const row = sheet.addRow([`Thing ${n}`, addressOf(n)]);
      row.height = 48;
      row.getCell(2).numFmt = ";;;";
      const imageId = workbook.addImage({ buffer: bytes as unknown as ArrayBuffer, extension: "png" });
      sheet.addImage(imageId, {
        tl: { col: 1.02, row: n + 1.02 },
        ext: { width: 60, height: 60 },
        hyperlinks: { hyperlink: addressOf(n), tooltip: addressOf(n) },
      });
    }
    return Buffer.from(await workbook.xlsx.writeBuffer());
  };
};

const write = await (mode === "ours" ? ours() : exceljs());
const start = performance.now();
const bytes = await write();
const seconds = (performance.now() - start) / 1_000;
if (file !== undefined) {
  const { writeFile } = await import("node:fs/promises");
  await writeFile(file, bytes);
}
const { maxRSS } = process.resourceUsage();
console.log(JSON.stringify({ seconds, peakMiB: maxRSS / 1024, bytes: bytes.byteLength }));
