import { formatActor, type Reader } from "../../core/actor-name.ts";
import { isJsonEqual } from "../../core/is-json-equal.ts";
import type { Actor } from "../../core/message.ts";
import type { OwnTitles } from "../designs/design-text.ts";
import { describeHistoryChange } from "./describe-change.ts";
import { getEditedField, type HistoryChange, hasRestorableContent, joinChanges } from "./history-change.ts";

/** One change of one item. `instant`: ISO UTC. `version`: of the workspace. */
export type HistoryEntry = { version: number; instant: string; actor: Actor; change: HistoryChange };

/** `sentence`: complete, in the merchant's words. */
export type HistoryLine = {
  /** Restores the item as it was after the change. */
  version: number;
  instant: string;
  /** 'You', 'Sheaf support (…)' or 'Sheaf'. */
  by: string;
  sentence: string;
  canRestore: boolean;
  /** Creation time of a restoration's content, ISO UTC; else null. */
  restoredFrom: string | null;
};

/** Milliseconds. Edits of one field by one actor within them form one line (ADR 10). */
const mergeWindowMs = 2_000;

/** Absolute difference: a clock set back between two edits must not join them. */
const isWithinMergeWindow = (one: HistoryEntry, other: HistoryEntry): boolean =>
  Math.abs(Date.parse(other.instant) - Date.parse(one.instant)) <= mergeWindowMs;

/** Neighbors may share a line, or belong to interleaved lines. */
const canShareLine = (older: HistoryEntry, newer: HistoryEntry): boolean =>
  getEditedField(older.change) !== undefined &&
  getEditedField(newer.change) !== undefined &&
  isJsonEqual(older.actor, newer.actor) &&
  isWithinMergeWindow(older, newer);

/** Groups entries, newest first. No line spans two bursts, so a page may end between them. */
export const groupIntoBursts = (newestFirst: readonly HistoryEntry[]): HistoryEntry[][] => {
  const bursts: HistoryEntry[][] = [];
  for (const entry of newestFirst) {
    const burst = bursts.at(-1);
    const newer = burst?.at(-1);
    if (burst && newer && canShareLine(entry, newer)) burst.push(entry);
    else bursts.push([entry]);
  }
  return bursts;
};

/** Merges entries, newest first. Edits of other fields don't separate two edits of one field. */
export const mergeBurst = (burst: readonly HistoryEntry[]): HistoryEntry[] => {
  const lines: HistoryEntry[] = [];
  const open = new Map<string, HistoryEntry>();
  for (const entry of burst.toReversed()) {
    const field = getEditedField(entry.change) ?? "";
    const previous = open.get(field);
    const follows = previous && isWithinMergeWindow(previous, entry);
    const change = follows ? joinChanges(previous.change, entry.change) : undefined;
    const line = change ? { ...entry, change } : entry;
    if (previous && change) lines.splice(lines.indexOf(previous), 1);
    lines.push(line);
    open.set(field, line);
  }
  return lines.reverse();
};

/** A restoration brought back the newest content change up to its version. */
const restoredContentTime = ({ change }: HistoryEntry, entries: readonly HistoryEntry[]): string | null => {
  if (change.kind !== "restored") return null;
  const sources = entries.filter((entry) => entry.version <= change.version && hasRestorableContent(entry.change));
  return (
    sources.reduce<HistoryEntry | undefined>(
      (newest, entry) => (newest && newest.version > entry.version ? newest : entry),
      undefined,
    )?.instant ?? null
  );
};

/** Options for sentences. */
export type LineOptions = {
  /** The shop's zone. `date(…)` is shown as the day it meant at the line's time. */
  zone?: string | undefined;
  /** Returns the report's column titles after a version. */
  titles?: ((version: number) => OwnTitles) | undefined;
  /** Default: the merchant. */
  reader?: Reader | undefined;
};

/**
 * Builds an item's history. Each line with its own content can be restored, except the current one.
 * @param lines newest first
 * @param currentVersion the line with the current content or the deletion; undefined if not among them
 * @param entries all known entries, to find restored contents
 */
export const buildHistoryLines = (
  lines: readonly HistoryEntry[],
  currentVersion: number | undefined,
  entries: readonly HistoryEntry[],
  { zone, titles, reader }: LineOptions = {},
): HistoryLine[] =>
  lines.map((line) => ({
    version: line.version,
    instant: line.instant,
    by: formatActor(line.actor, reader),
    sentence: describeHistoryChange(
      line.change,
      zone === undefined ? undefined : { now: line.instant, zone },
      titles?.(line.version),
    ),
    canRestore: hasRestorableContent(line.change) && line.version !== currentVersion,
    restoredFrom: restoredContentTime(line, entries),
  }));
