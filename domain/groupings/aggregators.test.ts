import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCellConverter } from "../columns/cells/cells.ts";
import type { Aggregation, ColumnDefinition, Value } from "../columns/definition.ts";
import { context } from "../columns/orders-for-tests.ts";
import { shownCell } from "../columns/shown-for-tests.ts";
import { ColumnCategory, ColumnType } from "../enumerations.ts";
import type { LineItem } from "../orders/order.ts";
import { createAggregatorFactory } from "./aggregators.ts";
import { UncompilableDesign } from "./row-plan.ts";

const definition = (valueKind: ColumnDefinition["valueKind"]): ColumnDefinition => ({
  key: "Made",
  title: "Made",
  category: ColumnCategory.Product,
  type: valueKind === "number" ? ColumnType.Number : ColumnType.Text,
  valueKind,
  description: "Made up.",
  note: "",
  slowGroup: -1,
  identifier: false,
  total: "none",
  fields: [],
  aggregate: {},
  level: "line",
  read: () => null,
});

/** Aggregates values, each from a line with a quantity. */
const folded = (word: Aggregation, valueKind: ColumnDefinition["valueKind"], met: [Value, Partial<LineItem>?][]) => {
  const made = definition(valueKind);
  const fold = createAggregatorFactory({ definition: made, aggregation: word, toCell: createCellConverter(made) })(
    context,
  );
  for (const [value, line] of met) fold.add(value, { id: "1", quantity: 1, ...line });
  return shownCell(fold.cell());
};
const each = (...values: Value[]): [Value][] => values.map((value) => [value]);

describe("aggregating the values of several lines", () => {
  it.each<[Aggregation, ColumnDefinition["valueKind"], [Value][], string | null]>([
    ["first", "text", each("b", "a"), "b"],
    ["first", "text", each(null, "", "a", "b"), "a"],
    ["first", "text", each(null, []), null],
    ["first", "number", each("1.50", "2"), "1.5"],
    ["join", "text", each("b", ["a", "b"], "", null, "c"), "b, a, c"],
    ["join", "text", each(null, []), null],
    ["join", "datetime", each("2026-11-20T12:00:00Z", "2026-11-20T12:00:00Z"), "2026-11-20T12:00:00Z"],
    [
      "join",
      "datetime",
      each("2026-11-21T12:00:00Z", "2026-11-20T12:00:00Z"),
      "2026-11-21T12:00:00Z | 2026-11-20T12:00:00Z",
    ],
    ["join", "number", each("0.24", ["0.130", "0.240"], null), "0.24, 0.13"],
    ["join", "number", each("0.240", null, "0.24"), "0.24"],
    ["join", "number", each(null, []), null],
    ["sum", "number", each("0.1", "0.2", null), "0.3"],
    ["sum", "number", each(["1", "2"], 3), "6"],
    ["sum", "number", each(null, undefined), null],
    ["sum", "number", each(), "0"],
    ["max", "number", each("9", "10", null, "-1"), "10"],
    ["max", "datetime", each("2026-11-20T12:00:00Z", "2026-11-20T15:00:00+02:00", null), "2026-11-20T15:00:00+02:00"],
    ["max", "datetime", each(null), null],
    ["range", "number", each("9", "10.00", null, "-1"), "-1 - 10"],
    ["range", "number", each("10", "9"), "9 - 10"],
    ["range", "number", each("5.0", "5"), "5"],
    ["range", "number", each(null), null],
  ])("%s of %s values", (word, valueKind, met, wanted) => {
    expect(folded(word, valueKind, met)).toBe(wanted);
  });

  it("averages by units, to four decimals, without lines that have no value", () => {
    expect(
      folded("wavg", "number", [
        ["10", { quantity: 1 }],
        ["20", { quantity: 2 }],
      ]),
    ).toBe("16.6667");
    expect(
      folded("wavg", "number", [
        ["0.125", { quantity: 1 }],
        ["0.25", { quantity: 1 }],
      ]),
    ).toBe("0.1875");
    expect(
      folded("wavg", "number", [
        ["10", { quantity: 3 }],
        [null, { quantity: 5 }],
        ["90", { quantity: 0 }],
      ]),
    ).toBe("10");
    expect(folded("wavg", "number", [[null, { quantity: 1 }]])).toBe(null);
  });

  it("adds a repeated value of a variant once, as first met", () => {
    const variant = (id: string) => ({ variant: { id } });
    const met: [Value, Partial<LineItem>][] = [
      ["5", variant("a")],
      ["3", variant("b")],
      ["4", variant("a")],
      ["2", { variant: null, title: "Gone" }],
      ["2", { variant: null, title: "Gone" }],
    ];
    expect(folded("sumVariants", "number", met)).toBe("10");
  });

  it("reports the number of characters added each time", () => {
    const slot = {
      definition: definition("text"),
      aggregation: "join",
      toCell: createCellConverter(definition("text")),
    } as const;
    const fold = createAggregatorFactory(slot)(context);
    expect([fold.add("four", null), fold.add(["four", "five5"], null), fold.add("four", null)]).toEqual([4, 5, 0]);
  });

  it("rejects an aggregation that combines nothing", () => {
    expect(() => folded("line", "text", [])).toThrow(UncompilableDesign);
  });
});

