import type { Refusal } from "../core/decider.ts";
import { type FieldProblem, refuseFields } from "../core/field-problem.ts";
import { applyIntent, deriveIntent, type FieldConflict, type Intent } from "../core/intent.ts";

/** A thing's fields as the user saw them, as they made them (a field that is absent is not meant), and as they stand. */
export type Edit<Fields extends object> = {
  base: Fields;
  wanted: Partial<Fields>;
  current: Fields;
  /** What is wrong with `wanted`, whoever made it so. */
  problems: readonly FieldProblem[];
  /** The refusal of fields that others changed meanwhile. */
  collision(conflicts: readonly FieldConflict<Fields>[]): Refusal;
};

/**
 * What the user meant, field by field (D-4), as changes of what stands there now. Only fields that they changed are judged: an old value
 * that today's rules would refuse never blocks an edit beside it.
 */
export const mergeEdit = <Fields extends object>(edit: Edit<Fields>): { changes: Intent<Fields> } | Refusal => {
  const { base, wanted, current } = edit;
  const intent = deriveIntent(base, wanted);
  const meant = new Set<PropertyKey>(intent.map(({ field }) => field));
  // A field that no such thing has can only have come with this edit.
  const isNew = (field: string) => meant.has(field) || !Object.hasOwn(base, field);
  const bad = refuseFields(edit.problems.filter(({ field }) => isNew(field)));
  if (bad) return bad;
  const { changes, conflicts } = applyIntent(intent, current);
  return conflicts.length > 0 ? edit.collision(conflicts) : { changes };
};
