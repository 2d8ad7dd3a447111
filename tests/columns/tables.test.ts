import { describe, expect, it } from "vitest";
import { deliveryDay, type FixedLine, readOrders, sentFulfillments } from "./read-orders.ts";
import {
  type ExpectedCell,
  groupings,
  type ListedColumn,
  readColumns,
  readTableFiles,
  readTables,
} from "./read-tables.ts";

const columns = new Map(readColumns().map((column) => [column.key, column]));
const cells = readTables();
const orders = readOrders();

/** Lines in one row: those of a line item group, or of a bundle that has its id as a property. */
const bundleOf = ({ customAttributes, lineItemGroup }: FixedLine): string | undefined =>
  lineItemGroup?.id || customAttributes.find(({ key }) => key === "_bundle_id")?.value || undefined;
const isFirstOfBundle = (line: FixedLine, place: number, lines: readonly FixedLine[]): boolean =>
  bundleOf(line) === undefined || lines.findIndex((other) => bundleOf(other) === bundleOf(line)) === place;

const wordOf = ({ column, grouping }: ExpectedCell): string | undefined => {
  const words: Record<string, string> | undefined = columns.get(column)?.words;
  return words?.[grouping];
};
const placesOf = (some: readonly ExpectedCell[]): string[] =>
  some.map(({ place, column, grouping, row, expected }) => `${place} ${column} ${grouping} ${row} ${expected}`);

/** Every row that a report of the fixed orders has, as the tables name it. */
const rowsOfReport: Record<string, Set<string>> = {
  Orders: new Set(orders.flatMap(({ name, lineItems }) => lineItems.map((_, index) => `${name}/${index + 1}`))),
  OnePerOrder: new Set(orders.map(({ name }) => name)),
  Fulfillments: new Set(
    orders.flatMap((order) =>
      sentFulfillments(order).flatMap(({ name, fulfillmentLineItems }) =>
        fulfillmentLineItems.map(({ lineItem }) => {
          const place = order.lineItems.findIndex(({ id }) => id === lineItem.id) + 1;
          return `${name.replace("-F", "/F")}/${place}`;
        }),
      ),
    ),
  ),
  ProductVariants: new Set(
    orders.flatMap(({ lineItems }) => lineItems.map(({ variant, name }) => variant?.legacyResourceId ?? name)),
  ),
  ProductCombined: new Set(
    orders.flatMap(({ lineItems }) => lineItems.map(({ product, title }) => product?.legacyResourceId ?? title)),
  ),
  BundleAndCustomizer: new Set(
    orders.flatMap(({ name, lineItems }) =>
      lineItems.flatMap((line, place) => (isFirstOfBundle(line, place, lineItems) ? [`${name}/${place + 1}`] : [])),
    ),
  ),
  MassConstructionMealPrep: new Set(
    orders.flatMap((order) =>
      order.lineItems.map((line) => {
        const variant = line.variant?.legacyResourceId ?? line.name;
        const day = deliveryDay(line, order);
        return day === null ? variant : `${variant}@${day}`;
      }),
    ),
  ),
};

describe("the tables of expected cells", () => {
  it("have the header and four fields per line, without spaces around the cell's name", () => {
    const astray = readTableFiles().flatMap(({ file, lines }) =>
      lines
        .filter(({ text }, index) => {
          const fields = text.split("\t");
          if (index === 0) return text !== "column\tgrouping\trow\texpected";
          return fields.length !== 4 || fields.slice(0, 3).some((field) => field === "" || field !== field.trim());
        })
        .map(({ number, text }) => `${file}:${number} ${text}`),
    );
    expect(astray).toEqual([]);
  });

  it("escape only line breaks, tabs and backslashes", () => {
    const astray = readTableFiles().flatMap(({ file, lines }) =>
      lines
        .filter(({ text }) => text.replace(/\\[nrt\\]/g, "").includes("\\") || text.includes("\r"))
        .map(({ number }) => `${file}:${number}`),
    );
    expect(astray).toEqual([]);
  });

  it("contain each cell once", () => {
    const names = cells.map(({ column, grouping, row }) => `${column} ${grouping} ${row}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it("are in the file of their category, with a known column and a valid grouping", () => {
    const fileOf = (column: ListedColumn | undefined) => column?.category.replace(/\B[A-Z]/g, "-$&").toLowerCase();
    const astray = cells.filter((cell) => {
      const word = wordOf(cell);
      return word === undefined || word === "-" || fileOf(columns.get(cell.column)) !== cell.category;
    });
    expect(placesOf(astray)).toEqual([]);
  });

  it("name only rows that a report of the fixed orders has", () => {
    expect(placesOf(cells.filter(({ grouping, row }) => !rowsOfReport[grouping]?.has(row)))).toEqual([]);
  });

  it("have a cell for every column in every grouping that allows it", () => {
    const there = new Set(cells.map(({ column, grouping }) => `${column} ${grouping}`));
    const missing = [...columns.values()].flatMap(({ key, words }) =>
      groupings.filter((grouping) => words[grouping] !== "-").map((grouping) => `${key} ${grouping}`),
    );
    expect(missing.filter((name) => !there.has(name))).toEqual([]);
    expect(columns.size).toBe(276);
  });
});

describe("an expected cell", () => {
  it("is in canonical form if it is a number", () => {
    const canonical = /^(?:|0|-?(?:[1-9]\d*|(?:0|[1-9]\d*)\.\d*[1-9]))$/;
    const single = (cell: ExpectedCell) => !["join", "range"].includes(wordOf(cell) ?? "");
    const numbers = cells.filter((cell) => columns.get(cell.column)?.value === "number" && single(cell));
    expect(placesOf(numbers.filter(({ expected }) => !canonical.test(expected)))).toEqual([]);
  });

  it("is in UTC if it is a date", () => {
    const instants = /^(?:|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ(?:, \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)*)$/;
    const dates = cells.filter(({ column }) => columns.get(column)?.value === "datetime");
    expect(placesOf(dates.filter(({ expected }) => !instants.test(expected)))).toEqual([]);
  });

  it("is an address if it is a link or an image", () => {
    const links = cells.filter(({ column }) => ["Link", "Image"].includes(columns.get(column)?.type ?? ""));
    const address = /^(?:https|android-app):\/\/\S+$/;
    const astray = links.filter(
      ({ expected }) => expected !== "" && !expected.split(" ").every((one) => address.test(one)),
    );
    expect(placesOf(astray)).toEqual([]);
  });

  it("is the same on each line of its order, or only on the first if it counts once per order", () => {
    const ofOrder = new Map(
      cells
        .filter(({ grouping }) => grouping === "OnePerOrder")
        .map(({ column, row, expected }) => [`${column} ${row}`, expected]),
    );
    const astray = cells.filter((cell) => {
      const [order = "", line] = cell.row.split("/");
      if (cell.grouping !== "Orders") return false;
      const whole = ofOrder.get(`${cell.column} ${order}`);
      if (wordOf(cell) === "orderOnce") return cell.expected !== (line === "1" ? whole : "");
      return wordOf(cell) === "order" && cell.expected !== whole;
    });
    expect(placesOf(astray)).toEqual([]);
  });
});
