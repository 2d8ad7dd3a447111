import { columnByKey } from "../../columns/catalogue.ts";
import { columnOfField } from "../../designs/fields.ts";
import type { OwnTitles } from "../designs/design-words.ts";
import type { HistoryEntry } from "./history.ts";

type Renamed = { version: number; column: string; from: string | null };

const renamings = (entries: readonly HistoryEntry[]): Renamed[] =>
  entries.flatMap(({ version, change }) => {
    if (change.kind !== "design") return [];
    const { column, property } = columnOfField(change.field) ?? {};
    return column === undefined || property !== "title"
      ? []
      : [{ version, column, from: change.from as string | null }];
  });

/**
 * What a report called its columns after a version: as now, with the renamings taken back that came later. `entries`: those that were read of
 * its history, as a renaming that was not read is not taken back, and then the column goes by the title that it has now.
 */
export const titlesThen = (now: OwnTitles, entries: readonly HistoryEntry[]): ((version: number) => OwnTitles) => {
  const renamed = renamings(entries).sort((one, other) => one.version - other.version);
  return (version) => (key) => {
    const next = renamed.find((one) => one.column === key && one.version > version);
    return next === undefined ? now(key) : (next.from ?? columnByKey.get(key)?.title);
  };
};
