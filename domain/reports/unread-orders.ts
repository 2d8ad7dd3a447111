import { isKnownName, listOrderNames, namelessOrder } from "../orders/unread.ts";

/** An order that the platform failed to return in full (ADR 107). */
export type UnreadOrder = {
  id: string;
  name: string;
  /** Titles of unread columns, ten at most; empty if only the filter or the rows need the data. */
  columns: string[];
  /** Further unread columns. */
  more?: number;
  /** True if the order has no row, because nobody can tell its rows. */
  leftOut: boolean;
};

const maxNamed = 10;

/** @param titles all columns that couldn't be read */
export const unreadOrder = (
  { id, name }: { id: string; name?: string | undefined },
  titles: readonly string[],
  leftOut: boolean,
): UnreadOrder => ({
  id,
  name: name ?? namelessOrder,
  columns: titles.slice(0, maxNamed),
  ...(titles.length > maxNamed && { more: titles.length - maxNamed }),
  leftOut,
});

const describeColumns = ({ columns, more = 0 }: Pick<UnreadOrder, "columns" | "more">): string => {
  const named = columns.map((title) => `“${title}”`).join(", ");
  return more === 0 ? named : `${named} and ${more} more ${more === 1 ? "column" : "columns"}`;
};

/** Example: `“Total” couldn't be read from your store.` */
const describeUnreadData = (lacks: Pick<UnreadOrder, "columns" | "more">): string =>
  `${lacks.columns.length === 0 ? "data that this report needs" : describeColumns(lacks)} couldn't be read from your store.`;

type UnreadFacts = Omit<UnreadOrder, "id">;
type UnreadGroup = Omit<UnreadFacts, "name"> & { names: string[] };

const groupAlike = (unread: readonly UnreadFacts[]): UnreadGroup[] => {
  const groups = new Map<string, UnreadGroup>();
  for (const { name, ...lacks } of unread) {
    const key = JSON.stringify([lacks.leftOut, lacks.columns, lacks.more]);
    const known = groups.get(key);
    if (known) known.names.push(name);
    else groups.set(key, { ...lacks, names: [name] });
  }
  return [...groups.values()];
};

/** Subject of a sentence: `Orders #1042 and #1050`, `An order with an unknown number`. */
export const describeOrders = (names: readonly string[]): string => {
  const words = listOrderNames(names);
  const known = names.filter(isKnownName).length;
  if (known === 0) return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  return `${known === 1 ? "Order" : "Orders"} ${words}`;
};

const describeGroup = ({ names, ...lacks }: UnreadGroup): string =>
  lacks.leftOut
    ? `Without ${listOrderNames(names)}: ${describeUnreadData(lacks)}`
    : `${describeOrders(names)}: ${describeUnreadData(lacks)} Cells that need it say so.`;

/** Names all orders not read in full. Those that lack the same data share a sentence. */
export const describeUnreadOrders = (unread: readonly UnreadFacts[]): string[] => groupAlike(unread).map(describeGroup);

const maxSentences = 3;

/** Shortens {@link describeUnreadOrders} to three sentences and a count. */
export const summarizeUnreadOrders = (unread: readonly UnreadFacts[]): string[] => {
  const all = groupAlike(unread);
  const more = all.slice(maxSentences).reduce((sum, { names }) => sum + names.length, 0);
  const others = more > 0 ? [`${more} more ${more === 1 ? "order" : "orders"} couldn't be read from your store.`] : [];
  return [...all.slice(0, maxSentences).map(describeGroup), ...others];
};

/** Explains why a report of these orders must wait. */
export const explainUnreadOrders = (unread: readonly UnreadFacts[]): string =>
  groupAlike(unread)
    .map(({ names, ...lacks }) => `${describeOrders(names)}: ${describeUnreadData(lacks)}`)
    .join(" ");

/**
 * Names orders that an earlier report lacked and this one has. Example: `With #1042, which an earlier report lacked.`
 */
export const describeLateOrders = (names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`With ${listOrderNames(names)}, which an earlier report lacked.`];
