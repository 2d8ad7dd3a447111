import type { ReactNode } from "react";
import type { RaRecord } from "react-admin";

/** A column of a list's table, and of its CSV with the same heading and texts. */
export type Column = {
  label: string;
  /** A row's field. With `sorts`, also the sort key that the list sends. */
  source: string;
  sorts?: true;
  /** Default: text. An `id` is in the CSV only. */
  as?: "instant" | "number" | "id";
  /** Shown for empty values. */
  none?: string;
  /** Set if the field is the id of another object: the table shows that object's `name`, the CSV both. */
  of?: { resource: string; name: string };
  /** Replaces the field's value. */
  text?: (row: RaRecord) => string | null;
  /** Replaces the text in the table. */
  shown?: ReactNode;
};

export const createColumn = (source: string, label: string, more: Omit<Column, "source" | "label"> = {}): Column => ({
  source,
  label,
  ...more,
});

export const createSortedColumn = (
  source: string,
  label: string,
  more: Omit<Column, "source" | "label"> = {},
): Column => createColumn(source, label, { sorts: true, ...more });

/** Creates a column with an instant, by which the list can be sorted. */
export const createInstantColumn = (source: string, label: string, none?: string): Column =>
  createSortedColumn(source, label, { as: "instant", ...(none === undefined ? {} : { none }) });

/** Creates a CSV-only column with the id of the row, or of an object related to it. */
export const createIdColumn = (label: string, source = "id", text?: Column["text"]): Column =>
  createColumn(source, label, { as: "id", ...(text === undefined ? {} : { text }) });

export const shopColumn = createColumn("tenant", "Shop", { of: { resource: "shops", name: "shop" }, none: "None" });
