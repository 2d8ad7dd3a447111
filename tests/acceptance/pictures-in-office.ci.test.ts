import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { column, fileOf, image, numbersOfShop, rowsOf, text } from "#application/writing/writers-for-tests.ts";
import { ColumnType } from "#domain/enumerations.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { hasOffice, openInOffice } from "#tests/support/office.ts";
import { pictureCalled, picturesAt } from "#tests/support/pictures.ts";
import { withPictures } from "../../exporter/pictures/with-pictures.ts";
import { createXlsxWriter } from "../../exporter/xlsx/xlsx-writer.ts";

const settings = { preferences: defaultPreferences, zone: "Europe/Athens", numbers: numbersOfShop };
const columns = [column("OrderNum"), column("Image", { type: ColumnType.Image })];
const names = Array.from({ length: 12 }, (_, n) => `p${n}`);
const at = (name: string): string => `https://cdn.example/${name}.png`;

describe.runIf(hasOffice())("LibreOffice", () => {
  it("finds every image of an Excel file", { timeout: 120_000 }, async () => {
    const pictures = picturesAt(Object.fromEntries(names.map((name) => [at(name), pictureCalled(name)])));
    const { bytes } = await fileOf(
      (sink) => withPictures(pictures, 4, createXlsxWriter({ ...settings, pictures }, sink)),
      columns,
      rowsOf(...names.map((name) => [text(name), image(at(name))])),
    );
    const folder = await mkdtemp(join(tmpdir(), "sheaf-pictures-"));
    try {
      const file = join(folder, "report.xlsx");
      await writeFile(file, bytes);
      await openInOffice(folder, [file], { written: "html", within: 100_000 });
      const found = (await readdir(folder)).filter((name) => /\.(?:png|jpg|gif)$/.test(name));
      expect(found).toHaveLength(names.length);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
