import { expect, it } from "vitest";
import { FileType } from "./enumerations.ts";
import { fileExtension } from "./export/file-name.ts";
import { fileFormats, findFormat, listFormats, offeredFileTypes } from "./file-formats.ts";

const types = Object.values(FileType);
const formats = Object.values(fileFormats);

it.each<[string, (string | number)[]]>([
  ["name", formats.map(({ name }) => name)],
  ["position", formats.map(({ choice }) => choice.position)],
  ["note", formats.map(({ choice }) => choice.note)],
  ["extension", formats.map(({ extension }) => extension.value)],
  ["media type", formats.map(({ mediaType }) => mediaType)],
  ["drawing", formats.map(({ icon }) => icon.drawing)],
])("no two formats have the same %s", (_what, values) => {
  expect(new Set(values).size).toBe(types.length);
});

it("formats are offered and listed in the order of the specification", () => {
  expect(offeredFileTypes.slice(0, 4)).toEqual([FileType.Excel, FileType.Html, FileType.Csv, FileType.Xml]);
  expect(listFormats(({ holds }) => holds.numberFormats, "and")).toBe("Excel and HTML");
  expect(listFormats(({ page }) => page !== null, "or")).toBe("HTML");
});

it("finds no format for an unknown number", () => {
  expect([99, -1, null, undefined].map(findFormat)).toEqual([undefined, undefined, undefined, undefined]);
});

it.each(["csv", "txt", "Dat"])("a CSV file has the extension that the merchant chose: %s", (chosen) => {
  expect(fileExtension(FileType.Csv, chosen)).toBe(chosen);
});

it.each(["xlsx", "XLSX", "html", "Xml"])("no two formats share an extension if CSV's is chosen as %s", (chosen) => {
  const extensions = types.map((type) => fileExtension(type, chosen).toLowerCase());
  expect(new Set(extensions).size).toBe(types.length);
  expect(fileExtension(FileType.Csv, chosen)).toBe("csv");
});
