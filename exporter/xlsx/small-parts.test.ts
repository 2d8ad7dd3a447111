import { describe, expect, it } from "vitest";
import { dateFormat } from "./date-format.ts";
import { createSharedStrings } from "./shared-strings.ts";
import { sheetName } from "./sheet-name.ts";

describe("the name of a worksheet", () => {
  it.each([
    ["Sales", 1, "Sales"],
    ["Sales", 2, "Sales (2)"],
    ["  'quoted'  ", 1, "quoted"],
    ["a[b]:c*d?e/f\\g", 1, "a b c d e f g"],
    ["", 1, "Report"],
    ["///", 3, "Report (3)"],
    ["History", 1, "Report History"],
    ["Ωραία πωλήσεις του Νοεμβρίου 2026", 1, "Ωραία πωλήσεις του Νοεμβρίου 20"],
    [`${"x".repeat(30)}😀`, 1, "x".repeat(30)],
    [`${"x".repeat(29)}😀`, 1, `${"x".repeat(29)}😀`],
  ])("%j, number %i, is %j", (title, n, name) => {
    expect(sheetName(title, n)).toBe(name);
  });
});

it("date formats escape slashes, which Excel would replace with the country's own separator", () => {
  expect([0, 1, 2].map(dateFormat)).toEqual([
    "yyyy\\/mm\\/dd\\ hh:mm",
    "dd\\/mm\\/yyyy\\ hh:mm",
    "mm\\/dd\\/yyyy\\ hh:mm",
  ]);
});

describe("shared strings", () => {
  it("include each text once", () => {
    const strings = createSharedStrings();
    expect(["a", "b", "a"].map((text) => strings.indexOf(text, 0))).toEqual([0, 1, 0]);
    expect([...strings.parts()].join("")).toContain(
      'count="3" uniqueCount="2"><si><t>a</t></si><si><t>b</t></si></sst>',
    );
  });

  it("leave out a column whose first thousand texts don't repeat", () => {
    const strings = createSharedStrings();
    for (let n = 0; n < 1_000; n += 1) {
      strings.indexOf(`unique ${n}`, 0);
      strings.indexOf(`${n % 10}`, 1);
    }
    expect(strings.indexOf("unique 1", 0)).toBeUndefined();
    expect(strings.indexOf("5", 1)).toBeDefined();
  });

  it("stay within their size limit", () => {
    const few = createSharedStrings({ entries: 2, characters: 100 });
    expect(["a", "b", "c", "b"].map((text) => few.indexOf(text, 0))).toEqual([0, 1, undefined, 1]);
    const short = createSharedStrings({ entries: 10, characters: 3 });
    expect(["ab", "cd", "e"].map((text) => short.indexOf(text, 0))).toEqual([0, undefined, 1]);
  });
});
