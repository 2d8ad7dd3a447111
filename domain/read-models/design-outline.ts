import { columnByKey } from "../columns/catalogue.ts";
import type { DesignContent } from "../designs/design.ts";
import type { Grouping } from "../enumerations.ts";
import { oneLine } from "../text/one-line.ts";
import { shortened } from "../text/shortened.ts";

/** A line names several columns: of a longer title it shows the beginning. */
const longestTitle = 40;
const short = (title: string): string => shortened(oneLine(title), longestTitle);

import { columnsInList, type DesignOutline } from "../groupings/describe-design.ts";

/**
 * Fields of a design's document in its list: what its line needs. A title that a merchant gave is kept of every column, since any of them may be
 * among the first tomorrow; null is as the catalogue has it.
 */
export type DesignOutlineFields = { "outline.columns"?: { first: string[]; count: number } } & {
  [Column in string as `outline.title.${Column}`]: string | null;
};

export const outlinedColumns = (shown: readonly string[]): DesignOutlineFields => ({
  "outline.columns": { first: shown.slice(0, columnsInList), count: shown.length },
});

export const outlinedTitle = (column: string, title: string | null): DesignOutlineFields => ({
  [`outline.title.${column}`]: title === null ? null : short(title),
});

/** Titles that a merchant gave to columns of a design. */
export const outlinedTitles = (settings: DesignContent["settings"]): DesignOutlineFields =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([column, { title }]) =>
      title === undefined ? [] : [[`outline.title.${column}`, short(title)] as const],
    ),
  );

/** The outline that a document has; undefined of one that was made before lists had any. */
export const outlineOfDesign = (document: DesignOutlineFields & { grouping: Grouping }): DesignOutline | undefined => {
  const columns = document["outline.columns"];
  return (
    columns && {
      titles: columns.first.map((key) => document[`outline.title.${key}`] ?? columnByKey.get(key)?.title ?? key),
      columns: columns.count,
      grouping: document.grouping,
    }
  );
};
