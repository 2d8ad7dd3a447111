import { jsonEqual } from "../core/json-equal.ts";
import type { Actor } from "../core/message.ts";
import type { WorkspaceHistoryDocument } from "../read-models/documents.ts";
import type { HistoryItem } from "../wire/history.ts";
import type { WorkspaceEvent } from "./events.ts";
import { sentenceOf } from "./sentences.ts";

export type HistoryEntry = Pick<WorkspaceHistoryDocument, "objectId" | "version" | "instant" | "actor" | "event">;

/** Edits of one field by one actor that follow within this are one line (ADR 10), ms. */
const oneEdit = 2_000;

const byWords = (actor: Actor): string => {
  if (actor.kind === "support") return `Sheaf support (${actor.agent})`;
  return actor.kind === "system" ? "Sheaf" : "You";
};

/** The field that an event edits; undefined of events that are no edit of a field. */
const fieldEdited = ({ type, data }: WorkspaceEvent): string | undefined => {
  switch (type) {
    case "FilterRenamed":
      return "title";
    case "FilterStatusChanged":
      return data.status;
    case "FilterSieverChanged":
      return `siever ${data.siever}`;
    case "AutomationChanged":
      return data.field;
    default:
      return undefined;
  }
};

/** Two edits of one field as one: from what was there before the first to what was there after the second. */
const joined = (first: HistoryEntry, second: HistoryEntry): HistoryEntry => {
  const from = "from" in first.event.data ? first.event.data.from : undefined;
  return { ...second, event: { ...second.event, data: { ...second.event.data, from } } as WorkspaceEvent };
};

/** Oldest first. Edits of other fields by the same actor in between do not part two edits; anything else does. */
const merged = (entries: readonly HistoryEntry[]): HistoryEntry[] => {
  const lines: HistoryEntry[] = [];
  let open = new Map<string, HistoryEntry>();
  for (const entry of entries) {
    const field = fieldEdited(entry.event);
    const last = lines.at(-1);
    if (field === undefined || (last && !jsonEqual(last.actor, entry.actor))) open = new Map();
    const before = field === undefined ? undefined : open.get(field);
    const follows = before && Date.parse(entry.instant) - Date.parse(before.instant) <= oneEdit;
    const line = before && follows ? joined(before, entry) : entry;
    if (before && follows) lines.splice(lines.indexOf(before), 1);
    lines.push(line);
    if (field !== undefined) open.set(field, line);
  }
  return lines;
};

type Kind = "content" | "place" | "deletion";
const kindOf = ({ event: { type } }: HistoryEntry): Kind => {
  if (type === "FiltersOrdered" || type === "ReportDesignsOrdered") return "place";
  return type === "FilterDeleted" || type === "ReportDesignDeleted" || type === "AutomationDeleted"
    ? "deletion"
    : "content";
};

/** When the content was made that a restoration brought back: the newest of the thing's own changes up to that version. */
const restoredFrom = ({ event: { type, data } }: HistoryEntry, oldestFirst: readonly HistoryEntry[]): string | null =>
  type === "FilterRestored" || type === "ReportDesignRestored"
    ? (oldestFirst.findLast((entry) => entry.version <= data.version && kindOf(entry) === "content")?.instant ?? null)
    : null;

/**
 * The history of one thing, newest first. To go back to offers every line that made another content of it, but for the one that
 * stands: a change of place is none.
 */
export const historyOf = (entries: readonly HistoryEntry[]): HistoryItem[] => {
  const oldestFirst = [...entries].sort((one, other) => one.version - other.version);
  const lines = merged(oldestFirst);
  const newest = lines.findLast((line) => kindOf(line) !== "place");
  return lines
    .map((line) => ({
      Version: line.version,
      At: line.instant,
      By: byWords(line.actor),
      Sentence: sentenceOf(line.event, line.objectId),
      CanRestore: kindOf(line) === "content" && line !== newest,
      RestoredFrom: restoredFrom(line, oldestFirst),
    }))
    .reverse();
};
