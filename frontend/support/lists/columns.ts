import type { ReactNode } from "react";
import type { RaRecord } from "react-admin";

/** A column of a list: of its table, and of its CSV under the same heading and with the same words. */
export type Column = {
  label: string;
  /** The field of a row; it also names the order that the list can be given by it, if `sorts`. */
  source: string;
  sorts?: true;
  /** What the field holds; default: text. An `id` is a column of the CSV alone. */
  as?: "instant" | "number" | "id";
  /** What stands in place of nothing. */
  none?: string;
  /** The thing whose id the field holds, and what it is called: the CSV has its id as well. */
  of?: { resource: string; name: string };
  /** The words for it, where the field's own do not do. */
  text?: (row: RaRecord) => string | null;
  /** What the table shows in place of those words. */
  shown?: ReactNode;
};

export const column = (source: string, label: string, more: Omit<Column, "source" | "label"> = {}): Column => ({
  source,
  label,
  ...more,
});

/** Of a list that can be sorted by it. */
export const sorted = (source: string, label: string, more: Omit<Column, "source" | "label"> = {}): Column =>
  column(source, label, { sorts: true, ...more });

/** An instant by which the list can be sorted. */
export const instant = (source: string, label: string, none?: string): Column =>
  sorted(source, label, { as: "instant", ...(none === undefined ? {} : { none }) });

/** For the CSV: what a row is called elsewhere. */
export const idColumn = (label: string, source = "id", text?: Column["text"]): Column =>
  column(source, label, { as: "id", ...(text === undefined ? {} : { text }) });

/** The shop of a row. */
export const shopColumn = column("tenant", "Shop", { of: { resource: "shops", name: "shop" }, none: "None" });
