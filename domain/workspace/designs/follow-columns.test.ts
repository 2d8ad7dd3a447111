import { describe, expect, it } from "vitest";
import { catalogue } from "../../columns/catalogue.ts";
import { isRefusal } from "../../core/decider.ts";
import { refusalOf } from "../../core/given-for-tests.ts";
import { type CustomColumn, type DesignContent, pickDesignContent } from "../../designs/design.ts";
import { type ColumnProperty, type DesignFields, toColumnField } from "../../designs/fields.ts";
import { CustomColumnCategory, Grouping } from "../../enumerations.ts";
import { extractKeyedReferences, lettersToKeys } from "../../formulas/syntax/column-keys.ts";
import { formatColumnLetters } from "../../formulas/syntax/references.ts";
import { validateDesignFormulas } from "../../reports/formulas-in-file.ts";
import { everyFeature } from "../../shop/features-for-tests.ts";
import { workspaceDecider } from "../decider.ts";
import type { WorkspaceEvent } from "../events.ts";
import { describeHistoryChange } from "../history/describe-change.ts";
import { toHistoryChange } from "../history/history-change.ts";
import type { WorkspaceState } from "../state.ts";
import { designFacts, givenWorkspace, stateAfter } from "../workspace-for-tests.ts";

const formula = (text: string): CustomColumn => ({ category: CustomColumnCategory.ExcelFormula, formula: text });
const start: DesignContent = pickDesignContent(
  designFacts("a", 0, {
    shown: ["Quantity", "Price", "TotalPrice", "Custom1"],
    settings: { Custom1: { title: "Margin", custom: formula("=A1*b1") }, Custom2: { custom: formula("=C1-A1") } },
  }),
);
const made: WorkspaceEvent = { type: "ReportDesignCreated", data: { ...start, reportId: "a", ordering: 0 } };
const madeState = givenWorkspace(made).state;

type Wish = { wanted?: Partial<DesignFields>; order?: readonly string[]; letters?: readonly string[] };
const columnIs = (column: string, property: ColumnProperty, value: unknown) =>
  ({ [toColumnField(column, property)]: value }) as Partial<DesignFields>;
const visible = (column: string, is: boolean) => columnIs(column, "visible", is);
const puts = (column: string, text: string) => columnIs(column, "custom", formula(text));

const designIn = ({ reports: [design] }: WorkspaceState) => {
  if (!design) throw new Error("There is no design.");
  return pickDesignContent(design);
};
const context = { instant: "2026-11-20T10:00:00.000Z", newId: String };
/** Decides a save based on `base`. */
const decide = (state: WorkspaceState, { wanted = {}, order, letters }: Wish, base = start) =>
  workspaceDecider.decide(
    {
      type: "UpdateReportDesign",
      reportId: "a",
      base,
      wanted,
      order: order ?? base.shown,
      ...(letters && { letters }),
      features: everyFeature,
      context,
    },
    state,
  );
const events = (state: WorkspaceState, wish: Wish, base?: DesignContent): readonly WorkspaceEvent[] => {
  const decided = decide(state, wish, base);
  if (isRefusal(decided)) throw new Error(decided.message);
  return decided;
};
const save = (state: WorkspaceState, wish: Wish, base?: DesignContent) => stateAfter(state, events(state, wish, base));
const reads = (state: WorkspaceState, column = "Custom1") => {
  const custom = designIn(state).settings[column]?.custom;
  return custom && "formula" in custom ? custom.formula : undefined;
};
const moved = { order: ["Price", "TotalPrice", "Quantity", "Custom1"] };

