import { describe, expect, it } from "vitest";
import { catalogue, columnByKey } from "#domain/columns/catalogue.ts";
import type { ColumnDefinition } from "#domain/columns/definition.ts";
import { ColumnCategory, ColumnType, Grouping } from "#domain/enumerations.ts";
import { compileDesign } from "#domain/groupings/compile.ts";
import type { Order } from "#domain/orders/order.ts";
import { expectations } from "#tests/acceptance/expected/columns.ts";
import { cellText, chosen, fixedReport } from "./fixed-report.ts";
import { type ExpectedCell, groupings, readColumns, readTables } from "./read-tables.ts";

const listed = new Map(readColumns().map((column) => [column.key, column]));
const expectedOf = Map.groupBy(readTables(), ({ column, grouping }) => `${column} ${grouping}`);

/** Columns of the catalogue that the tables judge, in each grouping that allows them. */
const judged = catalogue
  .filter(({ key }) => listed.has(key))
  .flatMap((column) =>
    groupings
      .filter((grouping) => column.aggregate[grouping] !== undefined)
      .map((grouping) => [column.key, grouping, column] as const),
  );

/** Faults in a report of the column, one sentence per cell. */
const wrongCells = async (column: ColumnDefinition, grouping: (typeof groupings)[number], cells: ExpectedCell[]) => {
  const rows = new Map((await fixedReport(column, grouping)).map((row) => [row.name, row]));
  return cells.flatMap(({ place, row, expected }) => {
    const found = rows.get(row);
    const got = found && cellText(found.cell);
    if (got === expected) return [];
    const shown = got === undefined ? "no such row" : JSON.stringify(got);
    return [
      `expected/${place} ${column.key} in ${grouping}, ${row}: expected ${JSON.stringify(expected)}, got ${shown}`,
    ];
  });
};

describe("the catalogue", () => {
  it("has every column of the tables", () => {
    expect([...listed.keys()].filter((key) => !columnByKey.has(key))).toEqual([]);
  });

  it("has no column without expected cells, except for merchants' own", () => {
    const isJudged = (key: string) => listed.has(key) || Object.hasOwn(expectations, key);
    // An attribute's second and third column are the first under other names.
    const isTwin = ({ key, level }: ColumnDefinition) => level === "blank" && isJudged(key.replace(/[23]$/, "1"));
    const ofSheaf = catalogue.filter(({ category }) => category !== ColumnCategory.Custom);
    const unjudged = ofSheaf.filter((column) => !isJudged(column.key) && !isTwin(column));
    expect(unjudged.map(({ key }) => key)).toEqual([]);
  });

  it.each(catalogue.filter(({ key }) => listed.has(key)).map((column) => [column.key, column] as const))(
    "describes %s as the list of columns does",
    (key, { category, type, valueKind, aggregate }) => {
      const column = listed.get(key);
      expect({
        category: Object.entries(ColumnCategory).find(([, value]) => value === category)?.[0],
        type: Object.entries(ColumnType).find(([, value]) => value === type)?.[0],
        value: valueKind,
        words: Object.fromEntries(groupings.map((grouping) => [grouping, aggregate[grouping] ?? "-"])),
      }).toEqual({ category: column?.category, type: column?.type, value: column?.value, words: column?.words });
    },
  );
});

describe("a report of the fixed orders shows", () => {
  it.each(judged)("%s in %s as expected", async (key, grouping, column) => {
    expect(await wrongCells(column, grouping, expectedOf.get(`${key} ${grouping}`) ?? [])).toEqual([]);
  });
});

describe("a report of orders whose nested lists are reversed", () => {
  const reversed = (order: Order): Order => ({
    ...order,
    ...(order.fulfillments && { fulfillments: order.fulfillments.toReversed() }),
    ...(order.transactions && { transactions: order.transactions.toReversed() }),
  });
  const ofParts = judged.filter(
    ([, , { category }]) => category === ColumnCategory.Fulfillment || category === ColumnCategory.Transaction,
  );

  it.each(ofParts)("shows the same: %s in %s", async (_, grouping, column) => {
    expect(await fixedReport(column, grouping, reversed)).toEqual(await fixedReport(column, grouping));
  });
});

describe("a column", () => {
  /** Records every path that is read below an order. */
  const watch = <T extends object>(value: T, path: string, read: Set<string>): T =>
    new Proxy(value, {
      get: (target, name, receiver) => {
        const child: unknown = Reflect.get(target, name, receiver);
        if (typeof name !== "string" || !Object.hasOwn(target, name) || name === "length") return child;
        const below = Array.isArray(target) ? path : path === "" ? name : `${path}.${name}`;
        read.add(below);
        return typeof child === "object" && child !== null ? watch(child, below, read) : child;
      },
    });

  // A part for one type stands in the path in brackets.
  const plain = (field: string) => field.replaceAll(".nodes", "").replace(/\.\(\w+\)/g, "");
  /** Paths that every report requests, whether its columns read them or not. */
  const always = ["id", "createdAt"];
  /** The order, sent: what no order that was sent has is read in reports of fulfillments too. */
  const sent = (order: Order): Order =>
    order.fulfillments?.length === 0
      ? {
          ...order,
          fulfillments: [
            {
              id: "sent",
              fulfillmentLineItems: order.lineItems?.map(({ id }) => ({ quantity: 1, lineItem: { id } })) ?? [],
            },
          ],
        }
      : order;

  it.each(catalogue.map((column) => [column.key, column] as const))(
    "requests only the fields it reads, in each grouping: %s",
    async (key, column) => {
      for (const grouping of groupings) {
        if (column.aggregate[grouping] === undefined) continue;
        const read = new Set(always);
        await fixedReport(column, grouping, (order: Order) => watch(sent(order), "", read));
        const { fields } = compileDesign({ grouping: Grouping[grouping], columns: [chosen(key)] }, columnByKey);
        expect(
          fields.filter((field) => !read.has(plain(field))),
          grouping,
        ).toEqual([]);
      }
    },
  );
});
