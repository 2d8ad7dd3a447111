import { describe, expect, it } from "vitest";
import { columnByKey } from "../columns/catalogue.ts";
import type { ColumnDefinition } from "../columns/definition.ts";
import { fullOrder } from "../columns/orders-for-tests.ts";
import { shownCell } from "../columns/shown-for-tests.ts";
import { ColumnCategory, ColumnType, Grouping } from "../enumerations.ts";
import { divideDecimals, multiplyDecimals } from "../text/decimal.ts";
import { compileDesign } from "./compile.ts";
import { UncompilableDesign } from "./row-plan.ts";
import { rowsOf } from "./rows-for-tests.ts";

const number = {
  title: "Made",
  category: ColumnCategory.Product,
  type: ColumnType.Number,
  valueKind: "number",
  description: "Made up.",
  note: "",
  slowGroup: -1,
  identifier: false,
  total: "none",
  fields: [],
} as const;
const everywhere = {
  Orders: "calc",
  OnePerOrder: "calc",
  Fulfillments: "calc",
  ProductVariants: "calc",
  ProductCombined: "calc",
} as const;

/**
 * Columns that the catalogue lacks: an amount per unit, twice that, one whose input not every grouping allows, and a
 * blank one.
 */
const made: ColumnDefinition[] = [
  {
    ...number,
    key: "PerUnit",
    level: "calc",
    needs: ["TotalPrice", "Quantity"],
    compute: ({ TotalPrice, Quantity }) =>
      TotalPrice && Quantity && Quantity !== "0" ? divideDecimals(TotalPrice, Quantity, 2) : null,
    aggregate: everywhere,
  },
  {
    ...number,
    key: "TwicePerUnit",
    level: "calc",
    needs: ["PerUnit"],
    compute: ({ PerUnit }) => (PerUnit ? multiplyDecimals(PerUnit, "2") : null),
    aggregate: everywhere,
  },
  {
    ...number,
    key: "OfPrice",
    level: "calc",
    needs: ["Price"],
    compute: ({ Price }) => (Price === undefined ? "1" : Price),
    aggregate: everywhere,
  },
  { ...number, key: "Custom1", level: "blank", aggregate: { Orders: "blank", ProductCombined: "blank" } },
  {
    ...number,
    key: "SentParcels",
    level: "fulfillment",
    read: ({ trackingInfo }) => trackingInfo?.map(() => 1),
    aggregate: { Orders: "sum", OnePerOrder: "sum", Fulfillments: "fulfillment" },
  },
  {
    ...number,
    key: "Wrong",
    level: "order",
    read: ({ name }) => name,
    aggregate: { Orders: "line", Fulfillments: "prorate", ProductVariants: "order" },
  },
];
const columns = new Map([...columnByKey, ...made.map((column) => [column.key, column] as const)]);
const design = (grouping: Grouping, ...keys: string[]) =>
  compileDesign(
    { grouping, columns: keys.map((column) => ({ column, title: null, width: null, format: null })) },
    columns,
  );
const shown = (grouping: Grouping, ...keys: string[]) =>
  rowsOf(design(grouping, ...keys), fullOrder).map((cells) => cells.map(shownCell));

describe("a calculated column", () => {
  it.each<[keyof typeof Grouping, (string | null)[]]>([
    ["Orders", ["12.5", "7.25", "3"]],
    ["OnePerOrder", ["8.81"]],
    ["Fulfillments", ["12.5", "12.5"]],
    ["ProductVariants", ["3", "12.5", "7.25"]],
    ["ProductCombined", ["3", "12.5", "7.25"]],
  ])("is computed from the row's own cells in %s, visible or not", (grouping, wanted) => {
    expect(shown(Grouping[grouping], "PerUnit").map(([cell]) => cell)).toEqual(wanted);
    const twice = shown(Grouping[grouping], "TwicePerUnit", "Quantity", "PerUnit");
    expect(twice.map(([double]) => double)).toEqual(wanted.map((cell) => String(Number(cell) * 2)));
    expect(twice.map(([, , one]) => one)).toEqual(wanted);
  });

  it("requests the fields of its inputs", () => {
    expect(design(Grouping.OnePerOrder, "TwicePerUnit").fields).toEqual([
      "createdAt",
      "id",
      "lineItems.nodes.originalTotalSet.shopMoney.amount",
      "lineItems.nodes.quantity",
    ]);
  });

  it("reads null for an input that its grouping does not allow", () => {
    expect(shown(Grouping.OnePerOrder, "OfPrice")).toEqual([[null]]);
    expect(shown(Grouping.Orders, "OfPrice").map(([cell]) => cell)).toEqual(["12.5", "7.25", "3"]);
  });
});

describe("a blank column", () => {
  it("is empty on every row", () => {
    expect(shown(Grouping.Orders, "Custom1", "OrderNum")).toEqual([
      [null, "#1001"],
      [null, "#1001"],
      [null, "#1001"],
    ]);
    expect(shown(Grouping.ProductCombined, "Custom1", "Quantity")).toEqual([
      [null, "1"],
      [null, "2"],
      [null, "1"],
    ]);
  });
});

describe("a numeric column of fulfillments", () => {
  it("is summed over sent fulfillments, or taken from the row's own", () => {
    expect(shown(Grouping.OnePerOrder, "SentParcels")).toEqual([["4"]]);
    expect(shown(Grouping.Orders, "SentParcels")).toEqual([["4"], ["4"], ["4"]]);
    expect(shown(Grouping.Fulfillments, "SentParcels")).toEqual([["2"], ["2"]]);
  });
});

describe("an aggregation that does not fit a column's values", () => {
  it.each(["Orders", "Fulfillments", "ProductVariants"] as const)(
    "is rejected before a report of %s begins",
    (grouping) => {
      expect(() => design(Grouping[grouping], "Wrong")).toThrow(UncompilableDesign);
    },
  );
});