describe("a formula that names columns by their letters", () => {
  it("names the same columns after a move, even in a hidden column, and the history says so", () => {
    const decided = events(madeState, moved);
    expect(decided).toEqual([
      {
        type: "ReportColumnMoved",
        data: {
          reportId: "a",
          columns: ["Quantity"],
          shown: moved.order,
          formulas: { Custom1: "=C1*A1", Custom2: "=B1-C1" },
        },
      },
    ]);
    const [event] = decided;
    expect(event && describeHistoryChange(toHistoryChange(event, "a"))).toBe(
      "Columns: moved “Quantity”. Formulas follow their columns: “Custom 1” now reads =C1*A1, “Custom 2” now reads =B1-C1.",
    );
  });

  it("has its letters again after the column moves back", () => {
    const there = save(madeState, moved);
    const back = save(there, { order: start.shown }, designIn(there));
    expect(reads(back)).toBe("=A1*B1");
    expect(reads(back, "Custom2")).toBe("=C1-A1");
  });

  it("is not mentioned by an edit that does not change its letters", () => {
    const decided = events(madeState, { wanted: { "columns.Price.title": "Net", ...visible("SKU", true) } });
    expect(decided.map(({ data }) => "formulas" in data)).toEqual([false, false]);
    expect(reads(save(madeState, { wanted: { title: "Mine" } }))).toBe("=A1*b1");
  });

  it("names a hidden column, says so, and has its letter again once it is shown", () => {
    const hidden = save(madeState, {
      wanted: visible("Price", false),
      order: ["Quantity", "TotalPrice", "Custom1"],
    });
    expect(reads(hidden)).toBe("=A1*[Price]1");
    expect(validateDesignFormulas(designIn(hidden)).get("Custom1")?.problem).toBe(
      "It needs “Price”, which is hidden. Show the column, or change the formula.",
    );
    const shown = { wanted: visible("Price", true), order: ["Price", "Quantity", "TotalPrice", "Custom1"] };
    expect(reads(save(hidden, shown, designIn(hidden)))).toBe("=B1*A1");
  });

  it("names a column that the grouping lacks, and has its letter again when it is back", () => {
    const pricesFirst = { ...start, shown: ["Price", "Quantity", "TotalPrice", "Custom1"] };
    const state = givenWorkspace({
      type: "ReportDesignCreated",
      data: { ...pricesFirst, reportId: "a", ordering: 0 },
    }).state;
    const regroup = (grouping: Grouping) => ({ wanted: { grouping }, order: pricesFirst.shown });
    const grouped = save(state, regroup(Grouping.OnePerOrder), pricesFirst);
    expect(reads(grouped)).toBe("=[Price]1*A1");
    expect(reads(grouped, "Custom2")).toBe("=B1-[Price]1");
    expect(validateDesignFormulas(designIn(grouped)).get("Custom1")?.problem).toContain(
      "reports with these rows do not have",
    );
    const [event] = events(state, regroup(Grouping.OnePerOrder), pricesFirst);
    expect(event && describeHistoryChange(toHistoryChange(event, "a"))).toContain(" Formulas follow their columns: ");
    expect(reads(save(grouped, regroup(Grouping.Orders), designIn(grouped)))).toBe("=A1*B1");
  });

  it("means the same after each event of one save", () => {
    const decided = events(madeState, {
      wanted: { ...visible("Price", false), ...visible("SKU", true), ...visible("Email", true) },
      order: ["Email", "TotalPrice", "SKU", "Quantity", "Custom1"],
    });
    const steps = decided.map((_, at) => reads(stateAfter(madeState, decided.slice(0, at + 1))));
    expect(decided.map(({ type }) => type)).toEqual(["ReportColumnHidden", "ReportColumnMoved", "ReportColumnShown"]);
    expect(steps).toEqual(["=A1*[Price]1", "=B1*[Price]1", "=D1*[Price]1"]);
  });
});

describe("two windows", () => {
  it("can both move columns, and the formula follows both", () => {
    const theirs = save(madeState, moved);
    const both = save(theirs, { wanted: visible("Email", true), order: ["Email", ...start.shown] });
    expect(designIn(both).shown).toEqual(["Email", ...moved.order]);
    expect(reads(both)).toBe("=D1*B1");
  });

  it("can write a formula over moved columns, which keeps the columns that they saw", () => {
    const theirs = save(madeState, moved);
    expect(reads(save(theirs, { wanted: puts("Custom1", "=a1/2") }))).toBe("=C1/2");
    const hidden = save(madeState, { wanted: visible("Quantity", false), order: ["Price", "TotalPrice", "Custom1"] });
    expect(reads(save(hidden, { wanted: puts("Custom1", "=B1+A1") }))).toBe("=A1+[Quantity]1");
  });

  it("conflict over one formula, in letters that their readers know", () => {
    const theirs = save(save(madeState, { wanted: puts("Custom1", "=A1+B1") }), moved);
    const { message } = refusalOf(decide(theirs, { wanted: puts("Custom1", "=A1*7") }));
    expect(message).toContain("=C1+A1");
    expect(message).toContain("You chose =A1*7.");
  });

  it("can send a formula with a move, in letters of the new order or of a given one", () => {
    const both = { ...moved, wanted: puts("Custom1", "=A1*3") };
    expect(events(madeState, both).at(-1)).toMatchObject({
      type: "CustomColumnChanged",
      data: { from: formula("=C1*A1"), to: formula("=A1*3") },
    });
    expect(reads(save(madeState, { ...both, letters: ["Price", "Quantity"] }))).toBe("=A1*3");
    expect(reads(save(madeState, { ...both, letters: ["TotalPrice"] }))).toBe("=B1*3");
    // The text is unchanged, but its letters mean other columns: a real change.
    const again = { ...moved, wanted: puts("Custom1", "=A1*b1"), letters: moved.order };
    expect(reads(save(madeState, again))).toBe("=A1*b1");
  });
});

it("every column of the catalogue has a key that a formula can name", () => {
  expect(lettersToKeys("=SUM(A1:B1)", ["Price", "SKU"])).toBe("=SUM([Price,SKU]1:1)");
  const keys = catalogue.map(({ key }) => key);
  const all = lettersToKeys(`=SUM(A1:${formatColumnLetters(keys.length - 1)}1)`, keys);
  expect(extractKeyedReferences(all).lost[0]?.columns).toEqual(keys);
});

describe("events from before formulas followed columns", () => {
  it("lead to the same design as before", () => {
    const before: WorkspaceEvent = {
      type: "ReportColumnMoved",
      data: { reportId: "a", columns: ["Quantity"], shown: moved.order },
    };
    expect(reads(stateAfter(madeState, [before]))).toBe("=A1*b1");
  });
});