describe("Each aggregation reports how many characters it keeps", () => {
  it.each<[Aggregation, ColumnDefinition["valueKind"], [Value, number][]]>([
    [
      "first",
      "text",
      [
        [null, 0],
        ["abc", 3],
        ["longer", 0],
      ],
    ],
    ["first", "text", [[["ab", null, "c"], 3]]],
    [
      "max",
      "number",
      [
        ["9", 1],
        ["8", 0],
        ["10", 1],
      ],
    ],
    [
      "join",
      "text",
      [
        ["abc", 3],
        ["abc", 0],
        ["d", 1],
      ],
    ],
    ["sum", "number", [["12.5", 0]]],
  ])("%s of %s", (word, valueKind, met) => {
    const made = definition(valueKind);
    const fold = createAggregatorFactory({ definition: made, aggregation: word, toCell: createCellConverter(made) })(
      context,
    );
    expect(met.map(([value]) => fold.add(value, null))).toEqual(met.map(([, more]) => more));
  });
});

describe("a merged aggregator has the result of a single one:", () => {
  const numbers = fc.constantFrom("5", "5.0", "-7.25", "0.30000000000000001", null, 3);
  const texts = fc.constantFrom("a", "B", "", "a\nb", "\ud800", null);
  it.each<[Aggregation, ColumnDefinition["valueKind"]]>([
    ["first", "text"],
    ["first", "number"],
    ["join", "text"],
    ["join", "number"],
    ["sum", "number"],
    ["max", "number"],
    ["range", "number"],
    ["wavg", "number"],
    ["sumVariants", "number"],
  ])("%s of %s values", (word, valueKind) => {
    const made = definition(valueKind);
    const create = () =>
      createAggregatorFactory({ definition: made, aggregation: word, toCell: createCellConverter(made) })(context);
    const atom = valueKind === "number" ? numbers : texts;
    const line = fc.record({ quantity: fc.integer({ min: 0, max: 3 }), sku: fc.constantFrom("A", "B", "C") });
    const met = fc.array(fc.tuple(fc.oneof(atom, fc.array(atom, { maxLength: 3 })), line), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(met, { maxLength: 4 }), (parts) => {
        const all = create();
        const later = create();
        for (const part of parts) {
          const own = create();
          for (const [value, { quantity, sku }] of part)
            for (const fold of [all, own]) fold.add(value, { id: "1", title: "T", quantity, sku });
          later.take(JSON.parse(JSON.stringify(own.state() ?? null)));
        }
        expect(later.cell()).toEqual(all.cell());
        expect(later.state() ?? null).toEqual(all.state() ?? null);
      }),
      { examples: [[[[[null, { quantity: 1, sku: "A" }]]]], [[[], [[[], { quantity: 1, sku: "A" }]]]]] },
    );
  });
});
