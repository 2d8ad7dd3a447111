import jszip from "jszip";
import { describe, expect, it } from "vitest";
import {
  column,
  fileOf,
  image,
  link,
  number,
  numbers,
  numbersOfShop,
  rowsOf,
  text,
} from "#application/writing/writers-for-tests.ts";
import type { Cell } from "#domain/columns/definition.ts";
import { ColumnType, NumberFormatType } from "#domain/enumerations.ts";
import type { CompiledColumn } from "#domain/groupings/compile.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { pictureCalled, picturesAt } from "#tests/support/pictures.ts";
import { withPictures } from "../pictures/with-pictures.ts";
import { excelLimits } from "./limits.ts";
import { createXlsxWriter } from "./xlsx-writer.ts";

const picture = "https://cdn.example/cup.png";
const settings = { preferences: defaultPreferences, zone: "UTC", numbers: numbersOfShop };

/** The XML of each worksheet. */
const sheetsOf = async (columns: CompiledColumn[], rows: Cell[][], rowsOfSheet = 100): Promise<string[]> => {
  const pictures = picturesAt({ [picture]: pictureCalled("cup") });
  const limits = { ...excelLimits, rows: rowsOfSheet };
  const { bytes } = await fileOf(
    (sink) => withPictures(pictures, 4, createXlsxWriter({ ...settings, pictures, limits }, sink)),
    columns,
    rowsOf(...rows),
  );
  const zip = await jszip.loadAsync(bytes);
  const parts = zip.file(/^xl\/worksheets\/sheet\d+\.xml$/);
  return Promise.all(parts.map((part) => part.async("string")));
};
const ignored = (sheet: string | undefined): string | undefined =>
  /<ignoredError sqref="([^"]*)" numberStoredAsText="1"\/>/.exec(sheet ?? "")?.[1];

describe("Excel's green triangle", () => {
  it.each(["007", "5901234123457", "-5", "+30", "1.50", "1,234.5", "1e5", "1.25E+12", "5%", "50%"])(
    "is suppressed for the text %s",
    async (digits) => {
      const [sheet] = await sheetsOf(
        [column("A"), column("B")],
        [
          [text("x"), null],
          [text("x"), text(digits)],
        ],
      );
      expect(ignored(sheet)).toBe("B2:B3");
    },
  );

  it.each(["", "x1", "1x", "+30 210 123", "2026/11/20", "SKU-1", "#1001"])("isn't suppressed for %j", async (words) => {
    const [sheet] = await sheetsOf([column("A")], [[text(words)]]);
    expect(sheet).not.toContain("ignoredError");
  });

  it("is suppressed in any column, including numbers with more digits than Excel keeps", async () => {
    const columns = [column("A"), numbers("B"), numbers("C"), column("D")];
    const [sheet] = await sheetsOf(columns, [[text("1"), number("1"), number("1234567890123456"), text("a")]]);
    expect(ignored(sheet)).toBe("A2:A2 C2:C2");
  });

  it("is suppressed only in the worksheet that has the text", async () => {
    const [first, second] = await sheetsOf(
      [column("A"), column("B")],
      [
        [text("1"), text("x")],
        [text("x"), text("1")],
      ],
      2,
    );
    expect([first, second].map(ignored)).toEqual(["A2:A2", "B2:B2"]);
  });
});

it("the parts of a worksheet follow the order of the schema", async () => {
  const columns = [
    column("A"),
    column("Url", { type: ColumnType.Link }),
    numbers("B", { format: { type: NumberFormatType.LessThanRed, limit: 5 } }),
    column("Image", { type: ColumnType.Image }),
  ];
  const [sheet] = await sheetsOf(columns, [[text("007"), link("https://a.example/"), number("1"), image(picture)]]);
  const inOrder = ["sheetViews", "sheetFormatPr", "cols", "sheetData", "autoFilter", "conditionalFormatting"];
  const wanted = [...inOrder, "hyperlinks", "ignoredErrors", "drawing"];
  const places = wanted.map((name) => sheet?.search(new RegExp(`<${name}[ >]`)) ?? -1);
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});
