import { deriveIntent, type Intent } from "#domain/core/intent.ts";
import { isJsonEqual } from "#domain/core/is-json-equal.ts";
import { type DesignDraft, mergeShown } from "./design-draft.ts";

/** The changes of one edit. */
export type Step = Intent<DesignDraft>;

/** Steps to undo and steps to redo; the last one in each comes first. */
export type UndoStack = { readonly past: readonly Step[]; readonly future: readonly Step[] };

export const emptyUndoStack: UndoStack = { past: [], future: [] };

const maxSteps = 200;

const isTyping = (step: Step | undefined): boolean => step?.length === 1 && step[0]?.field === "title";

/** Drops redo steps. Titles typed letter by letter are one step. */
export const pushStep = (stack: UndoStack, before: DesignDraft, after: DesignDraft): UndoStack => {
  const step = deriveIntent(before, after);
  if (step.length === 0) return stack;
  const last = stack.past.at(-1);
  if (!isTyping(step) || !isTyping(last) || last === undefined || stack.future.length > 0)
    return { past: [...stack.past, step].slice(-maxSteps), future: [] };
  const typed = step.map((change) => ({ ...change, from: last[0]?.from })) as unknown as Step;
  return { past: [...stack.past.slice(0, -1), typed], future: [] };
};

const reversed = (step: Step): Step => step.map(({ field, from, to }) => ({ field, from: to, to: from })) as Step;

/**
 * The part of a step that still applies after others' edits: fields that they changed stay theirs, columns are merged.
 */
const applied = (step: Step, now: DesignDraft): Partial<DesignDraft> => {
  const change: Record<string, unknown> = {};
  for (const { field, from, to } of step)
    if (field === "shown") {
      const shown = mergeShown(from as readonly string[], to as readonly string[], now.shown);
      if (!isJsonEqual(shown, now.shown)) change.shown = shown;
    } else if (isJsonEqual(now[field], from) && !isJsonEqual(from, to)) change[field] = to;
  return change as Partial<DesignDraft>;
};

export type Undone = {
  stack: UndoStack;
  change: Partial<DesignDraft>;
  /** The original edit, now undone or redone. */
  step: Step;
};

/** Undoes the last step that still has an effect; null if none. */
export const undo = ({ past, future }: UndoStack, now: DesignDraft): Undone | null => {
  for (let left = past.length; left > 0; left -= 1) {
    const step = past[left - 1];
    const change = step && applied(reversed(step), now);
    if (step && change && Object.keys(change).length > 0)
      return { stack: { past: past.slice(0, left - 1), future: [...future, step] }, change, step };
  }
  return null;
};

/** Redoes the last undone step that still has an effect; null if none. */
export const redo = ({ past, future }: UndoStack, now: DesignDraft): Undone | null => {
  for (let left = future.length; left > 0; left -= 1) {
    const step = future[left - 1];
    const change = step && applied(step, now);
    if (step && change && Object.keys(change).length > 0)
      return { stack: { past: [...past, step], future: future.slice(0, left - 1) }, change, step };
  }
  return null;
};
