import {
  buildHistoryLines,
  groupIntoBursts,
  type HistoryEntry,
  type HistoryLine,
  type LineOptions,
  mergeBurst,
} from "./history.ts";
import { hasRestorableContent } from "./history-change.ts";

/** Start of a history page. */
export type HistoryCursor = {
  /** The page begins below this version. */
  below: number;
  /** An earlier page showed the current content's line. */
  standing: boolean;
};

export type HistoryPage = { lines: HistoryLine[]; next: HistoryCursor | null };

/** A single burst may have more. */
const maxLines = 50;
/** Entries beyond which a page ends within the burst. */
const maxBurstEntries = 1_000;

/** Consecutive entries, newest first. `ended`: they reach the beginning. */
export type HistorySlice = { entries: readonly HistoryEntry[]; ended: boolean };

/** Returns the first page's lines; undefined if its first burst continues, so more must be read. */
export const firstLines = ({
  entries,
  ended,
}: HistorySlice): { lines: HistoryEntry[]; below: number | null } | undefined => {
  const bursts = groupIntoBursts(entries);
  // The last burst may continue in unread entries.
  const whole = ended || (bursts.length === 1 && entries.length >= maxBurstEntries) ? bursts : bursts.slice(0, -1);
  if (whole.length === 0 && !ended) return undefined;
  const lines: HistoryEntry[] = [];
  for (const burst of whole) {
    const more = mergeBurst(burst);
    if (lines.length > 0 && lines.length + more.length > maxLines)
      return { lines, below: burst[0] ? burst[0].version + 1 : null };
    lines.push(...more);
  }
  return { lines, below: ended ? null : (whole.at(-1)?.at(-1)?.version ?? null) };
};

/** Lists restored versions whose entries are not read yet. */
export const listMissingSources = (lines: readonly HistoryEntry[], { entries }: HistorySlice): number[] =>
  lines.flatMap(({ change }) =>
    change.kind === "restored" &&
    !entries.some((entry) => entry.version <= change.version && hasRestorableContent(entry.change))
      ? [change.version]
      : [],
  );

/**
 * Returns a page and the start of the next one.
 * @param sources the entries that {@link listMissingSources} asked for
 */
export const buildHistoryPage = (
  { lines, below }: { lines: readonly HistoryEntry[]; below: number | null },
  { standing }: Pick<HistoryCursor, "standing">,
  sources: readonly HistoryEntry[],
  words?: LineOptions,
): HistoryPage => {
  const stands = standing ? undefined : lines.find(({ change }) => change.kind !== "moved")?.version;
  return {
    lines: buildHistoryLines(lines, stands, sources, words),
    next: below === null ? null : { below, standing: standing || stands !== undefined },
  };
};
