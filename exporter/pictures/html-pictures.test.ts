import { expect, it } from "vitest";
import { createHtmlWriter } from "#application/writing/html/html-writer.ts";
import { column, fileOf, image, numbersOfShop, rowsOf, text } from "#application/writing/writers-for-tests.ts";
import { ColumnType } from "#domain/enumerations.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { pictureCalled, picturesAt } from "#tests/support/pictures.ts";
import { readHtml } from "#tests/support/read-report.ts";
import { withPictures } from "./with-pictures.ts";

const settings = { preferences: defaultPreferences, shop: { ianaTimezone: "Europe/Athens", ...numbersOfShop } };
const columns = [column("OrderNum"), column("Image", { type: ColumnType.Image })];
const at = (name: string): string => `https://cdn.example/${name}.png?a="1"`;
const cup = pictureCalled("cup");
const plate = pictureCalled("plate");

const made = async (bounds = {}) => {
  const pictures = picturesAt({ [at("cup")]: cup, [at("again")]: cup, [at("plate")]: plate }, bounds);
  const { bytes } = await fileOf(
    (sink) => withPictures(pictures, 12, createHtmlWriter({ ...settings, pictures }, sink)),
    columns,
    rowsOf(
      [text("#1"), image(at("cup"))],
      [text("#2"), image(at("plate"), at("broken"), at("cup"))],
      [text("#3"), image(at("again"))],
    ),
  );
  const page = bytes.toString("utf8");
  const inside = [...page.matchAll(/\.(p\d+)\{background-image:url\(data:image\/png;base64,([\w+/=]+)\)\}/g)];
  return { page, read: readHtml(bytes), inside: inside.map(([, name, data]) => [name, data]) };
};

it("a page embeds each image once, and loads nothing", async () => {
  const { page, read, inside } = await made();
  expect(inside).toEqual([
    ["p1", Buffer.from(cup.bytes).toString("base64")],
    ["p2", Buffer.from(plate.bytes).toString("base64")],
  ]);
  expect(read.loaded).toEqual([]);
  expect(page.match(/url\((?!data:)/g)).toBeNull();
  expect([...page.matchAll(/class="p (p\d+)"/g)].map(([, name]) => name)).toEqual(["p1", "p2", "p1", "p1"]);
});

it("an image has its address as name and link; one that couldn't be fetched is a plain link", async () => {
  const { read } = await made();
  expect(read.pictures).toEqual(["cup", "plate", "cup", "again"].map(at));
  expect(read.rows).toEqual([
    ["#1", at("cup")],
    ["#2", [at("plate"), at("broken"), at("cup")].join("\n")],
    ["#3", at("again")],
  ]);
  expect(read.links).toContain(`https://cdn.example/broken.png?a=%221%22`);
});

it("a page shows images up to the limit, and links to the others", async () => {
  const { read, inside } = await made({ maxShown: 2 });
  expect(read.pictures).toEqual([at("cup"), at("plate")]);
  expect(inside).toHaveLength(2);
  expect(read.rows[2]).toEqual(["#3", at("again")]);
});
