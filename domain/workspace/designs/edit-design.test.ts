import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalogue } from "../../columns/catalogue.ts";
import { isRefusal } from "../../core/decider.ts";
import { given, refusalOf } from "../../core/given-for-tests.ts";
import { type CustomColumn, type DesignContent, type NumberFormat, pickDesignContent } from "../../designs/design.ts";
import { type ColumnProperty, type DesignFields, toColumnField, toDesignFields } from "../../designs/fields.ts";
import {
  ColumnType,
  CustomColumnCategory,
  Grouping,
  NumberFormatType,
  Sorting,
  WorksheetSplitter,
} from "../../enumerations.ts";
import { everyFeature, noFeature } from "../../shop/features-for-tests.ts";
import { workspaceDecider } from "../decider.ts";
import type { WorkspaceEvent } from "../events.ts";
import type { WorkspaceState } from "../state.ts";
import { designFacts, designs, givenWorkspace, stateAfter } from "../workspace-for-tests.ts";

const keys = [...catalogue.slice(0, 11).map(({ key }) => key), "Custom1"];
const start: DesignContent = pickDesignContent(designFacts("a", 0, { shown: keys.slice(0, 8) }));
const made: WorkspaceEvent = { type: "ReportDesignCreated", data: { ...start, reportId: "a", ordering: 0 } };

const columnIs = (column: string, property: ColumnProperty, value: unknown) =>
  ({ [toColumnField(column, property)]: value }) as Partial<DesignFields>;

type Wish = { wanted: Partial<DesignFields>; order?: readonly string[] };
/** A save based on `base`. Without an order the columns stay. */
const save = ({ wanted, order = [] }: Wish, base = start) =>
  ({ type: "UpdateReportDesign", reportId: "a", base, wanted, order, features: everyFeature }) as const;
const designIn = ({ reports }: WorkspaceState) => {
  const [design] = reports;
  if (!design) throw new Error("There is no design.");
  return design;
};
/** The design after consecutive saves that are all based on the start; a refusal ends it. */
const merged = (...wishes: Wish[]) => {
  let { state } = givenWorkspace(made);
  for (const wish of wishes) {
    const context = { instant: "2026-11-20T10:00:00.000Z", newId: String };
    const decided = workspaceDecider.decide({ ...save(wish), context }, state);
    if ("refused" in decided) return decided;
    state = stateAfter(state, decided);
  }
  return pickDesignContent(designIn(state));
};

