import { describe, expect, it } from "vitest";
import { columnByKey } from "../columns/catalogue.ts";
import { bareOrder, fullOrder } from "../columns/orders-for-tests.ts";
import { listShownColumns } from "../designs/design.ts";
import { toDesignFields } from "../designs/fields.ts";
import { starterKeys, starters } from "../designs/starters.ts";
import { validateDesign } from "../designs/validate.ts";
import { isAllowed } from "./allowed.ts";
import { compileDesign } from "./compile.ts";
import { rowsOf } from "./rows-for-tests.ts";

describe("the starter designs", () => {
  it("are each offered once, with a description", () => {
    expect(starters.map(({ key }) => key)).toEqual(starterKeys);
    for (const { text } of starters) expect(text).toMatch(/^[A-Z].*\.$/);
  });

  it.each(starters.map((starter) => [starter.title, starter] as const))(
    "%s has only existing, allowed and fast columns",
    (title, { key, design }) => {
      expect(new Set(design.shown).size).toBe(design.shown.length);
      for (const column of design.shown) {
        const definition = columnByKey.get(column);
        expect(definition && isAllowed(definition, design.grouping), column).toBe(true);
        expect(definition?.slowGroup, column).toBe(-1);
      }
      for (const column of Object.keys(design.settings)) expect(design.shown).toContain(column);
      if (design.sortedBy) expect(design.shown).toContain(design.sortedBy.column);
      expect(design.shown.length === 0).toBe(key === "Blank");
      expect(validateDesign(toDesignFields({ ...design, title }, design.shown), columnByKey)).toEqual([]);
    },
  );

  it.each(starters.map((starter) => [starter.title, starter] as const))("%s makes complete rows", (_, { design }) => {
    const compiled = compileDesign({ ...design, columns: listShownColumns(design) }, columnByKey);
    expect(compiled.columns.map(({ key }) => key)).toEqual(design.shown);
    expect(compiled.sortSpec === null).toBe(design.sortedBy === null);
    for (const order of [fullOrder, bareOrder])
      for (const cells of rowsOf(compiled, order)) expect(cells).toHaveLength(design.shown.length);
  });
});
