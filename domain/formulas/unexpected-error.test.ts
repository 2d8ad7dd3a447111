import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseFormulas } from "./columns.ts";
import { createRowComputer, type OnUnexpectedError } from "./compute-rows.ts";
import { functionByName } from "./functions/function-by-name.ts";
import { runToCompletion } from "./stepwise-work.ts";
import { functionTable } from "./syntax/function-table.ts";
import { formatResult } from "./values/result.ts";
import type { Value } from "./values/value.ts";

const cells: readonly Value[] = ["1e300", "constructor", { decimal: "123456789012345" }, true, null, { error: "#N/A" }];

/** Result of the formula next to those cells; undefined if left to Excel. */
const worthOf = (formula: string, valueAt: (place: number) => Value, unforeseen?: OnUnexpectedError) => {
  const computer = createRowComputer(
    parseFormulas([...cells.map(() => null), formula]),
    { locale: "en" },
    (_row, place) => valueAt(place),
    () => 10,
    unforeseen,
  );
  return [...runToCompletion(computer.add({})), ...runToCompletion(computer.end())].map(({ results }) =>
    results.get(cells.length),
  );
};

const odd = fc.constantFrom(
  ...["A1", "B1", "C1", "D1", "E1", "F1", "A1:F1", "", "TRUE", "1/0", "NA()", "0", "-1", "0.5", "300", "2958466"],
  ...["1E308", "-1E308", "1E-307", "1E21", "1E22", "-1E25", '""', '"a"', '"1e30"', '"-1e300"', '"~"', '"*"', '"?"'],
  ...['"#,##0"', '"[>"', '"yyyy"', '"2020-01-01"', '"9999999999999999999999"', '"\u0000"', '"\ud800"', '"İß"'],
);

const called = fc.constantFrom(...functionByName.keys()).chain((name) => {
  const { minArguments = 0, maxArguments = 0, inPairs = false } = functionTable.get(name) ?? {};
  return fc
    .array(odd, { minLength: minArguments, maxLength: Math.min(maxArguments, minArguments + (inPairs ? 0 : 3)) })
    .map((given) => `${name}(${given.join(",")})`);
});

const formula = fc
  .tuple(fc.constantFrom("", "-", "+"), called, fc.constantFrom("", "%", "*2", "&A1", ">B1", "^9", "/1E-300", "+1E300"))
  .map((parts) => `=${parts.join("")}`);

describe("a function with unusual arguments", () => {
  it("returns a canonical value, an error or nothing, and never throws", () => {
    let computed = 0;
    fc.assert(
      fc.property(formula, (given) => {
        const [result] = worthOf(given, (place) => cells[place] ?? null);
        if (result === undefined) return;
        computed += 1;
        if (typeof result === "object" && "decimal" in result)
          expect(result.decimal).toMatch(/^(?:0|-?[1-9]\d*|-?(?:0|[1-9]\d*)\.\d*[1-9])$/);
      }),
      { numRuns: 5_000 },
    );
    expect(computed).toBeGreaterThan(3_000);
  });
});

describe("an unexpected error in one cell of a formula", () => {
  const broken = (place: number): Value => {
    if (place === 0) throw new TypeError("nobody foresaw this");
    return cells[place] ?? null;
  };

  it("is reported and leaves that cell to Excel, while the others are computed", () => {
    const said: unknown[] = [];
    const note: OnUnexpectedError = (error, place) => said.push([String(error), place]);
    expect(worthOf("=A1", broken, note)).toEqual([undefined]);
    expect(said).toEqual([["TypeError: nobody foresaw this", 6]]);
    expect(worthOf("=C1", broken, note).map((one) => one && formatResult(one))).toEqual(["123456789012345"]);
  });

  it("is thrown if there is no handler", () => {
    expect(() => worthOf("=A1", broken)).toThrow("nobody foresaw this");
  });
});
