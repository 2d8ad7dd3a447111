import type { AutomationHistoryItem, SlotOutcome } from "#domain/wire/automations/automation-history.ts";

/** A line of the history: a run, or adjacent skipped slots. */
export type Entry =
  | { kind: "run"; at: string; run: AutomationHistoryItem }
  | { kind: "skipped"; at: string; range: SlotOutcome };

/**
 * Merges runs, newest first, with skipped slots in between. Skipped ranges older than the loaded runs appear once older
 * runs are loaded.
 */
export const mergeEntries = (
  runs: readonly AutomationHistoryItem[],
  slots: readonly SlotOutcome[],
  isWhole: boolean,
): Entry[] => {
  const oldest = runs.at(-1)?.StartedAt;
  const skipped = slots.filter(
    ({ Outcome, To }) => Outcome === "skipped" && (isWhole || (oldest !== undefined && To >= oldest)),
  );
  return [
    ...runs.map((run): Entry => ({ kind: "run", at: run.StartedAt, run })),
    ...skipped.map((range): Entry => ({ kind: "skipped", at: range.To, range })),
  ].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
};

/** A line's element id, for links. */
export const toEntryId = ({ RunId, From }: Pick<SlotOutcome, "RunId" | "From">): string =>
  RunId === null ? `skipped-${From}` : `run-${RunId}`;
