import type { Refusal } from "../core/decider.ts";
import { type FieldProblem, refuseFields } from "../core/field-problem.ts";
import { applyIntent, deriveIntent, type FieldConflict, type Intent } from "../core/intent.ts";

/** Fields as the user saw them, as edited (absent: unchanged), and now. */
export type Edit<Fields extends object> = {
  base: Fields;
  submitted: Partial<Fields>;
  current: Fields;
  /** All problems of `submitted`, regardless of their author. */
  problems: readonly FieldProblem[];
  refuseConflicts(conflicts: readonly FieldConflict<Fields>[]): Refusal;
};

/**
 * Merges an edit field by field (D-4) into changes of the current fields. Validates only changed ones, so that an old
 * value that is now forbidden never blocks other edits.
 */
export const mergeEdit = <Fields extends object>(edit: Edit<Fields>): { changes: Intent<Fields> } | Refusal => {
  const { base, submitted, current } = edit;
  const intent = deriveIntent(base, submitted);
  const meant = new Set<PropertyKey>(intent.map(({ field }) => field));
  // An unknown field can only come from this edit.
  const isNew = (field: string) => meant.has(field) || !Object.hasOwn(base, field);
  const bad = refuseFields(edit.problems.filter(({ field }) => isNew(field)));
  if (bad) return bad;
  const { changes, conflicts } = applyIntent(intent, current);
  return conflicts.length > 0 ? edit.refuseConflicts(conflicts) : { changes };
};
