import { columnByKey } from "../columns/catalogue.ts";
import type { DesignContent } from "../designs/design.ts";
import type { Grouping } from "../enumerations.ts";
import { columnsInList, type DesignOutline } from "../groupings/describe-design.ts";
import { shortenText } from "../text/shorten-text.ts";
import { toOneLine } from "../text/to-one-line.ts";

/** Longest title in a design's one-line summary, which names several. */
const maxTitleLength = 40;
const shortenTitle = (title: string): string => shortenText(toOneLine(title), maxTitleLength);

/**
 * Data of a design's one-line summary. Includes every custom title, since any column can become one of the first. Null
 * means the default title.
 */
export type DesignOutlineFields = { "outline.columns"?: { first: string[]; count: number } } & {
  [Column in string as `outline.title.${Column}`]: string | null;
};

export const outlinedColumns = (shown: readonly string[]): DesignOutlineFields => ({
  "outline.columns": { first: shown.slice(0, columnsInList), count: shown.length },
});

export const outlinedTitle = (column: string, title: string | null): DesignOutlineFields => ({
  [`outline.title.${column}`]: title === null ? null : shortenTitle(title),
});

/** Titles that the merchant gave. */
export const outlinedTitles = (settings: DesignContent["settings"]): DesignOutlineFields =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([column, { title }]) =>
      title === undefined ? [] : [[`outline.title.${column}`, shortenTitle(title)] as const],
    ),
  );

/** Returns undefined if the document is older than outlines. */
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
