import { refuseConflicts } from "../../core/conflict.ts";
import { isRefusal } from "../../core/decider.ts";
import { type FieldProblem, refuseField, refuseFields } from "../../core/field-problem.ts";
import type { Intent } from "../../core/intent.ts";
import { pickDesignContent } from "../../designs/design.ts";
import { featureProblems } from "../../designs/feature-problems.ts";
import { type DesignFields, parseColumnField, toDesignFields } from "../../designs/fields.ts";
import { mergeColumnOrder } from "../../designs/merge-column-order.ts";
import { type CatalogueColumns, validateDesign } from "../../designs/validate.ts";
import { formulasRefused } from "../../reports/formulas-in-file.ts";
import { normalizeTitle } from "../../text/titles.ts";
import type { CommandOf, Decision } from "../item-kind.ts";
import { findItem } from "../items.ts";
import { mergeEdit } from "../merge-edit.ts";
import { refuseUnknown } from "../refusals.ts";
import type { WorkspaceState } from "../state.ts";
import { describeDesignFieldValue, getDesignFieldLabel } from "./design-text.ts";
import { designKind } from "./designs.ts";
import type { DesignEdit } from "./evolve-designs.ts";
import { addFollowingFormulas, withKeyedFormulas } from "./follow-columns.ts";
import { listSubmittedFormulas, withKeyedSubmissions } from "./submitted-formulas.ts";

/** Changes in one save, whose events go into one append. */
const maxChanges = 400;

type Change = Intent<DesignFields>[number];

const eventOf = (reportId: string, { field, from, to }: Change): DesignEdit[] => {
  // Field names are template types, so the compiler can't match values to fields.
  const values = { from, to } as { from: never; to: never };
  switch (field) {
    case "title":
      return [{ type: "ReportRenamed", data: { reportId, ...values } }];
    case "grouping":
      return [{ type: "ReportGroupingChanged", data: { reportId, ...values } }];
    case "ws_splitter":
      return [{ type: "ReportSplitterChanged", data: { reportId, ...values } }];
    case "sorting":
      return [{ type: "ReportSortingChanged", data: { reportId, ...values } }];
  }
  const { column = "", property } = parseColumnField(field) ?? {};
  const data = { reportId, column, ...values };
  switch (property) {
    case "title":
      return [{ type: "ReportColumnRenamed", data }];
    case "width":
      return [{ type: "ReportColumnResized", data }];
    case "format":
      return [{ type: "ReportNumberFormatChanged", data }];
    case "custom":
      return [{ type: "CustomColumnChanged", data }];
    default:
      // Visibility and order have events for all columns together.
      return [];
  }
};

const trimmedValue = (value: unknown): unknown => {
  if (typeof value === "string") return value.trim();
  const isFormula = typeof value === "object" && value !== null && "formula" in value;
  return isFormula ? { ...value, formula: trimmedValue(value.formula) } : value;
};

/** Whitespace around titles and formulas is not intended. */
const normalizeFields = (wanted: Partial<DesignFields>): Partial<DesignFields> =>
  Object.fromEntries(
    Object.entries(wanted).map(([field, value]) => [
      field,
      field === "title" && typeof value === "string" ? normalizeTitle(value) : trimmedValue(value),
    ]),
  ) as Partial<DesignFields>;

/** Each field's first problem stays: one that concerns every shop hides one about this shop. */
const firstPerField = (problems: readonly FieldProblem[]): FieldProblem[] => [
  ...new Map(problems.toReversed().map((problem) => [problem.field, problem])).values(),
];

/** Edits field by field (D-4) and by moves of columns. The design may have no visible column then. */
export const updateReportDesign = (
  command: CommandOf<"UpdateReportDesign">,
  state: WorkspaceState,
  known: CatalogueColumns,
): Decision => {
  const { reportId, base, wanted: sent, order, features } = command;
  const design = findItem(designKind, state, reportId);
  if (!design) return refuseUnknown(designKind.name);
  const submitted = normalizeFields(sent);
  const columns = new Set(Object.keys(submitted).flatMap((field) => parseColumnField(field)?.column ?? []));
  const seen = withKeyedFormulas(base);
  // Conflicts show formulas with the letters that users know.
  const inLetters = (field: keyof DesignFields) => ({ current: current[field], wanted: submitted[field] });
  const written = listSubmittedFormulas(command, submitted);
  const current = toDesignFields(design, columns);
  const merged = mergeEdit({
    base: toDesignFields(seen, columns),
    submitted: withKeyedSubmissions(submitted, written, seen),
    current: toDesignFields(withKeyedFormulas(design), columns),
    problems: firstPerField([...validateDesign(submitted, known), ...featureProblems(submitted, known, features)]),
    refuseConflicts: (conflicts) =>
      refuseConflicts(
        conflicts.map((conflict) => ({ ...conflict, ...inLetters(conflict.field) }) as typeof conflict),
        (field) => design.changes[field],
        { field: getDesignFieldLabel, value: describeDesignFieldValue },
      ),
  });
  if (isRefusal(merged)) return merged;
  const { changes } = merged;
  const turned = (visible: boolean) =>
    changes.flatMap(({ field, to }) => {
      const { column, property } = parseColumnField(field) ?? {};
      return column !== undefined && property === "visible" && to === visible ? [column] : [];
    });
  const [hide, show] = [turned(false), turned(true)];
  const placed = mergeColumnOrder({ base: base.shown, submitted: order, current: design.shown, hide, show });
  if (changes.length > maxChanges)
    return refuseField({
      field: "columns",
      message: `That's ${changes.length} changes. Save at most ${maxChanges} at once.`,
    });
  const whichAndWhere: DesignEdit[] = [
    ...(hide.length > 0
      ? [{ type: "ReportColumnHidden" as const, data: { reportId, columns: hide, shown: placed.remaining } }]
      : []),
    ...(placed.moved.length > 0
      ? [{ type: "ReportColumnMoved" as const, data: { reportId, columns: placed.moved, shown: placed.ordered } }]
      : []),
    ...(show.length > 0
      ? [{ type: "ReportColumnShown" as const, data: { reportId, columns: show, shown: placed.shown } }]
      : []),
  ];
  // New formulas come last, because they refer to the final columns.
  const isWritten = ({ field }: Change) =>
    written.has(parseColumnField(field)?.column ?? "") && field.endsWith(".custom");
  const inOrder = [...changes.filter((change) => !isWritten(change)), ...changes.filter(isWritten)];
  const edits = [...whichAndWhere, ...inOrder.flatMap((change) => eventOf(reportId, change))];
  const { events, after } = addFollowingFormulas(pickDesignContent(design), edits, written);
  const brought = changes.filter(isWritten).map(({ field }) => parseColumnField(field)?.column ?? "");
  return refuseFields(formulasRefused(after, brought)) ?? events;
};