describe("editing a report design", () => {
  it("makes one event for each changed field", () => {
    const decided = givenWorkspace(made).when(
      save({
        wanted: {
          title: " Sales ",
          grouping: Grouping.OnePerOrder,
          ws_splitter: WorksheetSplitter.Vendor,
          sorting: { column: "SKU", sorting: Sorting.Descending },
          "columns.SKU.title": "Code",
          "columns.SKU.width": 24,
          "columns.TotalPrice.format": { type: NumberFormatType.Currency },
          "columns.Custom1.custom": { category: CustomColumnCategory.ExcelFormula, formula: " =A1*2 " },
        },
      }),
    ) as WorkspaceEvent[];
    expect(decided.map(({ type }) => type)).toEqual([
      "ReportRenamed",
      "ReportGroupingChanged",
      "ReportSplitterChanged",
      "ReportSortingChanged",
      "ReportColumnRenamed",
      "ReportColumnResized",
      "ReportNumberFormatChanged",
      "CustomColumnChanged",
    ]);
    const design = designIn(stateAfter(givenWorkspace(made).state, decided));
    expect(design).toMatchObject({
      title: "Sales",
      grouping: Grouping.OnePerOrder,
      splitter: WorksheetSplitter.Vendor,
      sortedBy: { column: "SKU", sorting: Sorting.Descending },
      settings: {
        SKU: { title: "Code", width: 24 },
        TotalPrice: { format: { type: NumberFormatType.Currency } },
        Custom1: { custom: { category: CustomColumnCategory.ExcelFormula, formula: "=A1*2" } },
      },
    });
    expect(Object.keys(design.changes)).toHaveLength(8);
  });

  it("makes no event without a change", () => {
    const wanted = toDesignFields(start, keys);
    expect(givenWorkspace(made).when(save({ wanted, order: start.shown }))).toEqual([]);
  });

  it("resets a setting to the catalogue's value", () => {
    const wide = stateAfter(givenWorkspace(made).state, [
      { type: "ReportColumnResized", data: { reportId: "a", column: "SKU", from: null, to: 30 } },
    ]);
    const base = pickDesignContent(designIn(wide));
    const context = { instant: "2026-11-20T10:00:00.000Z", newId: String };
    const back = workspaceDecider.decide({ ...save({ wanted: { "columns.SKU.width": null } }, base), context }, wide);
    expect(designIn(stateAfter(wide, back as WorkspaceEvent[])).settings).toEqual({});
  });

  it("shows, hides and moves any number of columns in one event each", () => {
    const [a = "", b = "", c = "", d = ""] = start.shown;
    const order = [keys[9] ?? "", c, keys[10] ?? "", a, b, ...start.shown.slice(5)];
    const wanted = {
      ...columnIs(d, "visible", false),
      ...columnIs(keys[4] ?? "", "visible", false),
      ...columnIs(keys[9] ?? "", "visible", true),
      ...columnIs(keys[10] ?? "", "visible", true),
    };
    const decided = givenWorkspace(made).when(save({ wanted, order })) as WorkspaceEvent[];
    expect(decided.map(({ type, data }) => [type, "columns" in data && data.columns])).toEqual([
      ["ReportColumnHidden", [d, keys[4]]],
      ["ReportColumnMoved", [c]],
      ["ReportColumnShown", [keys[9], keys[10]]],
    ]);
    expect(designIn(stateAfter(givenWorkspace(made).state, decided)).shown).toEqual(order);
  });

  it("keeps the settings of a hidden column", () => {
    const [a = ""] = start.shown;
    const design = merged({ wanted: columnIs(a, "title", "Mine") }, { wanted: columnIs(a, "visible", false) });
    expect(design).toMatchObject({ shown: start.shown.slice(1), settings: { [a]: { title: "Mine" } } });
  });

  it("conflicts if others changed the same field, and says who, when and both values", () => {
    const actor = { kind: "support", agent: "A. Agent", impersonation: "i" } as const;
    const resized: WorkspaceEvent = {
      type: "ReportColumnResized",
      data: { reportId: "a", column: "SKU", from: null, to: 30 },
    };
    const workspace = given(workspaceDecider, [made, resized], { metadata: { actor } });
    const refusal = refusalOf(workspace.when(save({ wanted: { "columns.SKU.width": 12, title: "Mine" } })));
    expect(refusal.code).toBe("conflict");
    expect(refusal.message).toBe(
      "Width of column “SKU” was changed to 30 by Sheaf support. You chose 12. Reload the page and choose again.",
    );
    expect(JSON.parse(refusal.details ?? "")).toEqual([
      { field: "columns.SKU.width", by: actor, at: "2026-11-20T10:00:00.000Z", current: 30, wanted: 12 },
    ]);
  });

  it.each<[Partial<DesignFields>, string, string]>([
    [{ title: "1st" }, "title", "cannot start with a digit"],
    [{ grouping: 99 as Grouping }, "grouping", "one row per order line, product variant, order"],
    [{ "columns.SKU.title": " " }, "columns.SKU.title", "Column “SKU”: Value is required"],
    [{ "columns.SKU.title": "x".repeat(51) }, "columns.SKU.title", "The maximum length allowed is 50"],
    [{ "columns.SKU.title": "1x" }, "columns.SKU.title", "Please don't start with number."],
    [{ "columns.SKU.title": "<b>" }, "columns.SKU.title", "Please don't use the characters '<' and '>'."],
    [{ "columns.SKU.width": 3 }, "columns.SKU.width", "4 to 90 units wide"],
    [{ "columns.SKU.width": 91 }, "columns.SKU.width", "4 to 90 units wide"],
    [{ "columns.SKU.format": { type: 2 } }, "columns.SKU.format", "Only a number column"],
    [{ "columns.Price.format": { type: 3, limit: -1 } }, "columns.Price.format", "minimum value allowed is 0"],
    [{ "columns.Price.format": { type: 1, code: "" } }, "columns.Price.format", "Value is required"],
    [{ "columns.Price.format": { type: 1, code: "0,00 €" } }, "columns.Price.format", "Write “0.00 €”."],
    [{ "columns.Price.format": { type: 1, code: "#.##0" } }, "columns.Price.format", "“#,##0” for thousands"],
    [{ "columns.Price.format": { type: 1, code: "[Color57]0" } }, "columns.Price.format", "[Color1] to [Color56]"],
    [{ "columns.Nonsense.visible": true }, "columns.Nonsense.visible", "There is no column “Nonsense”"],
    [{ "columns.SKU.custom": { category: 2, formula: "=1" } }, "columns.SKU.custom", "shows what its name says"],
    [{ "columns.Custom1.custom": { category: 2, formula: "1" } }, "columns.Custom1.custom", "must start with the '='"],
    [{ sorting: { column: "Nonsense", sorting: 1 } }, "sorting", "There is no column “Nonsense”"],
  ])("rejects %j, and names the field", (wanted, field, words) => {
    const refusal = refusalOf(givenWorkspace(made).when(save({ wanted })));
    expect(refusal.code).toBe("invalid");
    expect(JSON.parse(refusal.details ?? "")).toEqual([{ field, message: expect.stringContaining(words) }]);
  });

  const formula = (text: string): CustomColumn => ({ category: CustomColumnCategory.ExcelFormula, formula: text });
  const own = ["Quantity", "Price", "Custom1", "Custom2"];
  const ownDesign = (settings: DesignContent["settings"]): DesignContent => ({ ...start, shown: own, settings });
  const saved = (from: DesignContent, wish: Wish) =>
    givenWorkspace({ type: "ReportDesignCreated", data: { ...from, reportId: "a", ordering: 0 } }).when(
      save({ order: from.shown, ...wish }, from),
    );

  it("rejects a formula that refers to itself, directly or through another one", () => {
    const itself = refusalOf(saved(ownDesign({}), { wanted: { "columns.Custom1.custom": formula("=A1+C1") } }));
    expect(JSON.parse(itself.details ?? "")).toEqual([
      {
        field: "columns.Custom1.custom",
        message: "Column “Custom 1”: This formula is in column C and refers to itself. Refer to other columns.",
      },
    ]);
    const other = ownDesign({ Custom1: { custom: formula("=D1") } });
    const circle = refusalOf(saved(other, { wanted: { "columns.Custom2.custom": formula("=C1*2") } }));
    expect(circle.message).toContain("Column “Custom 2”: This formula is in column D and refers to itself over C.");
    // Uses the columns' positions after this save.
    const moved = {
      wanted: { "columns.Custom1.custom": formula("=A1") },
      order: ["Custom1", "Quantity", "Price", "Custom2"],
    };
    expect(refusalOf(saved(ownDesign({}), moved)).message).toContain("is in column A and refers to itself");
  });

  it.each(["0,00 €", "#.##0", "[Color57]0"])("keeps the saved number format %s that would now be rejected", (code) => {
    const format = { type: NumberFormatType.Custom, code } as const;
    const before = ownDesign({ Price: { format } });
    expect(saved(before, { wanted: { "columns.Price.format": format } })).toEqual([]);
    const renamed = saved(before, { wanted: { "columns.Price.format": format, "columns.Price.title": "Net" } });
    expect(renamed).toEqual([expect.objectContaining({ type: "ReportColumnRenamed" })]);
  });

  it("accepts a formula that refers to nothing, and moves of what formulas refer to", () => {
    const events = (from: DesignContent, wish: Wish) => {
      const decided = saved(from, wish);
      return isRefusal(decided) ? decided : decided.map(({ type }) => type);
    };
    expect(events(ownDesign({}), { wanted: { "columns.Custom1.custom": formula("=Z1") } })).toEqual([
      "CustomColumnChanged",
    ]);
    const good = ownDesign({ Custom1: { custom: formula("=A1*B1") } });
    const first = ["Custom1", "Quantity", "Price", "Custom2"];
    expect(events(good, { wanted: {}, order: first })).toEqual(["ReportColumnMoved"]);
    expect(
      events(good, {
        wanted: { "columns.Quantity.visible": false, "columns.Price.visible": false },
        order: ["Custom1", "Custom2"],
      }),
    ).toEqual(["ReportColumnHidden"]);
    // An existing circular reference doesn't block other edits either.
    const inCircle = { ...good, shown: first };
    expect(events(inCircle, { wanted: { "columns.Custom2.custom": formula("=B1") } })).toEqual(["CustomColumnChanged"]);
    // A hidden column has no letter, so nothing refers to it.
    const hidden = { ...ownDesign({}), shown: ["Quantity", "Price"] };
    expect(events(hidden, { wanted: { "columns.Custom1.custom": formula("=A1") } })).toEqual(["CustomColumnChanged"]);
  });

  it("may end with no visible column, if others hid the rest", () => {
    const hide = (...columns: readonly string[]): Wish => ({
      wanted: Object.assign({}, ...columns.map((column) => columnIs(column, "visible", false))),
    });
    expect(merged(hide(...start.shown.slice(0, 4)), hide(...start.shown.slice(4, 7)))).toMatchObject({
      shown: start.shown.slice(7),
    });
    expect(merged(hide(...start.shown.slice(0, 4)), hide(...start.shown.slice(4)))).toMatchObject({ shown: [] });
  });

  it("is rejected if the design does not exist", () => {
    expect(refusalOf(givenWorkspace(...designs("b")).when(save({ wanted: { title: "Mine" } }))).code).toBe("unknown");
  });
});

