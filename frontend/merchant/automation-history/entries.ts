import type { AutomationHistoryItem, SlotOutcome } from "#domain/wire/automations/automation-history.ts";

/** A line of the history: a run, or neighbours that were skipped. */
export type Entry =
  | { kind: "run"; at: string; run: AutomationHistoryItem }
  | { kind: "skipped"; at: string; range: SlotOutcome };

/** Runs, newest first, with what was skipped where it belongs among them. Ranges older than the runs that are known wait for these. */
export const entriesOf = (
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

/** Id of the element of a line, to lead to it. */
export const entryId = ({ RunId, From }: Pick<SlotOutcome, "RunId" | "From">): string =>
  RunId === null ? `skipped-${From}` : `run-${RunId}`;
