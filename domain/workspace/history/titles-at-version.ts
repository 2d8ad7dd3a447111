import { columnByKey } from "../../columns/catalogue.ts";
import { parseColumnField } from "../../designs/fields.ts";
import type { OwnTitles } from "../designs/design-text.ts";
import type { HistoryEntry } from "./history.ts";

type Renamed = { version: number; column: string; from: string | null };

const listRenamings = (entries: readonly HistoryEntry[]): Renamed[] =>
  entries.flatMap(({ version, change }) => {
    if (change.kind !== "design") return [];
    const { column, property } = parseColumnField(change.field) ?? {};
    return column === undefined || property !== "title"
      ? []
      : [{ version, column, from: change.from as string | null }];
  });

/** Undoes renamings after a version, as far as `entries` of the history were read. */
export const createTitlesAtVersion = (
  now: OwnTitles,
  entries: readonly HistoryEntry[],
): ((version: number) => OwnTitles) => {
  const renamed = listRenamings(entries).sort((one, other) => one.version - other.version);
  return (version) => (key) => {
    const next = renamed.find((one) => one.column === key && one.version > version);
    return next === undefined ? now(key) : (next.from ?? columnByKey.get(key)?.title);
  };
};
