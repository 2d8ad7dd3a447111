import type { ConditionField } from "#domain/filters/fields.ts";

/** How a condition is taken out of a filter where a funnel is shown, and put back. */
export type RemoveCondition = {
  remove: (field: ConditionField) => void;
  /** Puts the last one back. */
  undo: () => void;
  /** In words, what was taken out last; null when nothing was, or the filter was changed since. */
  removed: string | null;
  isBusy: boolean;
  /** Why it could not be done. */
  failure: string | null;
  /** Other reports use the filter, too: that is said beside the button. */
  isShared: boolean;
};