describe("two people editing one design", () => {
  const numbers = catalogue.filter(({ type }) => type === ColumnType.Number).map(({ key }) => key);
  const title = fc.stringMatching(/^[A-Z][a-z]{0,9}$/);
  const format: fc.Arbitrary<NumberFormat | null> = fc.oneof(
    fc.constant(null),
    fc.constant({ type: NumberFormatType.Currency }),
    fc.record({ type: fc.constant(NumberFormatType.LessThanRed), limit: fc.nat(99) }),
    fc.record({ type: fc.constant(NumberFormatType.Custom), code: fc.constantFrom("0.00", "#,##0") }),
  );
  const custom: fc.Arbitrary<CustomColumn | null> = fc.option(
    fc.oneof(
      fc.record({
        category: fc.constant(CustomColumnCategory.ExcelFormula),
        // Refers to columns beyond the design's, as self-references are refused.
        formula: fc.stringMatching(/^=[M-Z]1$/),
      }),
      fc.record({ category: fc.constant(CustomColumnCategory.NoteAttributes), name: title }),
    ),
  );
  /** A value for every field of a design and its columns. */
  const everyField: fc.Arbitrary<DesignFields> = fc
    .record({
      own: fc.record({
        title,
        grouping: fc.constantFrom(Grouping.Orders, Grouping.OnePerOrder),
        ws_splitter: fc.constantFrom(...Object.values(WorksheetSplitter)),
        sorting: fc.option(
          fc.record({
            column: fc.constantFrom(...keys),
            sorting: fc.constantFrom(Sorting.Ascending, Sorting.Descending),
          }),
        ),
      }),
      columns: fc.tuple(
        ...keys.map(() =>
          fc.record({
            visible: fc.boolean(),
            title: fc.option(title),
            width: fc.option(fc.integer({ min: 4, max: 90 })),
            format,
            custom,
          }),
        ),
      ),
    })
    .map(({ own, columns }) => {
      const ofColumns = keys.flatMap((key, n) => {
        const { visible = true, format: wanted = null, custom: put = null, ...others } = columns[n] ?? {};
        return Object.entries({
          ...others,
          visible,
          format: numbers.includes(key) ? wanted : null,
          custom: key === "Custom1" ? put : null,
        }).map(([property, value]) => [`columns.${key}.${property}`, value]);
      });
      return { ...own, ...Object.fromEntries(ofColumns) } as DesignFields;
    });
  const allFields = Object.keys(toDesignFields(start, keys)) as (keyof DesignFields)[];
  const pick = (fields: DesignFields, chosen: readonly (keyof DesignFields)[]): Wish => {
    const wanted = Object.fromEntries(chosen.map((field) => [field, fields[field]])) as Partial<DesignFields>;
    // Sends what a page sends: its visible columns in order.
    const order = keys.filter((key) => wanted[toColumnField(key, "visible")] ?? start.shown.includes(key));
    return { wanted, order };
  };
  const sides = fc.array(fc.constantFrom("mine", "theirs", "nobody"), {
    minLength: allFields.length,
    maxLength: allFields.length,
  });

  it("keep both changes when they edit different fields, in either order", () => {
    fc.assert(
      fc.property(everyField, everyField, sides, (mine, theirs, side) => {
        const one = pick(
          mine,
          allFields.filter((_, n) => side[n] === "mine"),
        );
        const other = pick(
          theirs,
          allFields.filter((_, n) => side[n] === "theirs"),
        );
        const [first, second] = [merged(one, other), merged(other, one)];
        expect(first).toEqual(second);
        expect(first).not.toHaveProperty("refused");
        expect(toDesignFields(first as DesignContent, keys)).toEqual({
          ...toDesignFields(start, keys),
          ...other.wanted,
          ...one.wanted,
        });
      }),
      { numRuns: 300 },
    );
  });

  /** Visibility is boolean: two changes of it always agree. */
  const contested = allFields.filter((field) => field !== "ws_splitter" && !field.endsWith(".visible"));

  it("conflict if they give one field different values", () => {
    fc.assert(
      fc.property(everyField, everyField, fc.constantFrom(...contested), (mine, theirs, field) => {
        const base = toDesignFields(start, keys)[field];
        const [one, other] = [pick(mine, [field]), pick(theirs, [field])];
        const differ = JSON.stringify(mine[field]) !== JSON.stringify(theirs[field]);
        const changed = [mine[field], theirs[field]].every((value) => JSON.stringify(value) !== JSON.stringify(base));
        fc.pre(differ && changed);
        const refusal = refusalOf(merged(one, { ...other, wanted: { ...other.wanted, ws_splitter: 3 } }));
        expect(refusal.code).toBe("conflict");
        expect(JSON.parse(refusal.details ?? "")).toMatchObject([
          { field, current: mine[field], wanted: theirs[field] },
        ]);
      }),
      { numRuns: 300 },
    );
  });

  it("keep every column once if both move columns, and the other's order if one moves none", () => {
    const orders = fc.shuffledSubarray([...start.shown], { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(orders, orders, (mine, theirs) => {
        const both = merged({ wanted: {}, order: theirs }, { wanted: {}, order: mine }) as DesignContent;
        expect([...both.shown].sort()).toEqual([...start.shown].sort());
        // A save without moves keeps the others' order.
        const still = merged({ wanted: {}, order: theirs }, { wanted: {}, order: start.shown }) as DesignContent;
        expect(still.shown).toEqual(theirs);
      }),
    );
  });
});

describe("A design with a formula in a shop that may not edit custom columns (R-37)", () => {
  const formula = { category: CustomColumnCategory.ExcelFormula, formula: "=A1*2" } as const;
  const withFormula: DesignContent = {
    ...start,
    shown: [...start.shown, "Custom1"],
    settings: { Custom1: { custom: formula } },
  };
  const holds: WorkspaceEvent = { type: "ReportDesignCreated", data: { ...withFormula, reportId: "a", ordering: 0 } };
  const saved = (wanted: Partial<DesignFields>) =>
    given(workspaceDecider, [holds]).when({ ...save({ wanted }, withFormula), features: noFeature });

  it("can still be edited with the formula unchanged", () => {
    const wanted = { ...columnIs("Custom1", "custom", formula), ...columnIs("Custom1", "title", "Double") };
    expect(saved(wanted)).toMatchObject([{ type: "ReportColumnRenamed" }]);
  });

  it("accepts no other formula", () => {
    const other = { ...formula, formula: "=A1*3" };
    expect(refusalOf(saved(columnIs("Custom1", "custom", other))).message).toContain("can't edit custom columns");
  });
});
