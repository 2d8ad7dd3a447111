import fc from "fast-check";
import { expect, it } from "vitest";
import { isRefusal } from "../core/decider.ts";
import { type DesignContent, pickDesignContent } from "../designs/design.ts";
import { toColumnField } from "../designs/fields.ts";
import { formulaIn } from "../designs/formulas.ts";
import { CustomColumnCategory, Grouping } from "../enumerations.ts";
import { withFormulaTexts } from "../formulas/syntax/formula-texts.ts";
import { listFileColumns } from "../reports/formulas-in-file.ts";
import { everyFeature } from "../shop/features-for-tests.ts";
import { workspaceDecider } from "./decider.ts";
import type { WorkspaceEvent } from "./events.ts";
import { designFacts, givenWorkspace, stateAfter } from "./workspace-for-tests.ts";

/** Price, Cost and Weight don't exist with one row per order. */
const plain = ["Quantity", "Price", "TotalPrice", "Cost", "Weight", "OrderSequence"];
const others = ["OrderSubtotal", "OrderTax", "Email"];
const letters = "ABCDEF";

/** A formula over plain columns, and the columns it reads. `together`: they must be adjacent. */
type Given = { text: string; reads: readonly string[]; together: boolean };
const span = fc
  .tuple(fc.nat(5), fc.nat(5))
  .map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);
const part = (write: (range: string) => string, together: boolean, rows = 1) =>
  span.map(
    ([from, to]): Given => ({
      text: write(`${letters[from]}1:$${letters[to]}${rows}`),
      reads: plain.slice(from, to + 1),
      together: together && to > from,
    }),
  );
const cell = fc
  .tuple(fc.nat(5), fc.constantFrom("1", "$1", "2", "$3"))
  .map(([at, row]): Given => ({ text: `${letters[at]}${row}`, reads: plain.slice(at, at + 1), together: false }));
const term = fc.oneof(
  cell,
  part((range) => `SUM(${range})`, false),
  part((range) => `MAX(7,${range})`, false, 2),
  part((range) => `LEN(CONCAT(${range}))`, false),
  part((range) => `COUNTIF(${range},">3")`, true),
  part((range) => `LEN(CONCAT(${range},"A1"))`, true, 2),
);
const formula = fc.array(term, { minLength: 1, maxLength: 3 }).map(
  (terms): Given => ({
    text: `=${terms.map(({ text }) => text).join("-")}`,
    reads: [...new Set(terms.flatMap(({ reads }) => reads))],
    together: terms.some(({ together }) => together),
  }),
);

const valueIn = (key: string, row: number): string => String((key.length * 7 + row * 13 + plain.indexOf(key) * 3) % 11);
/** Computed values of the formula columns, by key: three rows each. */
const computed = (design: DesignContent): Record<string, readonly (string | null)[]> => {
  const keys = listFileColumns(design);
  const columns = keys.map((key) => ({ formula: formulaIn(design, key), valueKind: "number" as const }));
  const rows = [0, 1, 2].map((row) => keys.map((key) => (formulaIn(design, key) === null ? valueIn(key, row) : null)));
  const filled = withFormulaTexts(
    columns,
    rows.map((cells) => ({ cells })),
    { locale: "en", userDateFormat: 0 },
  );
  const ofFormulas = keys.flatMap((key, at) =>
    columns[at]?.formula == null ? [] : [[key, filled.map((row) => row[at] ?? null)] as const],
  );
  return Object.fromEntries(ofFormulas);
};

const edit = fc.record({
  order: fc.shuffledSubarray([...plain, ...others, "Custom1"], { minLength: 10, maxLength: 10 }),
  hidden: fc.subarray([...plain, ...others], { maxLength: 4 }),
  grouping: fc.constantFrom(Grouping.Orders, Grouping.OnePerOrder),
  /** The page's version, in saves behind the current one. */
  behind: fc.nat(2),
});

it("a formula keeps its value or becomes #REF! after any moves, hiding, showing and grouping", () => {
  const reached = { same: 0, lost: 0 };
  fc.assert(
    fc.property(formula, fc.array(edit, { minLength: 1, maxLength: 6 }), (given, edits) => {
      const start = pickDesignContent(
        designFacts("a", 0, {
          shown: [...plain, ...others, "Custom1"],
          settings: { Custom1: { custom: { category: CustomColumnCategory.ExcelFormula, formula: given.text } } },
        }),
      );
      const made: WorkspaceEvent = { type: "ReportDesignCreated", data: { ...start, reportId: "a", ordering: 0 } };
      let { state } = givenWorkspace(made);
      const versions = [start];
      const first = computed(start).Custom1;
      const back = { order: start.shown, hidden: [], grouping: start.grouping, behind: 0 };
      for (const { order, hidden, grouping, behind } of [...edits, back]) {
        const base = versions.at(-1 - behind) ?? start;
        const visible = order.filter((key) => !(hidden as string[]).includes(key));
        const turned = order.map((key) => [toColumnField(key, "visible"), visible.includes(key)]);
        const decided = workspaceDecider.decide(
          {
            ...{ type: "UpdateReportDesign", reportId: "a", base, order: visible, features: everyFeature },
            wanted: { grouping, ...Object.fromEntries(turned) },
            context: { instant: "2026-11-20T10:00:00.000Z", newId: String },
          },
          state,
        );
        if (isRefusal(decided)) {
          expect(decided.code).toBe("conflict");
          continue;
        }
        for (const event of decided) {
          state = stateAfter(state, [event]);
          const [design] = state.reports;
          if (design === undefined) throw new Error("There is no design.");
          const inFile = listFileColumns(design);
          const now = computed(design).Custom1;
          const isThere = given.reads.every((key) => inFile.includes(key));
          // A formula over adjacent columns may lose them, but never reads others.
          const isLost = now?.every((cell) => cell === "#REF!") === true;
          if (!isThere || (given.together && isLost)) {
            expect(now).toEqual(["#REF!", "#REF!", "#REF!"]);
            reached.lost += 1;
          } else {
            expect(now).toEqual(first);
            reached.same += 1;
          }
          versions.push(pickDesignContent(design));
        }
      }
      const last = versions.at(-1) ?? start;
      expect(last.shown).toEqual(start.shown);
      expect(computed(last).Custom1).toEqual(first);
      expect(formulaIn(last, "Custom1")).not.toContain("[");
    }),
    { numRuns: 300 },
  );
  // Both cases occurred.
  expect(Math.min(reached.same, reached.lost)).toBeGreaterThan(100);
});
