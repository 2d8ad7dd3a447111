import type { ConditionField } from "#domain/filters/fields.ts";

/** Removes and restores a filter's condition where a funnel is shown. */
export type RemoveCondition = {
  remove: (field: ConditionField) => void;
  /** Restores the last removed condition. */
  undo: () => void;
  /** The last removed condition in words; null if none, or the filter was changed since. */
  removed: string | null;
  isBusy: boolean;
  failure: string | null;
  /** Other reports use the filter too; a note beside the button says so. */
  isShared: boolean;
};
