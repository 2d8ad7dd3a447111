import { burstsOf, type HistoryEntry, type HistoryLine, type LineWords, linesOf, shownLines } from "./history.ts";
import { makesContent } from "./history-change.ts";

/** Where a page of a history goes on: below a version. `standing`: the line whose content stands was on a page before it. */
export type HistoryPlace = { below: number; standing: boolean };

export type HistoryPage = { lines: HistoryLine[]; next: HistoryPlace | null };

/** Lines of a page, unless a single burst has more. */
const mostLines = 50;
/** Edits in a row without a pause of two seconds; after so many a page ends in the midst of them. */
const longestBurst = 1_000;

/** What was read of a history: entries in a row, newest first, and whether they reach its beginning. */
export type HistoryRead = { entries: readonly HistoryEntry[]; ended: boolean };

/** The lines of the first page of what was read; undefined when it has to be read further, since the first burst goes on. */
export const firstLines = ({
  entries,
  ended,
}: HistoryRead): { lines: HistoryEntry[]; below: number | null } | undefined => {
  const bursts = burstsOf(entries);
  // Edits may belong to the last burst that are not read yet.
  const whole = ended || (bursts.length === 1 && entries.length >= longestBurst) ? bursts : bursts.slice(0, -1);
  if (whole.length === 0 && !ended) return undefined;
  const lines: HistoryEntry[] = [];
  for (const burst of whole) {
    const more = linesOf(burst);
    if (lines.length > 0 && lines.length + more.length > mostLines)
      return { lines, below: burst[0] ? burst[0].version + 1 : null };
    lines.push(...more);
  }
  return { lines, below: ended ? null : (whole.at(-1)?.at(-1)?.version ?? null) };
};

/** Versions that lines were restored to of which nothing is known yet. */
export const sourcesMissing = (lines: readonly HistoryEntry[], { entries }: HistoryRead): number[] =>
  lines.flatMap(({ change }) =>
    change.kind === "restored" &&
    !entries.some((entry) => entry.version <= change.version && makesContent(entry.change))
      ? [change.version]
      : [],
  );

/**
 * A page as it is shown, and where the next one begins.
 * @param sources the entries that {@link sourcesMissing} asked for
 */
export const pageOf = (
  { lines, below }: { lines: readonly HistoryEntry[]; below: number | null },
  { standing }: Pick<HistoryPlace, "standing">,
  sources: readonly HistoryEntry[],
  words?: LineWords,
): HistoryPage => {
  const stands = standing ? undefined : lines.find(({ change }) => change.kind !== "moved")?.version;
  return {
    lines: shownLines(lines, stands, sources, words),
    next: below === null ? null : { below, standing: standing || stands !== undefined },
  };
};
