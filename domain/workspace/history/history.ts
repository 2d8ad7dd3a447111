import { actorWords, type Reader } from "../../core/actor-words.ts";
import { jsonEqual } from "../../core/json-equal.ts";
import type { Actor } from "../../core/message.ts";
import type { OwnTitles } from "../designs/design-words.ts";
import { fieldEdited, type HistoryChange, joinedChange, makesContent } from "./history-change.ts";
import { sentenceOf } from "./sentences.ts";

/** One change of one thing: who, when (ISO UTC), at which version of the workspace, and what. */
export type HistoryEntry = { version: number; instant: string; actor: Actor; change: HistoryChange };

/** A line as it is shown. `sentence`: whole, in words of the merchant. */
export type HistoryLine = {
  /** Going back to it gives the thing as it was after the change. */
  version: number;
  instant: string;
  /** 'You', 'Sheaf support (…)' or 'Sheaf'. */
  by: string;
  sentence: string;
  canRestore: boolean;
  /** Of a restoration when the content was made that came back, ISO UTC; else null. */
  restoredFrom: string | null;
};

/** Edits of one field by one actor that follow within this are one line (ADR 10), ms. */
const oneEdit = 2_000;

/** Close enough in time to be one edit. A clock that was set back between two edits does not make them one. */
const within = (one: HistoryEntry, other: HistoryEntry): boolean =>
  Math.abs(Date.parse(other.instant) - Date.parse(one.instant)) <= oneEdit;

/** Whether two entries that follow on each other may belong to one line, or to lines that are entangled. */
const together = (older: HistoryEntry, newer: HistoryEntry): boolean =>
  fieldEdited(older.change) !== undefined &&
  fieldEdited(newer.change) !== undefined &&
  jsonEqual(older.actor, newer.actor) &&
  within(older, newer);

/** Newest first: entries in bursts. No line reaches from one burst into another, so that a page may end between them. */
export const burstsOf = (newestFirst: readonly HistoryEntry[]): HistoryEntry[][] => {
  const bursts: HistoryEntry[][] = [];
  for (const entry of newestFirst) {
    const burst = bursts.at(-1);
    const newer = burst?.at(-1);
    if (burst && newer && together(entry, newer)) burst.push(entry);
    else bursts.push([entry]);
  }
  return bursts;
};

/** The lines of a burst, newest first. Edits of other fields in between do not part two edits of one field. */
export const linesOf = (burst: readonly HistoryEntry[]): HistoryEntry[] => {
  const lines: HistoryEntry[] = [];
  const open = new Map<string, HistoryEntry>();
  for (const entry of burst.toReversed()) {
    const field = fieldEdited(entry.change) ?? "";
    const before = open.get(field);
    const follows = before && within(before, entry);
    const change = follows ? joinedChange(before.change, entry.change) : undefined;
    const line = change ? { ...entry, change } : entry;
    if (before && change) lines.splice(lines.indexOf(before), 1);
    lines.push(line);
    open.set(field, line);
  }
  return lines.reverse();
};

/** When the content was made that a restoration brought back: the newest of the thing's own changes up to that version. */
const restoredFrom = ({ change }: HistoryEntry, entries: readonly HistoryEntry[]): string | null => {
  if (change.kind !== "restored") return null;
  const sources = entries.filter((entry) => entry.version <= change.version && makesContent(entry.change));
  return (
    sources.reduce<HistoryEntry | undefined>(
      (newest, entry) => (newest && newest.version > entry.version ? newest : entry),
      undefined,
    )?.instant ?? null
  );
};

/**
 * What lines are said with. `zone`: of the shop, as `date(…)` is said with the day that it was when the line was written; `titles`: what the report called
 * its columns after a version; `reader`: the merchant unless another one is named.
 */
export type LineWords = {
  zone?: string | undefined;
  titles?: ((version: number) => OwnTitles) | undefined;
  reader?: Reader | undefined;
};

/**
 * Lines of the history of one thing as they are shown. To go back to offers every line that made another content of it, but for the
 * one that stands.
 * @param lines newest first
 * @param standing version of the line whose content stands, or that the thing was deleted by; undefined when it is in none of them
 * @param entries everything that is known of what restorations brought back
 */
export const shownLines = (
  lines: readonly HistoryEntry[],
  standing: number | undefined,
  entries: readonly HistoryEntry[],
  { zone, titles, reader }: LineWords = {},
): HistoryLine[] =>
  lines.map((line) => ({
    version: line.version,
    instant: line.instant,
    by: actorWords(line.actor, reader),
    sentence: sentenceOf(
      line.change,
      zone === undefined ? undefined : { now: line.instant, zone },
      titles?.(line.version),
    ),
    canRestore: makesContent(line.change) && line.version !== standing,
    restoredFrom: restoredFrom(line, entries),
  }));
